import type { Document } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { normalizeName } from '../prose/words.ts'
import { nounBeforeId, resourceNoun } from './names.ts'
import { isIdOf, isRecordSummary } from './targets.ts'

/**
 * Properties that refer to another record of the same resource: by its id (`parentId`, `parent_category_id`, the `managerId` of an
 * employee, the `replyTo` of a comment), or by showing it, under any name. Nested resources are excluded from `parentId`, which
 * may be the record that their path runs through.
 */
export function selfReferences(document: Document, resource: Resource): readonly Reference[] {
  const { name, idProperty } = resource
  if (resource.kind !== 'collection' || idProperty === undefined) return []
  const record = resolveRef(document, resource.record)
  return [...possiblePropertiesOf(document, record)].flatMap(([property, schema]): readonly Reference[] => {
    if (property === idProperty || typesOf(document, schema).has('array')) return []
    const showsRecord =
      partsOf(document, schema, ['allOf', 'oneOf', 'anyOf']).some(
        ({ pointer }) => pointer === record.pointer,
      ) ||
      (isNamedForParent(property, resource, true) && isRecordSummary(document, schema, resource))
    if (showsRecord) return [{ property, resource: name, idProperty }]
    return isNamedForParent(property, resource, resource.idType === 'integer') &&
      isIdOf(document, schema, resource)
      ? [{ property, resource: name }]
      : []
  })
}

const people = /(?:employee|person|user|member|worker|colleague)$/
const replies = /(?:comment|reply|answer|note|post)$/

/**
 * Whether a property is named for the record above one of the resource, such as a parent or a manager.
 * @param allowBare whether the name may lack an `id` word: `parent`, `manager`
 */
function isNamedForParent(
  property: string,
  { name, parent, idProperty = 'id' }: Resource,
  allowBare: boolean,
): boolean {
  const [referenced, noun] = [nounBeforeId(property, idProperty), resourceNoun(name)]
  const relation = referenced ?? normalizeName(property)
  if (/^(?:in)?replyto$/.test(relation)) return referenced !== undefined || allowBare || replies.test(noun)
  if (referenced === undefined && !allowBare) return false
  if (people.test(noun) && /^(?:manager|supervisor|reportsto)$/.test(relation)) return true
  if (!relation.startsWith('parent')) return false
  const suffix = relation.slice('parent'.length)
  return suffix === '' ? parent === undefined : suffix === noun
}
