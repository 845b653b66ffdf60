import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { requestSchema, responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { isSameSchema } from '../../../../spec/inference/schemas/similarity.ts'
import { isArray, type Json } from '../../../../spec/json.ts'
import { jsonSent } from '../../../../spec/request.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { lastPart } from '../../../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { keywordOf } from '../../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { ok, refuse, type Behaviour } from '../../../behaviour.ts'
import { after } from '../../../maybe-promise.ts'
import { actionRole } from '../../actions/action-role.ts'
import type { BehaviourOf, Handler } from '../../endpoint.ts'
import { singletonId } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { existing } from '../../records/existing.ts'
import { nothingRemoved, nothingSent, save } from '../save.ts'

/** Where the elements of an array, or of an array of arrays, are read and set. */
interface Elements {
  readonly resource: Resource
  /** The property with the array. */
  readonly property: string
  /** The path parameters with the index in each array, the outermost first, and the index that they begin with. */
  readonly indexes: readonly { readonly parameter: string; readonly first: number }[]
}

/**
 * The behaviour of an operation on an element of an array by its index: `PUT /board/{row}/{column}` of a `/board` that shows all
 * squares. The response is the element, or else the whole record.
 */
export function elementBehaviour(
  options: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const elements = elementsOf(options, operation)
  if (!elements) return undefined
  const { resource, property, indexes } = elements
  const body = responseSchema(operation)
  const showsRecord = body !== undefined && isSameSchema(options.document, body, resource.record)
  const act: Handler = (endpoint, context) => {
    const { request } = context
    const at = indexes.map(({ parameter, first }) => Number(request.path[parameter]) - first)
    return after(existing(endpoint, context, singletonId), (before) => {
      const array = before?.[property]
      if (!before || array === undefined || elementAt(array, at) === undefined)
        return refuse(404, 'not_found', `There is no such element of ${property}.`)
      if (operation.method === 'GET') return ok(200, elementAt(array, at))
      const states = { [property]: withElement(array, at, jsonSent(request) ?? null) }
      const change = { id: singletonId, sent: nothingSent, before, removed: nothingRemoved, states }
      return after(save(endpoint, context, change), (record) =>
        showsRecord
          ? ok(endpoint.operation.status, record)
          : after(context.next(), (outcome) =>
              outcome.kind === 'ok' && outcome.body !== undefined
                ? { ...outcome, body: elementAt(record[property] ?? null, at) ?? null }
                : outcome,
            ),
      )
    })
  }
  return behaviourOf({ resource, operation: actionRole(operation, [], showsRecord) }, act)
}

function elementsOf({ document, model }: CrudOptions, operation: Operation): Elements | undefined {
  const [, base = '', inPath = ''] = /^(.*?)((?:\/\{[^/]*\})+)$/.exec(operation.path) ?? []
  const schema = operation.method === 'GET' ? responseSchema(operation) : requestSchema(operation)
  const parameters = inPath.split('/').flatMap((segment) => {
    const name = segment.slice(1, -1)
    return operation.parameters.find((each) => each.in === 'path' && each.name === name) ?? []
  })
  const areIndexes = parameters.every((each) => each.schema && typesOf(document, each.schema).has('integer'))
  const resource = model.resources.find(({ kind, itemPath }) => kind === 'singleton' && itemPath === base)
  if (!resource || !schema || parameters.length === 0 || !areIndexes) return undefined
  const arrays = [...possiblePropertiesOf(document, resource.record)].flatMap(([name, node]) => {
    const element = nestedItems(document, node, parameters.length)
    return element && isSameSchema(document, element, schema) ? [name] : []
  })
  const property = arrays.find((name) => name === lastPart(base)) ?? arrays[0]
  const indexes = parameters.map(({ name, schema: each }) => ({
    parameter: name,
    first: each && keywordOf(document, each, 'minimum') === 1 ? 1 : 0,
  }))
  return property === undefined ? undefined : { resource, property, indexes }
}

/** The schema of the elements of arrays that are so deep in one another. */
function nestedItems(document: Document, node: SchemaNode, depth: number): SchemaNode | undefined {
  const items = depth > 0 ? itemsOf(document, node) : undefined
  return depth === 0 ? node : items && nestedItems(document, items, depth - 1)
}

function elementAt(value: Json, [index, ...rest]: readonly number[]): Json | undefined {
  if (index === undefined) return value
  const item = isArray(value) ? value[index] : undefined
  return item === undefined ? undefined : elementAt(item, rest)
}

function withElement(value: Json, [index, ...rest]: readonly number[], element: Json): Json {
  if (index === undefined) return element
  return isArray(value) ? value.with(index, withElement(value[index] ?? null, rest, element)) : value
}
