/** Short ways to write the documents of these tests. */

export const text = { type: 'string' } as const
export const integer = { type: 'integer' } as const

/** An object of these properties, all of which are required. */
export const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

export const list = (items: object): object => ({ type: 'array', items })

export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

/** The content of a request or of an answer. */
export const json = (schema: object, example?: unknown): object => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})

/** The one answer of an operation. */
export const answer = (status: number, schema?: object, example?: unknown): object => ({
  responses: { [status]: { description: 'Done', ...(schema && json(schema, example)) } },
})
