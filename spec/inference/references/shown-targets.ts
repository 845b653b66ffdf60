import type { Document, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { normalizeName, singular } from '../prose/words.ts'
import { isExpandable } from './expandable.ts'
import { summarizedNoun } from './names.ts'
import { areSiblings, nearest, type Referrer } from './nearest.ts'
import { constantType, isIdOf, isRecordSummary, knownByPattern, type ReferenceTargets } from './targets.ts'

/** The resource whose records, whole or in part, a property shows: found by their schema, or by the property's name. */
export function shownTarget(
  document: Document,
  referrer: Referrer,
  property: string,
  schema: SchemaNode,
  targets: ReferenceTargets,
): Resource | undefined {
  const { byNoun, byType, bySchema } = targets
  const node = itemOf(document, schema)
  if (!typesOf(document, node).has('object') || isExpandable(document, node)) return undefined
  const [typed, ...others] = byType.get(constantType(document, node) ?? null) ?? []
  const isOnlyOne = typed && others.length === 0 && typed.name !== referrer.name
  if (isOnlyOne && isRecordSummary(document, node, typed)) return typed
  const sameSchema = bySchema(node).find((each) => each.name !== referrer.name)
  const named = (byNoun.get(normalizeName(singular(property))) ?? []).filter((other) => {
    const id = possiblePropertiesOf(document, node).get(other.idProperty ?? '')
    const isNear = other.scope.length === 0 || areSiblings(referrer, other)
    return isNear && id !== undefined && isIdOf(document, id, other)
  })
  if (sameSchema && named.includes(sameSchema)) return sameSchema
  return (
    nearest(referrer, named) ??
    sameSchema ??
    nearest(referrer, namedBySchema(document, node, byNoun)) ??
    knownByPattern(document, possiblePropertiesOf(document, node).get('id'), targets).find(
      ({ idProperty }) => idProperty === 'id',
    )
  )
}

/** Resources with records that a schema is named after, such as `UserRef`, and has some of the properties of. */
function namedBySchema(
  document: Document,
  node: SchemaNode,
  byNoun: ReferenceTargets['byNoun'],
): readonly Resource[] {
  return partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).flatMap((part) => {
    const named = byNoun.get(summarizedNoun(part.pointer) ?? '')
    return (named ?? []).filter((other) => other.scope.length === 0 && isRecordSummary(document, part, other))
  })
}

/** Whether a property beside the id of a record shows that record: `favourite: {id, name}` beside `favouriteId`. */
export function showsId(document: Document, node: SchemaNode, target: Resource): boolean {
  const id = possiblePropertiesOf(document, node).get(target.idProperty ?? '')
  return id !== undefined && !isExpandable(document, node) && isIdOf(document, id, target)
}
