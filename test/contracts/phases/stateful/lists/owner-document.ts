/** Builders for the documents of owners and what is listed below them. */

export const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
export const answer = (status: number, schema: object): object => ({
  responses: {
    [status]: { description: 'done', ...content(schema) },
    404: { description: 'not there' },
    422: { description: 'refused' },
  },
})
export const integer = { type: 'integer', minimum: 1, maximum: 99_999 }
export const text = { type: 'string', minLength: 1 }
export const described = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
export const at = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
