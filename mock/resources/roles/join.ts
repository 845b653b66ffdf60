import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { referencedNoun, resourceNoun } from '../../../spec/inference/references/names.ts'
import { isSimilar } from '../../../spec/inference/schemas/similarity.ts'
import { writeInstant } from '../../../spec/inference/times/instants.ts'
import { isCreationTimestamp, isEventTimestamp } from '../../../spec/inference/times/timestamps.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json.ts'
import { refuse, type Outcome } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import type { Id } from '../../store/store.ts'
import { declaredStatus } from '../declared-status.ts'
import type { Endpoint, Handler, RequestContext } from '../endpoint.ts'
import { idOf, nameOf, notFound, sentRecord } from '../identity/identity.ts'
import { recordTypeOf } from '../records/record-type.ts'
import { present } from '../responses/record-response.ts'
import { save } from './save.ts'

/** Puts the record whose id is sent on a list: `POST /courses/3/students` with `{"studentId": 7}`. */
export const join: Handler = async (endpoint, context): Promise<Outcome> => {
  const { options, resource, operation, declared } = endpoint
  const { records, scope, store, request } = context
  const home = options.sharing?.homeOf(options, resource)
  const by = options.sharing?.joinedBy(options, resource)
  const id = by === undefined ? undefined : idOf(sentRecord(operation, request)?.[by])
  if (!home || id === undefined) return context.next()
  const own = store.collection(home.name, scope.slice(0, home.scope.length))
  const original = await options.sharing?.originalOf(own, resource, id)
  const missing = declaredStatus(declared, [404, 422, 400])
  if (!original && missing !== undefined) return { ...notFound(home, id), status: missing }
  if ((await records.get(id)) && declares(declared, 409))
    return refuse(409, 'already_exists', `The ${nameOf(home, id)} is on this list already.`)
  const saved = await save(endpoint, context, { id, sent: original ?? {} })
  const schema = responseSchema(declared)
  return !schema || isSimilar(options.document, schema, resource.record)
    ? present(endpoint, context, (await records.get(id)) ?? saved)
    : membershipOf(endpoint, context, home.name, id)
}

/** A response that shows no record, but who is on which list, since when. */
async function membershipOf(
  { options, declared, resource }: Endpoint,
  context: RequestContext,
  home: string,
  id: Id,
): Promise<Outcome> {
  const outcome = await context.next()
  const schema = responseSchema(declared)
  if (outcome.kind !== 'ok' || outcome.body === undefined || !isJsonObject(outcome.body) || !schema)
    return outcome
  const known: Record<string, Json> = {}
  for (const { name, instant } of recordTypeOf(options.document, schema).properties.values()) {
    const noun = referencedNoun(name)
    const above = context.scope.at(-1)
    if (noun === resourceNoun(home)) known[name] = id
    else if (noun === resourceNoun(resource.parent?.resource ?? '') && above !== undefined)
      known[name] = above
    else if (instant !== undefined && (isCreationTimestamp(name) || isEventTimestamp(name)))
      known[name] = writeInstant(instant, context.now())
  }
  const body: JsonObject = { ...outcome.body, ...known }
  return options.validator.of(schema, 'response').accepts(body) ? { ...outcome, body } : outcome
}
