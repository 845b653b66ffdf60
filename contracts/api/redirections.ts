import type { Operation } from '../../spec/document.ts'
import { redirectTarget, type RedirectTarget } from '../../spec/inference/records/redirect-target.ts'
import type { Resource } from '../../spec/resources.ts'
import { perObject } from '../../spec/util/memo.ts'
import { writableProperties, type Api } from './api.ts'

/** An operation that redirects to the URL in a record. */
export interface Redirection extends RedirectTarget {
  readonly operation: Operation
}

const redirectionsIn = perObject(
  ({ document, model, operations }: Api): ReadonlyMap<string, Redirection> =>
    new Map(
      operations.flatMap((operation) => {
        const target = redirectTarget(document, model, operation)
        return target ? [[operation.id, { ...target, operation }] as const] : []
      }),
    ),
)

/** Where an operation redirects to, if that is a URL in a record. */
export const redirectionOf = (api: Api, { id }: Operation): Redirection | undefined =>
  redirectionsIn(api).get(id)

/** The redirections to URLs that clients set in records of a resource: `GET /r/{slug}` to the `targetUrl` of a link. */
export const redirectionsTo = (api: Api, resource: Resource): readonly Redirection[] =>
  [...redirectionsIn(api).values()].filter(
    (each) => each.resource === resource && writableProperties(api, resource).has(each.property),
  )
