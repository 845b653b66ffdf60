import type { Resource } from '../../../spec/resources.ts'

/** Whether records are what clients put together until they order it: `/cart`, `/carts`. */
export const isCart = ({ name, scope }: Resource): boolean =>
  scope.length === 0 && /(?:^|[^a-z])(?:cart|basket|bag)s?$/i.test(name)

/** Whether there is only one, that of the current user. */
export const isOwnCart = (resource: Resource): boolean => resource.kind === 'singleton' && isCart(resource)
