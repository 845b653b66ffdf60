import type { JsonObject } from '../../spec/json.ts'

/** Short ways to write the control plane's own OpenAPI document. */

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

/** A query parameter that need not be sent. */
export function query(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'query', description, schema }
}

export function pathParameter(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'path', required: true, description, schema }
}

/** An Object Schema that allows no other members. All are required but those named. */
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

/** An Operation Object; every one may be refused in the same words. */
export function operation(operationId: string, tag: string, { responses, ...rest }: Described): JsonObject {
  return {
    operationId,
    tags: [tag],
    ...rest,
    responses: { ...responses, default: { $ref: '#/components/responses/Refused' } },
  }
}
