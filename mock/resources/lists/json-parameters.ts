import type { Document, Operation, Parameter, SchemaNode } from '../../../spec/document.ts'
import { isPageSize } from '../../../spec/inference/lists/paging.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import type { Behaviour } from '../../behaviour.ts'

/**
 * The operations as if what they take in one parameter as JSON, `filter={"where": {"state": "open"}, "limit": 5}`, were in parameters
 * of their own. Their ids and paths stay.
 */
export const withJsonParameters = (
  document: Document,
  operations: readonly Operation[],
): readonly Operation[] =>
  operations.map((operation) => {
    const parameters = operation.parameters.flatMap((each) => partsOf(document, each) ?? [each])
    return parameters.every((each, index) => each === operation.parameters[index])
      ? operation
      : { ...operation, parameters }
  })

/** Records on a page if the request asks for none: such APIs list all of them. */
const most = 1000

/** The members of a JSON parameter that shapes a list; undefined for any other. */
function partsOf(document: Document, parameter: Parameter): readonly Parameter[] | undefined {
  const members = membersOf(document, parameter)
  const { members: _, ...whole } = parameter
  if (![...members.keys()].some((name) => isPageSize(name) || name === 'where')) return undefined
  return [...members].flatMap(([name, node]): readonly Parameter[] => {
    if (partName(name, members) !== name) return []
    const schema = { default: most, ...Object(resolveRef(document, node).schema) }
    const part = { ...whole, name, required: false, content: undefined, examples: [] }
    return [{ ...part, schema: isPageSize(name) ? { ...node, schema } : node, pointer: node.pointer }]
  })
}

function membersOf(document: Document, { in: place, content }: Parameter): ReadonlyMap<string, SchemaNode> {
  return place === 'query' && content?.schema ? possiblePropertiesOf(document, content.schema) : new Map()
}

/** The name of a member: `skip` is another one for `offset`. */
const partName = (name: string, members: ReadonlyMap<string, SchemaNode>): string =>
  name === 'skip' && members.has('offset') ? 'offset' : name

/** Wraps the behaviour of an operation so that it gets the members of JSON parameters one by one. */
export function withParts(document: Document, { parameters }: Operation, behaviour: Behaviour): Behaviour {
  const whole = new Map(
    parameters.flatMap((each) => (partsOf(document, each) ? [[each.name, membersOf(document, each)]] : [])),
  )
  const partsIn = ([name, value]: readonly [string, Json]): readonly (readonly [string, Json])[] => {
    const members = whole.get(name)
    return members && isJsonObject(value)
      ? Object.entries(value).map(([member, each]) => [partName(member, members), each])
      : [[name, value]]
  }
  return ({ request, ...context }) => {
    const query = Object.fromEntries(Object.entries(request.query).flatMap(partsIn))
    return behaviour({ ...context, request: { ...request, query } })
  }
}
