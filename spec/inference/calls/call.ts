import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { requestSchema } from '../bodies/content.ts'
import { callNameOf, type CallName } from './call-names.ts'

/** An operation whose path ends in what it does, and what it takes. */
export interface Call extends CallName {
  readonly operation: Operation
  /** The scalar values that clients send, in the query or in the body, by name. */
  readonly takes: ReadonlyMap<string, Taken>
}

interface Taken {
  readonly schema: SchemaNode | undefined
  readonly isRequired: boolean
}

/** An operation as a call; undefined if it is none. */
export function callOf(document: Document, operation: Operation): Call | undefined {
  const name = callNameOf(operation.path)
  const isCall = name && /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(operation.method)
  return isCall ? { ...name, operation, takes: takenBy(document, operation) } : undefined
}

/** Whether a call cannot do without some value. */
export const requiresAny = ({ takes }: Call): boolean =>
  [...takes.values()].some(({ isRequired }) => isRequired)

function takenBy(document: Document, operation: Operation): Call['takes'] {
  const body = requestSchema(operation)
  const required = body ? requiredOf(document, body) : new Set()
  const properties = [...(body ? possiblePropertiesOf(document, body) : [])].filter(
    ([, schema]) => !['object', 'array', 'null'].includes([...typesOf(document, schema)][0] ?? 'null'),
  )
  return new Map([
    ...properties.map(([name, schema]) => [name, { schema, isRequired: required.has(name) }] as const),
    ...operation.parameters.flatMap(({ in: place, name, schema, required: isRequired }) =>
      place === 'query' ? [[name, { schema, isRequired }] as const] : [],
    ),
  ])
}
