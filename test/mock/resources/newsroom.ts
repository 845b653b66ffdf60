import { answer, integer, json, list, object, text } from './document-parts.ts'

const data = (schema: object): object => object({ data: schema })
const one = (type: string): object => object({ type: { const: type }, id: text })
const query = (name: string, schema: object = text): object => ({ name, in: 'query', schema })
const described = (status: number, schema: object, ...refusals: readonly number[]): object => ({
  responses: {
    [status]: { description: 'Done', ...json(schema) },
    ...Object.fromEntries(refusals.map((status) => [status, { description: 'Refused' }])),
  },
})

const id = { name: 'id', in: 'path', required: true, schema: text }
const resource = (type: string, attributes: object, relationships: object): object => ({
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: {
    type: { const: type },
    id: text,
    attributes: { type: 'object', required: ['title'], properties: attributes },
    relationships: { type: 'object', properties: relationships },
  },
})
const created = (type: string, attributes: object, relationships: object = {}): object => ({
  requestBody: {
    required: true,
    ...json(
      data({
        type: 'object',
        required: ['type', 'attributes'],
        properties: {
          type: { const: type },
          attributes: { type: 'object', required: ['title'], properties: attributes },
          relationships: { type: 'object', properties: relationships },
        },
      }),
    ),
  },
})

const tag = resource('tags', { title: text }, {})
const person = resource('people', { title: text, bio: text }, {})
const comment = resource(
  'comments',
  { title: text },
  { article: data(one('articles')), author: data(one('people')) },
)
const links = { author: data(one('people')), tags: data(list(one('tags'))) }
const article = resource(
  'articles',
  { title: text, body: text },
  { ...links, comments: data(list(one('comments'))) },
)
const included = list({ oneOf: [tag, person, comment] })
const compound = (schema: object): object => ({
  type: 'object',
  required: ['data'],
  properties: { data: schema, included },
})
const include = [query('include'), query('fields[articles]'), query('fields[people]')]
const changed = { responses: { 204: { description: 'Done' }, 404: { description: 'There is none.' } } }

/** A JSON:API document: articles refer to an author and tags, and comments refer to articles. */
export const newsroom: object = {
  openapi: '3.1.0',
  info: { title: 'Newsroom', version: '1' },
  paths: {
    '/tags': {
      get: answer(200, data(list(tag))),
      post: { ...created('tags', { title: text }), ...answer(201, data(tag)) },
    },
    '/people': {
      get: answer(200, data(list(person))),
      post: { ...created('people', { title: text, bio: text }), ...answer(201, data(person)) },
    },
    '/articles': {
      get: { parameters: include, ...described(200, compound(list(article)), 400) },
      post: { ...created('articles', { title: text, body: text }, links), ...answer(201, data(article)) },
    },
    '/articles/{id}': {
      parameters: [id],
      get: { parameters: include, ...described(200, compound(article), 400, 404) },
    },
    '/articles/{id}/relationships/tags': {
      parameters: [id],
      get: described(200, data(list(one('tags'))), 404),
      post: { requestBody: json(data(list(one('tags')))), ...changed },
      patch: { requestBody: json(data(list(one('tags')))), ...changed },
      delete: { requestBody: json(data(list(one('tags')))), ...changed },
    },
    '/articles/{id}/relationships/author': {
      parameters: [id],
      get: described(200, data(one('people')), 404),
      patch: { requestBody: json(data(one('people'))), ...changed },
    },
    '/articles/{id}/tags': {
      parameters: [id, query('page[size]', integer)],
      get: described(200, data(list(tag)), 404),
    },
    '/tags/{id}/articles': { parameters: [id], get: described(200, data(list(article)), 404) },
    '/articles/{id}/author': { parameters: [id], get: described(200, data(person), 404) },
    '/comments': {
      post: {
        ...created(
          'comments',
          { title: text },
          { article: data(one('articles')), author: data(one('people')) },
        ),
        ...answer(201, data(comment)),
      },
    },
    '/comments/{id}': { parameters: [id], get: described(200, data(comment), 404) },
  },
}
