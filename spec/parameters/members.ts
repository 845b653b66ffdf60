import type { Document, Operation, Parameter } from '../document.ts'
import { isJsonObject, type Json, type JsonObject } from '../json.ts'
import { possiblePropertiesOf, requiredOf } from '../schemas/properties.ts'
import { typesOf } from '../schemas/types.ts'
import { perObject } from '../util/memo.ts'

/**
 * The members of a query parameter that is an object, by name, as parameters with the names that they have in a URL: `page[size]` in the
 * style `deepObject`, `size` in the exploded style `form` (OpenAPI 3.0.4 §4.7.12.4). Undefined if it is not sent in such parts.
 */
export function membersOf(document: Document, parameter: Parameter): Parameter['members'] {
  const { name, style, explode, schema, content } = parameter
  const isDeep = style === 'deepObject'
  if (parameter.in !== 'query' || content || !schema || !(isDeep || (style === 'form' && explode)))
    return undefined
  const types = typesOf(document, schema)
  if (!types.has('object') || [...types].some((type) => type !== 'object' && type !== 'null'))
    return undefined
  const required = requiredOf(document, schema)
  const members = [...possiblePropertiesOf(document, schema)].map(
    ([property, node]) =>
      [
        property,
        {
          ...parameter,
          name: isDeep ? `${name}[${property}]` : property,
          required: parameter.required && required.has(property),
          style: 'form',
          explode: true,
          schema: node,
          examples: [],
          pointer: node.pointer,
        },
      ] as const,
  )
  return members.length > 0 ? new Map(members) : undefined
}

/** The members of a parameter, or the parameter itself if it has none. */
export const sentParameters = (parameter: Parameter): readonly Parameter[] => [
  ...(parameter.members?.values() ?? [parameter]),
]

/** The query parameters of an operation, with the members of objects in place of these. */
export const queryParametersOf: (operation: Operation) => readonly Parameter[] = perObject(({ parameters }) =>
  parameters.filter((parameter) => parameter.in === 'query').flatMap(sentParameters),
)

const hasMembers = perObject(({ parameters }: Operation) => parameters.some(({ members }) => members))

/** The values in a query by the names of {@link queryParametersOf}. */
export function flatQuery(operation: Operation, query: JsonObject): JsonObject {
  if (!hasMembers(operation)) return query
  const flat: [string, Json][] = []
  for (const [name, value] of Object.entries(query)) {
    const members = operation.parameters.find((each) => each.in === 'query' && each.name === name)?.members
    if (!members || !isJsonObject(value)) flat.push([name, value])
    else
      for (const [member, each] of Object.entries(value))
        flat.push([members.get(member)?.name ?? member, each])
  }
  return Object.fromEntries(flat)
}

/** The query with the values that {@link flatQuery} shows by the names of members. */
export function nestedQuery(operation: Operation, flat: JsonObject): JsonObject {
  if (!hasMembers(operation)) return flat
  const rest = { ...flat }
  const objects = operation.parameters.flatMap(({ name, members }): readonly (readonly [string, Json])[] => {
    const own = [...(members ?? [])].flatMap(([member, parameter]): readonly (readonly [string, Json])[] => {
      const value = rest[parameter.name]
      delete rest[parameter.name]
      return value === undefined ? [] : [[member, value]]
    })
    return own.length === 0 ? [] : [[name, Object.fromEntries(own)]]
  })
  return { ...rest, ...Object.fromEntries(objects) }
}
