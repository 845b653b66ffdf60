import { acceptedBy } from '../../../spec/inference/bodies/accepted-schema.ts'
import { describedRanges } from '../../../spec/inference/constraints/described-ranges.ts'
import { namedRanges, soleRange, type NamedRange } from '../../../spec/inference/constraints/named-ranges.ts'
import { compareOrdered } from '../../../spec/inference/lists/matching.ts'
import { recordCreation } from '../../../spec/inference/records/record-creation.ts'
import { longestDuration, usualDuration } from '../../../spec/inference/times/described-durations.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { getOrInsertComputed, perObject } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'

/**
 * Swaps the ends of ranges in a generated record that are in the wrong order: `minPrice` is never above `maxPrice`. A period takes as long
 * as the document tells, or half of the longest time that it allows.
 */
export function withOrderedRanges(options: CrudOptions, resource: Resource, record: JsonObject): JsonObject {
  const { accepts } = options.validator.of(resource.record, 'response')
  let result = record
  for (const { lower, upper } of rangesOf(options, resource)) {
    const { [lower]: least = null, [upper]: most = null } = result
    const swapped = { ...result, [lower]: most, [upper]: least }
    if ((compareOrdered(least, most) ?? 0) > 0 && accepts(swapped)) result = swapped
  }
  const { range, milliseconds = 0 } = periodOf(options)(resource) ?? {}
  const start = range && result[range.lower]
  if (range && typeof start === 'string' && typeof result[range.upper] === 'string') {
    const end = new Date(Date.parse(start) + milliseconds).toISOString().replace('.000Z', 'Z')
    const short = { ...result, [range.upper]: end }
    if (accepts(short)) result = short
  }
  return result
}

const periodOf = perObject((options: CrudOptions) =>
  perObject((resource: Resource) => readPeriod(options, resource)),
)

/** The only period of the records of a resource, and how long it takes, if their creation tells. */
function readPeriod(
  { document }: CrudOptions,
  resource: Resource,
): { readonly range: NamedRange; readonly milliseconds: number } | undefined {
  const { operation, sent } = recordCreation(document, resource) ?? {}
  const range = operation && sent && soleRange(document, operation, sent)
  if (!range) return undefined
  const [usual, longest] = [usualDuration(operation), longestDuration(operation)]
  const milliseconds = usual?.milliseconds ?? (longest && longest.milliseconds / 2)
  return milliseconds === undefined ? undefined : { range, milliseconds }
}

const rangesByResource = new WeakMap<Resource, readonly NamedRange[]>()

function rangesOf(options: CrudOptions, resource: Resource): readonly NamedRange[] {
  return getOrInsertComputed(rangesByResource, resource, () => readRanges(options, resource))
}

/** The ranges that names, or descriptions of an operation that writes records, tell. Properties that refer to others have no order. */
function readRanges(options: CrudOptions, resource: Resource): readonly NamedRange[] {
  const { document, byId } = options
  const described = resource.operations.flatMap((operation) => {
    const declared = byId.get(operation.operationId)
    if (!declared) return []
    const accepted = acceptedBy(document, declared, operation, resource.nesting)
    return describedRanges(document, declared, accepted ?? resource.record)
  })
  const references = new Set(resource.references.map(({ property }) => property))
  return [...described, ...namedRanges(document, resource.record)].filter(
    ({ lower, upper }) => !references.has(lower) && !references.has(upper),
  )
}
