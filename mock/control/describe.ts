import type { JsonObject } from '../../spec/json.ts'

/** Helpers to write the control API's own OpenAPI document. */

/** A reference to a schema of the document's components. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** A Response Object with a JSON body. */
export function jsonAnswer(description: string, schema: JsonObject, headers?: JsonObject): JsonObject {
  return { description, ...(headers && { headers }), content: { 'application/json': { schema } } }
}

/** The Response Object of a 204. */
export function noContent(description: string): JsonObject {
  return { description }
}

/** A Request Body Object that is required JSON. */
export function jsonBody(schema: JsonObject, example?: JsonObject): JsonObject {
  return { required: true, content: { 'application/json': { schema, ...(example && { example }) } } }
}

/** An optional query parameter. */
export function query(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'query', description, schema }
}

export function pathParameter(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'path', required: true, description, schema }
}

/** The schema of an object without additional properties. All are required except the optional ones. */
export function closed(properties: JsonObject, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

export interface Described extends JsonObject {
  readonly summary: string
  readonly responses: JsonObject
}

/** An Operation Object. All share the same default error response. */
export function operation(operationId: string, tag: string, { responses, ...rest }: Described): JsonObject {
  return {
    operationId,
    tags: [tag],
    ...rest,
    responses: { ...responses, default: { $ref: '#/components/responses/Refused' } },
  }
}
