import type { NamedRange } from '../../../../../spec/inference/constraints/named-ranges.ts'
import { describedOverlap, sharedPlaces } from '../../../../../spec/inference/times/described-overlaps.ts'
import { isJsonObject, type JsonObject } from '../../../../../spec/json.ts'
import { isSuccess } from '../../../../answer.ts'
import { bodySchema, operationFor } from '../../../../api/api.ts'
import { rangesOf } from '../../../../api/described-ranges.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody } from '../../../../draft.ts'
import type { Draft } from '../../../../interaction.ts'
import { overlappingPeriods, periodsIn } from '../../../../requests/ordered-ranges.ts'
import { overlappingLengths, timedLengthIn } from '../../../../requests/timed-lengths.ts'
import { isValid } from '../../../../requests/validity.ts'
import { changeIntoAnother } from './collisions.ts'
import type { Provocation } from './provocation.ts'

/** New records at the time of another one that has the same references, where the document says that periods must not overlap. */
export async function overlaps(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const { operation } = base
  const overlap = describedOverlap(operation)
  const role = api.model.roles.get(operation.id)
  const sent = bodySchema(operation)
  if (!overlap || !sent || role?.operation.role !== 'create' || role.operation.requestPath.length > 0)
    return []
  const { pointer, status } = overlap
  const { values } = sharedPlaces(api.document, overlap, role.resource, sent)
  const first = await context.send(
    await acceptedDraft(context, operation, { fresh: true, attempt: 1 }),
    'valid',
  )
  const made = bodyValue(first.draft)
  if (!isSuccess(first.status) || !isJsonObject(made)) return []
  const when = periodOf(made, rangesOf(api, operation).body)
  if (!when) return []
  const found: Provocation[] = []
  for (const { relation, period } of when.overlapping) {
    const next = await acceptedDraft(context, operation, { attempt: 1 })
    const draft = inTheSamePlace(first.draft, next, values, period)
    const title = `a period that ${relation} that of another record`
    if (!draft || !isValid(api, draft)) continue
    found.push({
      title: `a request with ${title}`,
      intent: 'valid',
      draft,
      done: [first],
      forbidden: { forbiddenBy: pointer, status, cause: `body/${when.names[1]} overlapping`, title },
    })
  }
  return found
}

/** Changes of a record to the period of another one with the same references, where periods must not overlap. */
export async function overlappingChanges(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const { resource, operation: role } = api.model.roles.get(base.operation.id) ?? {}
  const creation = resource && operationFor(api, resource, 'create')?.operation
  if (!creation || !/^(?:replace|update)$/.test(role?.role ?? '') || role?.requestPath.length !== 0) return []
  const overlap = describedOverlap(base.operation, creation)
  const sent = bodySchema(creation)
  if (!overlap || !sent) return []
  const { pointer, status } = overlap
  const { values } = sharedPlaces(api.document, overlap, resource, sent)
  return changeIntoAnother({ context, base, resource }, (made) => {
    const when = periodOf(made, rangesOf(api, creation).body)
    if (!when) return undefined
    const places = [...resource.references.map(({ property }) => property), ...values].filter((name) =>
      Object.hasOwn(made, name),
    )
    const title = 'a period that equals that of another record'
    return {
      properties: [...places, ...when.names],
      forbidden: { forbiddenBy: pointer, status, cause: `body/${when.names[1]} overlapping`, title },
    }
  })
}

interface Period {
  /** The properties that tell it. */
  readonly names: readonly [string, string]
  readonly overlapping: ReturnType<typeof overlappingPeriods>
}

/** The only period of a record, by its beginning and its end or its length. */
function periodOf(made: JsonObject, ranges: readonly NamedRange[]): Period | undefined {
  const [range, ...others] = periodsIn(made, ranges)
  if (others.length > 0) return undefined
  if (range) return { names: [range.lower, range.upper], overlapping: overlappingPeriods(made, range) }
  const timed = timedLengthIn(made)
  return timed && { names: [timed.start, timed.length], overlapping: overlappingLengths(timed) }
}

/** A new request with the references, these values and the path of another one, and with another period. */
function inTheSamePlace(
  first: Draft,
  next: Draft,
  values: readonly string[],
  period: JsonObject,
): Draft | undefined {
  const [made, body] = [bodyValue(first), bodyValue(next)]
  if (!isJsonObject(made) || !isJsonObject(body)) return undefined
  const names = new Set([...first.bindings.map(({ at }) => at.slice(1)), ...values])
  const references = Object.entries(made).filter(([name]) => names.has(name))
  const { path, bindings } = first
  return { ...withBody(next, { ...body, ...Object.fromEntries(references), ...period }), path, bindings }
}
