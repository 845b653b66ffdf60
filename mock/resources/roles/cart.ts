import type { Resource } from '../../../spec/resources.ts'

/** Whether a resource is what clients put together until they order it. */
export const isCart = ({ kind, name, scope }: Resource): boolean =>
  kind === 'singleton' && scope.length === 0 && /(?:^|[^a-z])(?:cart|basket|bag)$/i.test(name)
