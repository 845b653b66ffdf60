import type { Document, SchemaNode } from '../../../spec/document.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import type { Json } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { branches, keywordOf, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { isObject, own } from '../../../spec/util/object.ts'
import type { Issue, Validator } from '../../../spec/validate.ts'
import {
  meaningOf,
  messageFiller,
  messagesByField,
  placeStyleOf,
  placeAndPath,
  scalarFillers,
  type ErrorFacts,
  type Filler,
  type Meaning,
  type Scalar,
} from './error-facts.ts'
import { isReasonPhrase } from './status-text.ts'

export interface FillerOptions {
  readonly document: Document
  readonly validator: Validator
}

/** The maximum depth, since schemas may be recursive. */
const maxDepth = 6

/** Creates the filler of an error schema. Reads the schema once, not for each error. */
export function createFiller(options: FillerOptions, node: SchemaNode): Filler {
  return fillerOf(options, node, 0)
}

/** The branches of a schema's `oneOf` and `anyOf`, and the schema itself: the candidates for a filler. */
export function alternatives(document: Document, node: SchemaNode): readonly SchemaNode[] {
  const target = resolveRef(document, node)
  return [...branches(target, 'oneOf'), ...branches(target, 'anyOf'), node]
}

function fillerOf(options: FillerOptions, node: SchemaNode, depth: number): Filler {
  if (depth > maxDepth) return nothing
  const types = typesOf(options.document, node)
  if (types.has('array') && !types.has('object')) return listFiller(options, node, depth, true)
  const properties = possiblePropertiesOf(options.document, node)
  if (properties.size > 0) return objectFiller(options, node, properties, depth)
  if (types.has('string')) return messageFiller(false)
  return types.has('object') && listsTexts(options.document, node) ? messagesByField : nothing
}

/** Whether an object has a list of texts for any name: `{ "title": ["This field is required."] }`. */
function listsTexts(document: Document, node: SchemaNode): boolean {
  const value = keywordOf(document, node, 'additionalProperties')
  const items = isObject(value) ? itemsOf(document, { schema: value, pointer: node.pointer }) : undefined
  return items !== undefined && typesOf(document, items).has('string')
}

const nothing: Filler = () => undefined

function objectFiller(
  options: FillerOptions,
  node: SchemaNode,
  properties: ReadonlyMap<string, SchemaNode>,
  depth: number,
): Filler {
  const required = requiredOf(options.document, node)
  const meanings = [...properties.keys()].map(meaningOf)
  const siblings = new Set(meanings)
  const hasSeveralPaths =
    meanings.filter(isPlace).length > 1 && [...properties.keys()].some((name) => /^param/i.test(name))
  const hasPlaceBeside =
    meanings.some(isPlace) || [...properties.values()].some((each) => hasPath(options.document, each))
  const fillers = [...properties].map(([name, property]) => {
    const isRequired = required.has(name)
    const target = { name, property, siblings, hasSeveralPaths, hasPlaceBeside, isRequired }
    const fill = propertyFiller(options, target, depth + 1)
    const isKnown = isRequired || meaningOf(name) !== undefined
    return [name, onlyValid(options.validator, property, fill, isKnown)] as const
  })
  return (facts) => {
    let filled: Record<string, Json> | undefined
    for (const [name, fill] of fillers) {
      const value = fill(facts)
      if (value !== undefined) (filled ??= createDictionary())[name] = value
    }
    return filled
  }
}

/** Leaves out values that violate their schema. Arrays and objects of known meaning are validated later, as part of the whole error. */
function onlyValid(validator: Validator, node: SchemaNode, fill: Filler, isKnown: boolean): Filler {
  return (facts) => {
    const value = fill(facts)
    if (value === undefined || (typeof value === 'object' && isKnown)) return value
    return validator.of(node, 'response').accepts(value) ? value : undefined
  }
}

interface Property {
  readonly name: string
  readonly property: SchemaNode
  /** The meanings of all properties of the object. */
  readonly siblings: ReadonlySet<Meaning | undefined>
  /** Whether several of them are paths, one of which is for parameters, as in JSON:API's `source`. */
  readonly hasSeveralPaths: boolean
  /** Whether one of them tells the place of a value, itself or in an object. */
  readonly hasPlaceBeside: boolean
  readonly isRequired: boolean
}

function propertyFiller(options: FillerOptions, target: Property, depth: number): Filler {
  const { name, property, siblings, hasSeveralPaths, isRequired } = target
  const isCode = name === 'id' && /\bcode\b/i.test(schemaDescription(options.document, property))
  const types = typesOf(options.document, property)
  const isByField = name === 'fields' && types.has('object')
  const meaning = isCode ? 'code' : isByField ? 'details' : meaningOf(name)
  // `{"data": null, "error": {…}}`, `{"message": "…", "extensions": {"code": "…"}}`
  if (name === 'data' && siblings.has('error') && types.has('null')) return () => null
  if (name === 'extensions') return nestedFiller(options, property, meaning, depth)
  if (meaning === undefined && !isRequired)
    return hasPath(options.document, property) ? ofIssues(fillerOf(options, property, depth)) : nothing
  if (types.has('array')) {
    const usual =
      (meaning === undefined ? usualList(options.document, property) : undefined) ??
      (name === 'schemas' ? ['urn:ietf:params:scim:api:messages:2.0:Error'] : undefined)
    if (usual) return () => usual
    const isAlone = !['message', 'code', 'title', 'error'].some(
      (each) => each !== meaning && siblings.has(each as Meaning),
    )
    if (isPlace(meaning)) return isRequired ? (facts) => placeAndPath(facts) ?? [] : placeAndPath
    return listFiller(options, property, depth, isRequired || isAlone)
  }
  if (types.has('object') && !types.has('string')) return nestedFiller(options, property, meaning, depth)
  if (meaning === undefined) return nothing
  if (name === 'name' && siblings.has('status') && siblings.has('message')) return nameOfError
  const fill = scalarFillers[meaning](scalarOf(options.document, target))
  if (!isPlace(meaning) || !hasSeveralPaths) return fill
  const isOfParameter = /^param/i.test(name)
  return (facts) => (facts.issue && (facts.issue.in === 'body') === isOfParameter ? undefined : fill(facts))
}

/** What errors are called in JavaScript: `NotFoundError`. */
const nameOfError: Filler = ({ title, details }) =>
  details.length > 0 ? 'ValidationError' : `${title.replaceAll(/\W/g, '')}Error`

/** The list that a schema gives as an example or default, for what is the same in all errors. */
function usualList(document: Document, node: SchemaNode): Json[] | undefined {
  const { schema } = resolveRef(document, node)
  return [own(schema, 'default'), own(schema, 'example')].find((each): each is Json[] => Array.isArray(each))
}

/** Whether an object, or the items of a list, have a property for the path of an issue. */
function hasPath(document: Document, node: SchemaNode): boolean {
  const names = [...possiblePropertiesOf(document, itemsOf(document, node) ?? node).keys()]
  const places = names.filter((name) => isPlace(meaningOf(name)))
  // Many objects have a name. In an error it is that of a parameter.
  return places.some((name) => name !== 'name') || (places.length > 0 && names.some(isExplained))
}

const isExplained = (name: string): boolean => /^(?:message|reason|error|code|detail)$/.test(name)

const isPlace = (meaning: Meaning | undefined): boolean => meaning === 'path' || meaning === 'field'

const ofIssues =
  (fill: Filler): Filler =>
  (facts) =>
    facts.issue || facts.details.length > 0 ? fill(facts) : undefined

function nestedFiller(
  options: FillerOptions,
  node: SchemaNode,
  meaning: Meaning | undefined,
  depth: number,
): Filler {
  const hasProperties = possiblePropertiesOf(options.document, node).size > 0
  return meaning === 'details' && !hasProperties ? messagesByField : fillerOf(options, node, depth)
}

/** Writes an item for each detail. If there are none and the list must not be empty, an item for the refusal itself. */
function listFiller(options: FillerOptions, node: SchemaNode, depth: number, needsItem: boolean): Filler {
  const items = itemsOf(options.document, node)
  const fill = items ? fillerOf(options, items, depth + 1) : messageFiller(false)
  return (facts) => {
    const { details } = facts
    if (facts.issue !== undefined || (details.length === 0 && !needsItem)) return undefined
    if (details.length === 0) return listed(fill(facts))
    return details.flatMap((issue) => listed(fill(factsOfIssue(issue, facts))))
  }
}

const listed = (item: Json | undefined): Json[] => (item === undefined ? [] : [item])

/** The facts about one of the details. Spelled out, because spreading objects is slow in older versions of V8. */
function factsOfIssue(issue: Issue, { status, code, title, instance, now }: ErrorFacts): ErrorFacts {
  return { status, code, title, message: issue.message, details: [], instance, now, issue }
}

function scalarOf(
  document: Document,
  { property: node, siblings, hasPlaceBeside, isRequired }: Property,
): Scalar {
  const types = typesOf(document, node)
  const { schema } = resolveRef(document, node)
  const values = own(schema, 'enum')
  const format = own(schema, 'format')
  const examples = [own(schema, 'example'), own(schema, 'examples')]
    .flat()
    .filter((example) => typeof example === 'string')
  return {
    isNumber: !types.has('string') && isNumeric(types),
    isBoolean: types.has('boolean'),
    isUri: typeof format === 'string' && format.startsWith('uri'),
    values: Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [],
    showsTitle: examples.some(isReasonPhrase),
    isUpperCase: examples.some((each) => /^[A-Z][A-Z_]+$/.test(each)),
    isRequired,
    hasPlaceBeside,
    hasMessageBeside: siblings.has('message'),
    isOfSpring: (['status', 'time', 'message', 'path'] as const).every((each) => siblings.has(each)),
    placesAs: placeStyleOf([...examples, schemaDescription(document, node)]),
  }
}
