import pc from 'picocolors'
import { expect, it } from 'vitest'
import { banner } from '../../../mock/cli/banner.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, integer, json, list, object, text } from '../resources/document-parts.ts'

const room = object({ id: integer, name: text })
const at = { name: 'id', in: 'path', required: true, schema: integer }

const rooms = {
  '/rooms': {
    get: answer(200, list(room)),
    post: { ...answer(201, room), requestBody: json(object({ name: text }), '{"name": "Attic"}') },
  },
  '/rooms/{id}': { parameters: [at], get: answer(200, room) },
}

/** The commands that the start of a mock suggests for the paths. */
async function commands(paths: object, rest: object = {}, token?: string): Promise<readonly string[]> {
  const document = { openapi: '3.0.3', info: { title: 'Rooms', version: '1' }, paths, ...rest }
  const mock = await createMock({ document, ...(token !== undefined && { tokens: [token] }) })
  const shown = await banner(mock, 'http://127.0.0.1:4010', token, pc.createColors(false))
  return [...shown.matchAll(/^ *(curl .*)$/gm)].map(([, command = '']) => command)
}

it('suggests commands for a list, a record and a new record', async () => {
  expect(await commands(rooms)).toEqual([
    'curl http://127.0.0.1:4010/rooms',
    'curl -i http://127.0.0.1:4010/rooms/1',
    `curl -d '{"name":"Attic"}' -H 'Content-Type: application/json' http://127.0.0.1:4010/rooms`,
  ])
})

it('suggests the operations that need the fewest parameters', async () => {
  const site = { name: 'site', in: 'query', required: true, schema: text }
  const paths = { '/buildings': { get: { ...answer(200, list(room)), parameters: [site] } }, ...rooms }
  expect((await commands(paths))[0]).toBe('curl http://127.0.0.1:4010/rooms')
})

it('fills in required parameters: with their examples, or else with generated values', async () => {
  const tenant = { name: 'X-Tenant', in: 'header', required: true, schema: text, example: "Ann's" }
  const floor = { name: 'floor', in: 'query', required: true, schema: { type: 'integer', enum: [3] } }
  const paths = { '/rooms': { get: { ...answer(200, list(room)), parameters: [tenant, floor] } } }
  expect(await commands(paths)).toEqual([
    String.raw`curl -H 'x-tenant: Ann'\''s' 'http://127.0.0.1:4010/rooms?floor=3'`,
  ])
})

it('generates a body where the document shows none, with few properties besides the required ones', async () => {
  const size = { type: 'string', enum: ['small'] }
  const few = { ...object({ size }), properties: { a: size, b: size, c: size, d: size, size } }
  const paths = { '/rooms': { post: { ...answer(201, room), requestBody: json(few) } } }
  expect(await commands(paths)).toEqual([
    `curl -d '{"a":"small","b":"small","size":"small"}' -H 'Content-Type: application/json' http://127.0.0.1:4010/rooms`,
  ])
})

it('sends a form as curl does by default', async () => {
  const schema = object({ size: { type: 'string', enum: ['very small'] } })
  const requestBody = { content: { 'application/x-www-form-urlencoded': { schema } } }
  const paths = { '/rooms': { post: { ...answer(201, room), requestBody } } }
  expect(await commands(paths)).toEqual(['curl -d size=very%20small http://127.0.0.1:4010/rooms'])
})

it.each([
  [{ type: 'http', scheme: 'bearer' }, `curl -H 'Authorization: Bearer k3y' http://127.0.0.1:4010/rooms`],
  [{ type: 'http', scheme: 'basic' }, 'curl -u user:k3y http://127.0.0.1:4010/rooms'],
  [{ type: 'http', scheme: 'digest' }, 'curl --digest -u user:k3y http://127.0.0.1:4010/rooms'],
  [{ type: 'apiKey', in: 'header', name: 'X-Key' }, `curl -H 'X-Key: k3y' http://127.0.0.1:4010/rooms`],
  [{ type: 'apiKey', in: 'cookie', name: 'key' }, `curl -H 'Cookie: key=k3y' http://127.0.0.1:4010/rooms`],
  [{ type: 'apiKey', in: 'query', name: 'key' }, `curl 'http://127.0.0.1:4010/rooms?key=k3y'`],
])('authenticates where the mock requires it: %o', async (scheme, command) => {
  const rest = { components: { securitySchemes: { scheme } }, security: [{ scheme: [] }] }
  expect((await commands(rooms, rest, 'k3y'))[0]).toBe(command)
})

it('sends an API key once that is declared as a parameter too', async () => {
  const key = { name: 'key', in: 'query', required: true, schema: text }
  const scheme = { type: 'apiKey', in: 'query', name: 'key' }
  const rest = { components: { securitySchemes: { scheme } }, security: [{ scheme: [] }] }
  const paths = { '/rooms': { get: { ...answer(200, list(room)), parameters: [key] } } }
  expect(await commands(paths, rest, 'k3y')).toEqual([`curl 'http://127.0.0.1:4010/rooms?key=k3y'`])
})
