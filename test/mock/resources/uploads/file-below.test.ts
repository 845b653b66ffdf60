import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const doctor = object({
  id: { ...text, readOnly: true },
  name: text,
  hasPhoto: { type: 'boolean', readOnly: true },
})
const binary = { schema: { ...text, format: 'binary' } }
const content = { 'image/jpeg': binary, 'image/png': binary }
const missing = { 404: { description: 'There is none' } }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const gone = { responses: { 204: { description: 'Done' }, ...missing } }
const files = {
  ...at,
  get: { responses: { 200: { description: 'The file', content }, ...missing } },
  put: { requestBody: { required: true, content }, ...gone },
  delete: gone,
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Doctors', version: '1' },
  paths: {
    '/doctors': {
      get: answer(200, list(doctor)),
      post: { requestBody: json(object({ name: text })), ...answer(201, doctor) },
    },
    '/doctors/{id}': { ...at, get: answer(200, doctor), delete: gone },
    '/doctors/{id}/photo': files,
    '/doctors/{id}/signature': files,
  },
}

async function doctors() {
  const mock = await createMock({ document, world: 'empty' })
  const call = async (method: string, path: string, body?: Uint8Array<ArrayBuffer> | string) =>
    mock.fetch(
      new Request(`http://mock${path}`, {
        method,
        ...(body !== undefined && { body }),
        headers: { 'Content-Type': typeof body === 'string' ? 'application/json' : 'image/png' },
      }),
    )
  const { id } = (await (await call('POST', '/doctors', '{"name":"Ada"}')).json()) as { id: string }
  return {
    put: async (file: string, bytes: number[]) =>
      (await call('PUT', `/doctors/${id}/${file}`, Uint8Array.from(bytes))).status,
    get: async (file: string) => {
      const response = await call('GET', `/doctors/${id}/${file}`)
      return response.status === 200 ? [...new Uint8Array(await response.arrayBuffer())] : response.status
    },
    typeOf: async (file: string) => (await call('GET', `/doctors/${id}/${file}`)).headers.get('content-type'),
    remove: async (file: string) => (await call('DELETE', `/doctors/${id}/${file}`)).status,
    read: async () => (await call('GET', `/doctors/${id}`)).json(),
    unknown: async () => (await call('PUT', '/doctors/none/photo', Uint8Array.of(1))).status,
  }
}

it('a file comes back with the declared media type that it was uploaded with', async () => {
  const { put, typeOf } = await doctors()
  await put('photo', [1])
  expect(await typeOf('photo')).toBe('image/png')
})

it('files at several paths of a record are kept apart', async () => {
  const { put, get } = await doctors()
  expect([await put('photo', [1, 2]), await put('signature', [3])]).toEqual([204, 204])
  expect([await get('photo'), await get('signature')]).toEqual([[1, 2], [3]])
})

it('a flag of the record tells whether there is a file', async () => {
  const { put, get, read, remove } = await doctors()
  expect([await get('photo'), await read()]).toMatchObject([404, { hasPhoto: false }])
  await put('photo', [1])
  expect(await read()).toMatchObject({ hasPhoto: true })
  expect(await remove('photo')).toBe(204)
  expect([await get('photo'), await read()]).toMatchObject([404, { hasPhoto: false }])
})

it('a deletion of one file leaves the others', async () => {
  const { put, get, remove } = await doctors()
  await put('photo', [1])
  await put('signature', [3])
  expect(await remove('signature')).toBe(204)
  expect([await get('photo'), await get('signature')]).toEqual([[1], 404])
})

it('there are no files of a record that does not exist', async () => {
  const { unknown } = await doctors()
  expect(await unknown()).toBe(404)
})
