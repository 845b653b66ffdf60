import type { Resource, ResourceModel } from '../../resources.ts'

const ownPath = /\/(?:@?me|user|self|viewer|whoami|current[-_]?user|users\/current|verify[-_]?credentials)$/i

/** Whether the records of a resource are users by its name. */
export const areUsers = (name: string): boolean =>
  /(?:^|\/)(?:users?|members?|accounts?|people|profiles?|employees|staff)$/i.test(name)

/** Whether a path is that of the user who sends the request. */
export const isOwnPath = (path: string): boolean => !path.includes('{') && ownPath.test(path)

/** Whether a resource is the user who sends the request: the singleton `/me`, `/user` or `/users/me`. */
export const isCurrentUser = ({ kind, scope, name }: Resource): boolean =>
  kind === 'singleton' && scope.length === 0 && ownPath.test(name)

const known = new WeakMap<ResourceModel, Resource | 'none'>()

/** The resource of the user who sends the request; undefined if the document has none. */
export function currentUserOf(model: ResourceModel): Resource | undefined {
  const user = known.get(model) ?? model.resources.find(isCurrentUser) ?? 'none'
  known.set(model, user)
  return user === 'none' ? undefined : user
}
