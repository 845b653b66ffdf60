import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { isBusiness, isSuccess } from '../../../../answer.ts'
import { bodySchema, operationFor } from '../../../../api/api.ts'
import { rangesOf } from '../../../../api/described-ranges.ts'
import { stateProperties } from '../../../../api/state-values.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody } from '../../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import { withOtherPeriods } from '../../../../requests/ordered-ranges.ts'
import { isValid } from '../../../../requests/validity.ts'
import type { Provocation } from './provocation.ts'

/** Properties whose values, taken together, no two records may share. */
export interface Collision extends Required<Pick<Provocation, 'forbidden'>> {
  readonly properties: readonly string[]
}

/** The operation of a request that changes a record, and the resource of the record. */
interface Change {
  readonly context: Context
  readonly base: Draft
  readonly resource: Resource
}

/**
 * The change of a record to the values of another one. It is judged only if the target refuses to create a record with these values,
 * so that they are known to collide.
 *
 * @param collisionOf finds what may collide in the body of the request that made the other record
 */
export async function changeIntoAnother(
  change: Change,
  collisionOf: (made: JsonObject) => Collision | undefined,
): Promise<readonly Provocation[]> {
  const { context, base, resource } = change
  const creation = operationFor(context.api, resource, 'create')
  const accepted = bodySchema(base.operation)
  if (!creation || !accepted || creation.role.requestPath.length > 0) return []
  const next = (): Promise<Draft> => acceptedDraft(context, creation.operation, { fresh: true, attempt: 1 })
  const first = await context.send(await next(), 'valid')
  const made = bodyValue(first.draft)
  const collision = isSuccess(first.status) && isJsonObject(made) ? collisionOf(made) : undefined
  const other = context.run.records.createdBy(first)
  if (!collision || !other) return []
  const repeated = await context.send(beside(first.draft, await next(), collision.properties), 'valid')
  if (!isBusiness(repeated.status)) return []
  const changeable = possiblePropertiesOf(context.api.document, accepted)
  const changed = collision.properties.filter((name) => changeable.has(name))
  const fixed = collision.properties.filter((name) => !changeable.has(name))
  const own = await context.send(beside(first.draft, elsewhere(context, await next()), fixed), 'valid')
  const record = isSuccess(own.status) ? context.run.records.createdBy(own) : undefined
  return record ? onto(change, collision, { first, other, record, changed }) : []
}

interface Pair {
  readonly first: Answer
  /** What the first request created. */
  readonly other: Fixture
  /** The record to change. */
  readonly record: Fixture
  /** The properties to change. */
  readonly changed: readonly string[]
}

async function onto(
  { context, base, resource }: Change,
  { properties, forbidden }: Collision,
  { first, other, record, changed }: Pair,
): Promise<readonly Provocation[]> {
  const { operation } = base
  const kept = context.group.fixtures.get(resource.name)
  context.group.fixtures.set(resource.name, record)
  const request = await acceptedDraft(context, operation)
  if (kept) context.group.fixtures.set(resource.name, kept)
  const draft = [leastOf(request), request]
    .map((each) => withValuesOf(first.draft, each, changed))
    .find((each) => isValid(context.api, each))
  if (!draft) return []
  return [
    {
      title: `a request with ${forbidden.title}`,
      intent: 'valid',
      draft,
      done: [first],
      forbidden,
      isStillForbidden: () => isShared(context, resource, properties, [other, record]),
    },
  ]
}

/** A partial update without its own values, some of which may end what collides: `status: cancelled`. */
function leastOf(request: Draft): Draft {
  const body = bodyValue(request)
  const guard = request.version?.property ?? ''
  if (request.operation.method !== 'PATCH' || !isJsonObject(body)) return request
  return {
    ...withBody(request, body[guard] === undefined ? {} : { [guard]: body[guard] }),
    bindings: request.bindings.filter((each) => each.in === 'path'),
  }
}

/** Whether both records have the same values of the properties, and the same states: in others they may not collide. */
async function isShared(
  context: Context,
  resource: Resource,
  names: readonly string[],
  records: readonly [Fixture, Fixture],
): Promise<boolean> {
  const [one, other] = [
    await readItem(context, resource, records[0]),
    await readItem(context, resource, records[1]),
  ].map((seen) => seen?.record)
  if (!one || !other) return false
  const isEqual = (name: string): boolean => equalJson(one[name] ?? null, other[name] ?? null)
  return (
    names.every((name) => one[name] !== undefined && isEqual(name)) &&
    stateProperties(context.api, resource).every(isEqual)
  )
}

/** The request for a record in the same place as that of another request, with the same values of these properties. */
export const beside = (first: Draft, next: Draft, names: readonly string[]): Draft => ({
  ...withValuesOf(first, next, names),
  path: first.path,
  bindings: [
    ...first.bindings.filter((each) => each.in === 'path'),
    ...withValuesOf(first, next, names).bindings.filter((each) => each.in === 'body'),
  ],
})

/** The request with the values of another one of those properties that it has. */
function withValuesOf(first: Draft, next: Draft, names: readonly string[]): Draft {
  const [made, body] = [bodyValue(first), bodyValue(next)]
  if (!isJsonObject(made) || !isJsonObject(body)) return next
  const values = names.flatMap((name): readonly (readonly [string, Json])[] =>
    made[name] === undefined ? [] : [[name, made[name]]],
  )
  const isOf = ({ in: place, at }: Draft['bindings'][number]): boolean =>
    place === 'body' && names.includes(at.slice(1))
  return {
    ...withBody(next, { ...body, ...Object.fromEntries(values) }),
    bindings: [...next.bindings.filter((each) => !isOf(each)), ...first.bindings.filter(isOf)],
  }
}

/** The request at another time. */
function elsewhere(context: Context, draft: Draft): Draft {
  const body = bodyValue(draft)
  if (body === undefined) return draft
  const ranges = rangesOf(context.api, draft.operation).body
  return withBody(draft, withOtherPeriods(body, Number.parseInt(context.unique(1), 36), ranges))
}
