// What the odd documents are put together from.

interface ObjectSchema {
  readonly type: string
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, object>>
}

export const text: object = { type: 'string' }
export const content = (schema: object): object => ({ 'application/json': { schema } })
export const answer = (status: number, schema: object, others: object = {}): object => ({
  responses: {
    [status]: { description: 'Fine', content: content(schema) },
    400: { description: 'Refused' },
    404: { description: 'None' },
    ...others,
  },
})
export const note: ObjectSchema = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { ...text, readOnly: true }, title: { ...text, minLength: 1, maxLength: 30 } },
}
export const sent = (schema: object, type = 'application/json'): object => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})
export const listOf = (items: object): object => answer(200, { type: 'array', items })
/** A path that lists such records and takes new ones. */
export const kept = (schema: object): object => ({
  get: listOf(schema),
  post: { ...sent(schema), ...answer(201, schema) },
})
export const list = (...parameters: readonly object[]): object => ({ parameters, ...listOf(note) })
export const query = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
})
export const create: object = { ...sent(note), ...answer(201, note) }
export const read: object = answer(200, note)
export const gone: object = { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } }
export const at = (...names: readonly string[]): { readonly parameters: readonly object[] } => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
export const notes: Readonly<Record<string, object>> = {
  '/notes': { get: list(), post: create },
  '/notes/{id}': { ...at('id'), get: read, delete: gone },
}
export const number: object = { type: 'integer', minimum: 0, maximum: 500 }
export const tagged: ObjectSchema = {
  ...note,
  properties: { ...note.properties, tags: { type: 'array', items: text, minItems: 0 } },
}

export const remark: ObjectSchema = { type: 'object', required: ['text'], properties: { text } }
export const kind: object = { ...text, enum: ['star', 'flag', 'tick'] }
