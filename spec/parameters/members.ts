import type { Document, Operation, Parameter } from '../document.ts'
import { isJsonType } from '../http/media-type.ts'
import { possiblePropertiesOf, requiredOf } from '../schemas/properties.ts'
import { typesOf } from '../schemas/types.ts'
import { perObject } from '../util/memo.ts'

/**
 * The members of a query parameter that is an object, by name, as parameters with the names that they have in a URL: `page[size]` in the
 * style `deepObject`, `size` in the exploded style `form` (OpenAPI 3.0.4 §4.7.12.4), or with their own names if it is sent as JSON, as
 * LoopBack's `filter={"limit":10}`. Undefined if it is sent as a text without parts.
 */
export function membersOf(document: Document, parameter: Parameter): Parameter['members'] {
  const { name, in: place, style, explode, schema, content } = parameter
  const isDeep = style === 'deepObject'
  const isInParts = content ? isJsonType(content.type) : isDeep || (style === 'form' && explode)
  if (place !== 'query' || !schema || !isInParts) return undefined
  if ([...typesOf(document, schema)].join() !== 'object') return undefined
  const required = requiredOf(document, schema)
  const members = [...possiblePropertiesOf(document, schema)].map(
    ([property, node]) =>
      [
        property,
        {
          ...parameter,
          name: isDeep && !content ? `${name}[${property}]` : property,
          required: parameter.required && required.has(property),
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
