import type { Operation } from '../../spec/document.ts'
import { describedLimits, type DescribedLimit } from '../../spec/inference/numbers/described-limits.ts'
import { isJsonObject, type JsonObject } from '../../spec/json.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { bodySchema, resourceNamed, type Api } from '../api/api.ts'
import { bodyValue, withBody } from '../draft.ts'
import type { Draft } from '../interaction.ts'
import { isValid } from './validity.ts'

/** By operation and by the names of the resources that may set them. */
const known = new WeakMap<Operation, Map<string, readonly DescribedLimit[]>>()

/** The limits that properties of the records in the path, and of those that the body refers to, set for what is sent. */
export function limitsOf(api: Api, { operation, bindings }: Draft): readonly DescribedLimit[] {
  const schema = bodySchema(operation)
  const names = [...new Set(bindings.map(({ fixture }) => fixture.resource))]
  if (!schema || names.length === 0) return []
  const byNames = getOrInsertComputed(known, operation, () => new Map())
  return getOrInsertComputed(byNames, names.join(), () => {
    const related = names.flatMap((name) => resourceNamed(api, name) ?? [])
    return describedLimits(api.document, operation, schema, related)
  })
}

/**
 * The request with smaller numbers, if a record that it is about allows no more: as many guests as the room type takes.
 *
 * @param isWhole Whether to use up what the record in the path allows, or to leave most of it for later requests.
 */
export function withinLimits(api: Api, draft: Draft, isWhole: boolean): Draft {
  let within = draft
  for (const limit of limitsOf(api, draft)) {
    const place = draft.bindings.findLast(({ fixture }) => fixture.resource === limit.resource.name)
    const most = place?.fixture.record?.[limit.limit]
    const isUsedUp = place?.in === 'path' && isWhole
    if (!place || typeof most !== 'number' || (!isUsedUp && sumOf(within, limit) <= most)) continue
    within = withSum(api, within, limit, place.in === 'path' && !isWhole ? 1 : most) ?? within
  }
  return within
}

function sumOf(draft: Draft, { properties }: DescribedLimit): number {
  const body = bodyValue(draft)
  const values = isJsonObject(body) ? properties.map((name) => body[name]) : []
  return values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0)
}

/** A request whose numbers add up to `sum`, in a way that is valid by the document. */
export function withSum(
  api: Api,
  draft: Draft,
  { properties }: DescribedLimit,
  sum: number,
): Draft | undefined {
  const body = bodyValue(draft)
  const [first, second] = properties
  if (!isJsonObject(body) || first === undefined) return undefined
  const parts: readonly JsonObject[] =
    second === undefined
      ? [{ [first]: sum }]
      : [1, 0, 2].map((part) => ({ [first]: sum - part, [second]: part }))
  return parts.map((part) => withBody(draft, { ...body, ...part })).find((each) => isValid(api, each))
}
