import type { Document, SchemaNode } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'

/** How ids are made of that of another record and a number that counts there: `WEB-12` is the twelfth ticket of `WEB`. */
export interface CompositeId {
  /** The reference to the other record. */
  readonly reference: Reference
  /** What stands between both. */
  readonly separator: string
  /** The property that holds the number alone, if records have one. */
  readonly number: string | undefined
}

/**
 * The way in which the ids of a resource are made of others, by its description, "Key of the project and number of the ticket", or by
 * their patterns: `^[A-Z]+-\d+$` beside `^[A-Z]+$`. Undefined for other ids.
 */
export function compositeIdOf(
  document: Document,
  resource: Resource,
  resources: readonly Resource[],
): CompositeId | undefined {
  const properties = possiblePropertiesOf(document, resource.record)
  const id = properties.get(resource.idProperty ?? '')
  if (!id || resource.idType !== 'string' || resource.scope.length > 0) return undefined
  const composite = resource.references.flatMap((reference): readonly CompositeId[] => {
    const target = resources.find(({ name }) => name === reference.resource)
    const node = properties.get(reference.property)
    const isSingle = node !== undefined && !typesOf(document, node).has('array')
    if (!target || target === resource || reference.idProperty !== undefined || !isSingle) return []
    const separator = separatorIn(document, id, target)
    return separator === undefined
      ? []
      : [{ reference, separator, number: numberAmong(document, properties) }]
  })
  return composite.length === 1 ? composite[0] : undefined
}

/** What stands before the number in an id that begins with that of another record; undefined if it does not. */
function separatorIn(document: Document, id: SchemaNode, target: Resource): string | undefined {
  const other = possiblePropertiesOf(document, target.record).get(target.idProperty ?? '')
  const [pattern, otherPattern] = [id, other].map((node) => {
    const text = node && keywordOf(document, node, 'pattern')
    return typeof text === 'string' ? text.replace(/^\^|\$$/g, '') : undefined
  })
  const rest =
    pattern !== undefined && otherPattern !== undefined && pattern.startsWith(otherPattern)
      ? pattern.slice(otherPattern.length)
      : ''
  const [, separator] = /^([-_./#]?)(?:\[0-9\]|\\d)[+*{]/.exec(rest.replace(/\((?=[^()]*\)$)|\)$/g, '')) ?? []
  if (separator !== undefined && separator !== '') return separator
  const beginning = `${singularWordsOf(target.idProperty ?? '')} of the ${singularNounOf(target.name)}`
  const isDescribed = normalizedSentences(schemaDescription(document, id)).some((sentence) =>
    new RegExp(` (?:the )?${beginning} (?:and|plus|followed by) .*number `).test(sentence),
  )
  return isDescribed ? '-' : undefined
}

function numberAmong(document: Document, properties: ReadonlyMap<string, SchemaNode>): string | undefined {
  return [...properties].find(
    ([name, node]) =>
      typesOf(document, node).has('integer') &&
      /^(?:\w+ )?(?:number|sequence)$/.test(wordsOf(name).join(' ')),
  )?.[0]
}
