import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { sentParameters } from '../../parameters/members.ts'
import type { Resource } from '../../resources.ts'
import { itemOf, itemsOf, possiblePropertiesOf, propertyAt } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { anyCase } from '../constraints/letter-case.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'
import { referencedNoun } from '../references/names.ts'
import { boundsIn, isSameKind, soleBound, type Bound } from './bounds.ts'
import { isSeparated } from './filters.ts'
import { filterName, parseNotEqual } from './operators.ts'
import { isFieldSelection } from './paging.ts'
import { parseTextMatch, type TextMatch } from './text-match.ts'

/** A condition other than equality that a query parameter of a list sets on a property of its items. */
export interface Condition extends Omit<Bound, 'kind'> {
  /**
   * `least` and `most`: a bound of a number or a time (`minPrice`, `created_after`). `member`: a value that an array has. `reference`:
   * the id of a record that the property shows (`ownerId`). `part`: a part of a string (`title__icontains`). `unlike`: any other value
   * (`status[ne]`).
   */
  readonly kind: Bound['kind'] | 'member' | 'reference' | 'part' | 'unlike'
  /** The name of the id in the shown record, for `reference`. */
  readonly idProperty?: string
  /** Whether a text with several values that commas separate, for `member`, asks for all of them or any. */
  readonly of?: 'all' | 'any'
  /** Which part has to match, for `part`. */
  readonly match?: TextMatch
}

/** The conditions of a list beside its filters. A parameter that may mean several properties has none. */
export function conditionsOf(
  document: Document,
  operation: Operation,
  { record, filters, paging, references }: Pick<Resource, 'record' | 'filters' | 'paging' | 'references'>,
): readonly Condition[] {
  const taken = new Set([paging?.size, paging?.position, ...filters.map(({ parameter }) => parameter)])
  const properties = possiblePropertiesOf(document, record)
  const conditionsFor = (parameter: Parameter): readonly Condition[] => {
    const range = boundsIn(document, parameter, properties)
    if (range.length > 0 || taken.has(parameter.name)) return range
    const reference = referenceCondition(document, parameter, properties, references)
    return reference ? [reference] : propertyConditions(document, parameter, properties)
  }
  return operation.parameters
    .filter((parameter) => parameter.in === 'query' && !isFieldSelection(parameter.name))
    .flatMap((parameter): readonly Condition[] => {
      const range = parameter.members ? boundsIn(document, parameter, properties) : []
      return range.length > 0 ? range : sentParameters(parameter).flatMap(conditionsFor)
    })
}

/** A condition on a record that the items show: `owner`, `ownerId` or `filter[owner]`. */
function referenceCondition(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
  references: Resource['references'],
): Condition | undefined {
  const { schema, name } = parameter
  const reference = references.find(({ property, idProperty }) => {
    const node = properties.get(property)
    const shown = node && itemOf(document, node)
    const id = idProperty === undefined ? undefined : propertyAt(document, shown, [idProperty])
    const asked = schema && itemOf(document, schema)
    if (!asked || !id || !namesReference(name, property)) return false
    // An id that is a number may be asked for as a text.
    const isOpen =
      (referencedNoun(name) === undefined || isNumeric(typesOf(document, id))) &&
      typesOf(document, asked).has('string')
    return isOpen || isSameKind(document, asked, id)
  })
  return reference?.idProperty === undefined
    ? undefined
    : { parameter, property: reference.property, kind: 'reference', idProperty: reference.idProperty }
}

/** Whether a parameter takes an id, rather than anything that identifies a record. */
export const asksForId = ({ parameter }: Condition): boolean => referencedNoun(parameter.name) !== undefined

function namesReference(name: string, property: string): boolean {
  const asked = filterName(name)
  return [asked, referencedNoun(asked)].some((each) => each !== undefined && isNamed(each, property))
}

function propertyConditions(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): readonly Condition[] {
  const { schema, name } = parameter
  if (!schema) return []
  const member = [...properties].find(
    ([property, node]) =>
      [filterName(name), filterName(name).replace(/[_-]?name$/i, '')].some((each) =>
        isNamed(each, property.replace(/[_-]?list$/i, '')),
      ) && isListOf(document, node, schema),
  )
  if (member) {
    const of = numberWanted(document, parameter, schema)
    return [{ parameter, property: member[0], kind: 'member', ...(of && { of }) }]
  }
  const operator =
    operatorCondition(document, parameter, properties) ?? partOf(document, parameter, properties)
  if (operator) return [operator]
  const bound = soleBound(document, parameter, properties)
  return bound ? [bound] : []
}

/** Says that several values all have to match, in words that are not about what the list returns: "all tags must be present". */
const wantsAll =
  /\b(?:ha(?:s|ve|ving)|with|match(?:es|ing)?|contain(?:s|ing)?) (?:all|every|each)\b|\b(?:all|every)\b[^.;]*\b(?:must|have to|needs? to)\b/i

/**
 * Whether several values have to match: "Comma-separated label names, issues must have all of them". Undefined for a parameter with one
 * value.
 */
function numberWanted(
  document: Document,
  parameter: Parameter,
  schema: SchemaNode,
): 'all' | 'any' | undefined {
  const text = parameterDescription(document, parameter)
  if (isSeparated(document, parameter)) return /\b(?:all|every|each)\b/i.test(text) ? 'all' : 'any'
  return typesOf(document, schema).has('array') && wantsAll.test(text) ? 'all' : undefined
}

/** A condition with an operator at the end of the parameter's name: `title__icontains`, `status[ne]`. */
function operatorCondition(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const { schema, name } = parameter
  const match = parseTextMatch(filterName(name))
  const subject = match?.subject ?? parseNotEqual(filterName(name))
  if (!schema || subject === undefined) return undefined
  const subjectProperty = [...properties].find(
    ([property, node]) => isNamed(subject, property) && isSameKind(document, schema, node),
  )
  if (!subjectProperty) return undefined
  const [property, node] = subjectProperty
  if (!match) return { parameter, property, kind: 'unlike' }
  return typesOf(document, node).has('string') ? { parameter, property, kind: 'part', match } : undefined
}

/** "Part of the teacher's name", of the parameter and the property `teacher`. */
function partOf(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): Condition | undefined {
  const text = parameterDescription(document, parameter)
  const [property, node] = [...properties].find(([each]) => isNamed(filterName(parameter.name), each)) ?? []
  if (!/^\W*(?:(?:a )?part of|partial match) /i.test(text) || property === undefined || !node)
    return undefined
  const ignoresCase = normalizedSentences(text).some((each) => anyCase.test(each))
  return typesOf(document, node).has('string')
    ? { parameter, property, kind: 'part', match: { at: 'anywhere', ignoresCase } }
    : undefined
}

const isNamed = (name: string, property: string): boolean =>
  singularWordsOf(name).replaceAll(' ', '') === singularWordsOf(property).replaceAll(' ', '')

/** Whether a property is an array of the parameter's value, or of its items. */
function isListOf(document: Document, node: SchemaNode, asked: SchemaNode): boolean {
  const items = itemsOf(document, node)
  return (
    items !== undefined &&
    typesOf(document, node).has('array') &&
    isSameKind(document, itemOf(document, asked), items)
  )
}
