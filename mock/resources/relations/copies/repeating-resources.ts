import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../../spec/util/memo.ts'
import type { CrudOptions } from '../../options.ts'
import { referring } from '../../resource-index.ts'
import { linksOf } from '../links.ts'
import type { Repeated } from './repeated.ts'

/** A property of a resource's records that repeats one of another record. */
interface Repeating {
  readonly resource: Resource
  readonly repeated: Repeated
}

const known = new WeakMap<Resource, readonly Repeating[]>()

/**
 * The texts in top-level records that repeat those of a resource's records, and follow them: `customerName`. Numbers stay as they were:
 * an order keeps the price that it was placed at.
 */
export function repeating(options: CrudOptions, owner: Resource): readonly Repeating[] {
  return getOrInsertComputed(known, owner, () => findRepeating(options, owner))
}

function findRepeating(options: CrudOptions, owner: Resource): readonly Repeating[] {
  const { document, model } = options
  const others = referring(model, owner).filter(
    ({ scope, idProperty }) => scope.length === 0 && idProperty !== undefined,
  )
  return others.flatMap((resource) => {
    const { repeated } = linksOf(options, { from: resource, node: resource.record, sent: [], depth: 0 })
    const properties = possiblePropertiesOf(document, resource.record)
    const isText = (name: string): boolean => {
      const node = properties.get(name)
      return node !== undefined && typesOf(document, node).has('string')
    }
    return repeated.flatMap((each) =>
      each.by.resource === owner.name && isText(each.property) ? [{ resource, repeated: each }] : [],
    )
  })
}
