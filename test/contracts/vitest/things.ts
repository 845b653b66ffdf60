import type { IncomingMessage, ServerResponse } from 'node:http'

const thing = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const json = (schema: object): object => ({
  description: 'Fine',
  content: { 'application/json': { schema } },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

/** Four operations: one that is well, one that breaks its schema, one that is only warned of, one that nobody reaches. */
export const things: object = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: { operationId: 'listThings', responses: { 200: json({ type: 'array', items: thing }) } },
    },
    '/things/{id}': {
      parameters: [id],
      get: {
        operationId: 'getThing',
        responses: { 200: json(thing), 404: json({ type: 'object' }) },
      },
    },
    '/broken': { get: { operationId: 'getBroken', responses: { 200: json(thing) } } },
    '/old': {
      get: { operationId: 'getOld', deprecated: true, responses: { 200: json({ type: 'object' }) } },
    },
    '/nowhere/{word}': {
      parameters: [{ name: 'word', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: json({ type: 'object' }), 404: json({ type: 'object' }) } },
    },
  },
}

const answers: Readonly<Record<string, unknown>> = {
  '/things': [{ id: 1, name: 'One' }],
  '/things/1': { id: 1, name: 'One' },
  '/broken': { id: 'one', name: 1 },
  '/old': {},
}

/** Serves the things, as Node hands requests over. */
export function serveThings({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const answer = answers[url]
  response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(answer ?? {}))
}
