/** Builders for the parts of an OpenAPI document. */

export const text = { type: 'string' } as const
export const integer = { type: 'integer' } as const

/** An object schema with these properties, all required. */
export const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

export const list = (items: object): object => ({ type: 'array', items })

export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

/** The JSON content of a request or response. */
export const json = (schema: object, example?: unknown): object => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

/** An operation's only response. */
export const answer = (status: number, schema?: object, example?: unknown): object => ({
  responses: { [status]: { description: 'Done', ...(schema && json(schema, example)) } },
})

/** The path of a collection of records with this schema that lists them and creates them from what is sent. */
export const collection = (schema: string, sent: object): object => ({
  get: answer(200, list(ref(schema))),
  post: { requestBody: json(sent), ...answer(201, ref(schema)) },
})
