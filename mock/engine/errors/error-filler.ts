import type { Document, SchemaNode } from '../../../spec/document.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import type { Json } from '../../../spec/json.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { branches, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { createDictionary } from '../../../spec/util/dictionary.ts'
import { own } from '../../../spec/util/object.ts'
import type { Issue, Validator } from '../../../spec/validate.ts'
import {
  meaningOf,
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

/** Whether the schema has a place for details. If not, they become part of the message. */
export function holdsDetails(document: Document, node: SchemaNode, depth = 0): boolean {
  if (depth > maxDepth) return false
  return [...possiblePropertiesOf(document, node)].some(([name, property]) => {
    const types = typesOf(document, property)
    const meaning = meaningOf(name)
    if (isOpenList(document, property)) return false
    if (
      meaning === 'details' ||
      (types.has('array') && (meaning !== undefined || hasPath(document, property)))
    )
      return true
    return types.has('object') && holdsDetails(document, property, depth + 1)
  })
}

/** Whether a property is a list of objects of which nothing is known: there is no place for details in them. */
function isOpenList(document: Document, node: SchemaNode): boolean {
  const items = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  if (!items) return false
  const types = typesOf(document, items)
  return types.size === 1 && types.has('object') && possiblePropertiesOf(document, items).size === 0
}

function fillerOf(options: FillerOptions, node: SchemaNode, depth: number): Filler {
  if (depth > maxDepth) return nothing
  const types = typesOf(options.document, node)
  if (types.has('array') && !types.has('object')) return listFiller(options, node, depth, true)
  const properties = possiblePropertiesOf(options.document, node)
  if (properties.size > 0) return objectFiller(options, node, properties, depth)
  return types.has('string') ? ({ message }) => message : nothing
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
  const fillers = [...properties].map(([name, property]) => {
    const fill = propertyFiller(
      options,
      { name, property, siblings, hasSeveralPaths, isRequired: required.has(name) },
      depth + 1,
    )
    return [name, validScalars(options.validator, property, fill)] as const
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

/** Leaves out scalars that violate their schema. Arrays and objects are validated later, as part of the whole error. */
function validScalars(validator: Validator, node: SchemaNode, fill: Filler): Filler {
  return (facts) => {
    const value = fill(facts)
    if (value === undefined || typeof value === 'object') return value
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
  readonly isRequired: boolean
}

function propertyFiller(options: FillerOptions, target: Property, depth: number): Filler {
  const { name, property, siblings, hasSeveralPaths, isRequired } = target
  const meaning = meaningOf(name)
  const types = typesOf(options.document, property)
  if (meaning === undefined && !isRequired)
    return hasPath(options.document, property) ? ofIssues(fillerOf(options, property, depth)) : nothing
  if (types.has('array')) {
    const isAlone = !['message', 'code', 'title', 'error'].some(
      (each) => each !== meaning && siblings.has(each as Meaning),
    )
    if (isPlace(meaning)) return isRequired ? (facts) => placeAndPath(facts) ?? [] : placeAndPath
    return listFiller(options, property, depth, isRequired || isAlone)
  }
  if (types.has('object') && !types.has('string')) return nestedFiller(options, property, meaning, depth)
  if (meaning === undefined) return nothing
  const fill = scalarFillers[meaning](scalarOf(options.document, property, siblings))
  if (!isPlace(meaning) || !hasSeveralPaths) return fill
  const isOfParameter = /^param/i.test(name)
  return (facts) => (facts.issue && (facts.issue.in === 'body') === isOfParameter ? undefined : fill(facts))
}

/** Whether an object, or the items of a list, have a property for the path of an issue. */
function hasPath(document: Document, node: SchemaNode): boolean {
  const names = possiblePropertiesOf(document, itemsOf(document, node) ?? node).keys()
  return [...names].some((name) => isPlace(meaningOf(name)))
}

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
  const fill: Filler = items ? fillerOf(options, items, depth + 1) : ({ message }) => message
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

function scalarOf(document: Document, node: SchemaNode, siblings: ReadonlySet<Meaning | undefined>): Scalar {
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
    hasMessageBeside: siblings.has('message'),
    isOfSpring: (['status', 'time', 'message', 'path'] as const).every((each) => siblings.has(each)),
    placesAs: placeStyleOf([...examples, schemaDescription(document, node)]),
  }
}
