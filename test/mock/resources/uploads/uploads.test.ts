import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const binary = { ...text, format: 'binary' }
const owned = (schema: object): object => ({ ...schema, readOnly: true })
const file = {
  type: 'object',
  required: ['id', 'name', 'size'],
  properties: {
    id: owned(text),
    name: text,
    note: text,
    mimeType: owned(text),
    size: owned(integer),
    fileExtension: owned(text),
    md5Checksum: owned({ ...text, pattern: '^[0-9a-f]{32}$' }),
    sha256: owned(text),
    starred: owned({ type: 'boolean' }),
    createdTime: owned({ ...text, format: 'date-time' }),
  },
}
const session = object({
  id: owned(text),
  name: text,
  receivedBytes: owned(integer),
  status: owned({ ...text, enum: ['open', 'finished'] }),
})
const at = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: text }] })
const bytes = { requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } } }
const form = {
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', required: ['file'], properties: { file: binary, name: text, note: text } },
      },
    },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Drive', version: '1' },
  paths: {
    '/files': { get: answer(200, list(ref('File'))), post: { ...form, ...answer(201, ref('File')) } },
    '/files/{fileId}': {
      ...at('fileId'),
      get: answer(200, ref('File')),
      patch: {
        requestBody: {
          content: {
            'application/json': { schema: object({ name: text }) },
            'multipart/form-data': { schema: { type: 'object', properties: { file: binary, name: text } } },
          },
        },
        ...answer(200, ref('File')),
      },
    },
    '/files/{fileId}/content': {
      ...at('fileId'),
      get: {
        responses: {
          200: { description: 'Bytes', content: { '*/*': { schema: binary } } },
          404: { description: 'None' },
        },
      },
      put: { ...bytes, ...answer(200, ref('File')) },
    },
    '/files/{fileId}/copy': {
      ...at('fileId'),
      post: {
        requestBody: json({ type: 'object', properties: { name: text } }),
        ...answer(201, ref('File')),
      },
    },
    '/uploads': {
      post: {
        requestBody: json({ type: 'object', required: ['name'], properties: { name: text } }),
        ...answer(201, ref('Session')),
      },
    },
    '/uploads/{uploadId}': {
      ...at('uploadId'),
      get: answer(200, ref('Session')),
      put: { ...bytes, ...answer(200, ref('Session')) },
    },
    '/uploads/{uploadId}/finish': { ...at('uploadId'), post: answer(201, ref('File')) },
  },
  components: { schemas: { File: file, Session: session } },
}

const content = 'Hello, drive!'
const md5 = (data: string): string => createHash('md5').update(data).digest('hex')

async function send(
  mock: Mock,
  method: string,
  path: string,
  body?: FormData | Uint8Array | object,
): Promise<Response> {
  const isRaw = body instanceof FormData || body instanceof Uint8Array
  const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json'
  return mock.fetch(
    new Request(`http://drive.test${path}`, {
      method,
      ...(body && { body: isRaw ? (body as FormData) : JSON.stringify(body) }),
      ...(body && !(body instanceof FormData) && { headers: { 'Content-Type': type } }),
    }),
  )
}

async function uploaded(fields: Readonly<Record<string, string>> = {}): Promise<readonly [Mock, JsonObject]> {
  const mock = await createMock({ document, selfCheck: true })
  const body = new FormData()
  body.set('file', new Blob([content], { type: 'text/markdown' }), 'notes.md')
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const response = await send(mock, 'POST', '/files', body)
  expect(response.status).toBe(201)
  return [mock, (await response.json()) as JsonObject]
}

const read = async (mock: Mock, path: string): Promise<unknown> => (await send(mock, 'GET', path)).json()
const idOf = ({ id }: JsonObject): string => id as string

describe('an uploaded file', () => {
  it('has the name, the type, the size and the checksums of what was sent', async () => {
    const [mock, record] = await uploaded({ note: 'first' })
    expect(record).toMatchObject({
      name: 'notes.md',
      note: 'first',
      mimeType: 'text/markdown',
      size: content.length,
      fileExtension: 'md',
      md5Checksum: md5(content),
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    expect(await read(mock, `/files/${idOf(record)}`)).toEqual(record)
  })

  it('has the name that the form gives it', async () => {
    const [, record] = await uploaded({ name: 'report.txt' })
    expect(record).toMatchObject({ name: 'report.txt', fileExtension: 'txt', size: content.length })
  })

  it('is downloaded as it was uploaded, with its type and name', async () => {
    const [mock, record] = await uploaded({ name: 'Größe "1".md' })
    const response = await send(mock, 'GET', `/files/${idOf(record)}/content`)
    expect(response.headers.get('Content-Type')).toBe('text/markdown')
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Gr__e _1_.md"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.md`,
    )
    expect(await response.text()).toBe(content)
    expect((await send(mock, 'GET', '/files/none/content')).status).toBe(404)
  })

  it('gets the size and the checksum of new content, and keeps its name and type', async () => {
    const [mock, record] = await uploaded()
    const response = await send(mock, 'PUT', `/files/${idOf(record)}/content`, new Uint8Array([0, 65, 1]))
    expect(await response.json()).toMatchObject({ name: 'notes.md', mimeType: 'text/markdown', size: 3 })
    const download = await send(mock, 'GET', `/files/${idOf(record)}/content`)
    expect([...new Uint8Array(await download.arrayBuffer())]).toEqual([0, 65, 1])
  })

  it('keeps its name when a PATCH that may name it sends nothing but a file', async () => {
    const [mock, record] = await uploaded()
    const form = new FormData()
    form.set('file', new File(['Hi'], 'other.txt', { type: 'text/plain' }))
    const response = await send(mock, 'PATCH', `/files/${idOf(record)}`, form)
    expect(await response.json()).toMatchObject({ name: 'notes.md', size: 2 })
  })

  it('may be seeded: its content has the size that it says', async () => {
    const [mock] = await uploaded()
    const [first] = (await read(mock, '/files')) as readonly JsonObject[]
    const download = await send(mock, 'GET', `/files/${idOf(first ?? {})}/content`)
    expect((await download.arrayBuffer()).byteLength).toBe(first?.['size'])
  })
})

describe('a copy', () => {
  it('has what the original has, under an id and with a time of its own', async () => {
    const [mock, record] = await uploaded({ note: 'first' })
    const response = await send(mock, 'POST', `/files/${idOf(record)}/copy`, {})
    const copy = (await response.json()) as JsonObject
    const { id, createdTime, ...rest } = record
    expect(copy).toMatchObject({ ...rest })
    expect([copy['id'], typeof copy['createdTime']]).toEqual([
      expect.not.stringMatching(id as string),
      typeof createdTime,
    ])
    expect(response.headers.get('Location')).toBe(`/files/${idOf(copy)}`)
    expect(await read(mock, `/files/${idOf(copy)}`)).toEqual(copy)
    expect(await read(mock, `/files/${idOf(record)}`)).toEqual(record)
  })

  it('has the content of the original, and what the request sends', async () => {
    const [mock, record] = await uploaded()
    const response = await send(mock, 'POST', `/files/${idOf(record)}/copy`, { name: 'copy.md' })
    const copy = (await response.json()) as JsonObject
    expect(copy).toMatchObject({ name: 'copy.md', size: content.length })
    expect(await (await send(mock, 'GET', `/files/${idOf(copy)}/content`)).text()).toBe(content)
  })
})

describe('an upload session', () => {
  it('counts the bytes it has received, and becomes a file with all of them', async () => {
    const mock = await createMock({ document, selfCheck: true })
    const started = (await (await send(mock, 'POST', '/uploads', { name: 'a.bin' })).json()) as JsonObject
    expect(started).toMatchObject({ receivedBytes: 0, status: 'open' })
    const path = `/uploads/${idOf(started)}`
    expect(await (await send(mock, 'PUT', path, new Uint8Array([1, 2, 3]))).json()).toMatchObject({
      receivedBytes: 3,
    })
    await send(mock, 'PUT', path, new Uint8Array([4, 5]))
    const response = await send(mock, 'POST', `${path}/finish`)
    const record = (await response.json()) as JsonObject
    expect([response.status, record]).toMatchObject([201, { name: 'a.bin', size: 5 }])
    expect(await read(mock, `/files/${idOf(record)}`)).toEqual(record)
    expect(await read(mock, path)).toMatchObject({ receivedBytes: 5, status: 'finished' })
    expect((await send(mock, 'POST', '/uploads/none/finish')).status).toBe(404)
  })
})
