import { responseFor } from '../../../spec/document.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { ok, type Ok, type Outcome } from '../../behaviour.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'

interface Added {
  readonly id?: Id
  readonly location?: string | undefined
}

/**
 * The response with the record, as far as the operation's response can carry it, otherwise the default response.
 * @param added the id of the record, and where it is, if the request created it
 */
export function present(
  { resource, operation, declared, presenter, setId }: Endpoint,
  context: RequestContext,
  record: JsonObject,
  status: number = operation.status,
  { id: newId, location }: Added = {},
): MaybePromise<Outcome> {
  const headers = location === undefined ? undefined : { Location: location }
  if ((responseFor(declared, status)?.content ?? []).length === 0) return ok(status, undefined, headers)
  return after(presenter?.one(record, newId), (body) => {
    if (body === undefined)
      return after(
        after(context.next(), (outcome) => setId(outcome, record, newId)),
        (outcome) => withHeaders(outcome, headers),
      )
    const outcome = ok(status, body, headers)
    // The response may show an id that the record itself does not have.
    return resource.idProperty === undefined ? setId(outcome, record, newId) : outcome
  })
}

const withHeaders = (outcome: Outcome, headers: Ok['headers']): Outcome =>
  outcome.kind === 'ok' && headers ? { ...outcome, headers: { ...outcome.headers, ...headers } } : outcome
