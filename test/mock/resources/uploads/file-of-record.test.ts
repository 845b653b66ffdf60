import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { answer, list, object, text } from '../document-parts.ts'

const recording = {
  type: 'object',
  required: ['id'],
  properties: { id: text, size: { type: 'integer' }, artist: text },
}
const content = { 'audio/mpeg': { schema: { ...text, format: 'binary' } } }
const missing = { 404: { description: 'There is none' } }
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] })
const download = { responses: { 200: { description: 'The file', content }, ...missing } }
const upload = { requestBody: { required: true, content } }
const remove = { responses: { 204: { description: 'Done' }, ...missing } }

async function serve(paths: object) {
  const document = { openapi: '3.1.0', info: { title: 'Recordings', version: '1' }, paths }
  const mock = await createMock({ document, world: 'empty' })
  const send = async (method: string, path: string, body?: string): Promise<Response> =>
    mock.fetch(
      new Request(`http://mock${path}`, {
        method,
        ...(body !== undefined && { body, headers: { 'Content-Type': 'audio/mpeg' } }),
      }),
    )
  return {
    status: async (...request: Parameters<typeof send>) => (await send(...request)).status,
    text: async (path: string) => (await send('GET', path)).text(),
    read: async (path: string) => (await send('GET', path)).json(),
    create: async (...request: Parameters<typeof send>) =>
      (await (await send(...request)).json()) as { id: string },
  }
}

describe('where the path of a record responds with its file', () => {
  const served = async () =>
    serve({
      '/recordings': { post: { ...upload, ...answer(201, recording) }, get: answer(200, list(recording)) },
      '/recordings/{id}': { ...at('id'), get: download, put: { ...upload, ...remove }, delete: remove },
      '/recordings/{id}/metadata': { ...at('id'), get: answer(200, recording) },
    })

  it('a file comes back as it was uploaded', async () => {
    const { create, text } = await served()
    const { id } = await create('POST', '/recordings', 'la la')
    expect(await text(`/recordings/${id}`)).toBe('la la')
  })

  it('another one takes its place', async () => {
    const { create, read, status, text } = await served()
    const { id } = await create('POST', '/recordings', 'la la')
    expect(await status('PUT', `/recordings/${id}`, 'la la la')).toBe(204)
    expect(await text(`/recordings/${id}`)).toBe('la la la')
    expect(await read('/recordings')).toEqual([{ id, size: 8 }])
  })

  it('the record is read below it', async () => {
    const { create, read } = await served()
    const { id } = await create('POST', '/recordings', 'la la')
    expect(await read(`/recordings/${id}/metadata`)).toEqual({ id, size: 5 })
  })

  it('the file is gone with the record', async () => {
    const { create, status } = await served()
    const { id } = await create('POST', '/recordings', 'la la')
    expect(await status('DELETE', `/recordings/${id}`)).toBe(204)
    expect(await status('GET', `/recordings/${id}`)).toBe(404)
    expect(await status('GET', `/recordings/${id}/metadata`)).toBe(404)
  })
})

it('a file is kept if nothing else of its record can be read', async () => {
  const { create, status, text } = await serve({
    '/recordings': { post: { ...upload, ...answer(201, recording) } },
    '/recordings/{id}': { ...at('id'), get: download },
  })
  const { id } = await create('POST', '/recordings', 'la la')
  expect(await text(`/recordings/${id}`)).toBe('la la')
  expect(await status('GET', '/recordings/none')).toBe(404)
})

describe('where PUT stores a file by its name', () => {
  const stored = { 201: { description: 'Stored' }, 204: { description: 'Replaced' } }
  const served = async () =>
    serve({
      '/songs': { get: answer(200, list(object({ key: text, size: { type: 'integer' } }))) },
      '/songs/{key}': { ...at('key'), get: download, put: { ...upload, responses: stored } },
    })

  it('a new one is created, one that is known is replaced', async () => {
    const { status, text } = await served()
    expect(await status('PUT', '/songs/dawn', 'la la')).toBe(201)
    expect(await status('PUT', '/songs/dawn', 'la la la')).toBe(204)
    expect(await text('/songs/dawn')).toBe('la la la')
  })

  it('it is listed', async () => {
    const { read, status } = await served()
    await status('PUT', '/songs/dawn', 'la la')
    expect(await read('/songs')).toEqual([{ key: 'dawn', size: 5 }])
  })
})
