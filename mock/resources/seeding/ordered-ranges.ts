import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { describedRanges } from '../../../spec/inference/records/described-ranges.ts'
import { namedRanges, type NamedRange } from '../../../spec/inference/records/named-ranges.ts'
import { compareOrdered } from '../../../spec/inference/lists/matching.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { acceptedBy } from '../../../spec/inference/bodies/accepted-schema.ts'
import type { CrudOptions } from '../options.ts'

/** Swaps the ends of ranges in a generated record that are in the wrong order: `minPrice` is never above `maxPrice`. */
export function withOrderedRanges(options: CrudOptions, resource: Resource, record: JsonObject): JsonObject {
  const { accepts } = options.validator.of(resource.record, 'response')
  let result = record
  for (const { lower, upper } of rangesOf(options, resource)) {
    const { [lower]: least = null, [upper]: most = null } = result
    const swapped = { ...result, [lower]: most, [upper]: least }
    if ((compareOrdered(least, most) ?? 0) > 0 && accepts(swapped)) result = swapped
  }
  return result
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
