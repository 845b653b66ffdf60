import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, content, text } from '../support/document-parts.ts'

/** What frameworks make of schemas in code: files in JSON, logins with an example in their schema, bytes at `/files/{id}`. */
const login = {
  type: 'object',
  required: ['user', 'password'],
  properties: { user: text, password: { ...text, minLength: 8 } },
  example: { user: 'ada', password: 'correct horse' },
}
const upload = {
  type: 'object',
  required: ['file', 'label'],
  properties: { file: { ...text, contentMediaType: '*/*' }, label: text },
}
const stored = { type: 'object', required: ['id', 'label'], properties: { id: text, label: text } }
const documentOf = (others: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/session': {
      post: {
        requestBody: { required: true, content: content({ $ref: '#/components/schemas/Login' }) },
        responses: {
          204: { description: 'Logged in' },
          400: { description: 'Odd' },
          401: { description: 'No' },
        },
      },
    },
    '/notes/{noteId}/files': {
      ...at('noteId'),
      post: {
        requestBody: {
          required: true,
          content: { ...content(upload), 'multipart/form-data': { schema: upload } },
        },
        ...answer(201, stored),
      },
    },
    '/files/{id}': {
      ...at('id'),
      get: {
        responses: {
          200: {
            description: 'The bytes',
            content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
          },
          404: { description: 'None' },
        },
      },
    },
    ...others,
  },
  components: { schemas: { Login: login } },
})

function createServer(): (request: Request) => Promise<Response> {
  const files = new Map<string, File>()
  const fail = (status: number): Response =>
    new Response(null, { status, headers: status === 401 ? { 'WWW-Authenticate': 'Cookie' } : {} })
  return async (request) => {
    const [collection, id = '', below] = new URL(request.url).pathname.split('/').slice(1)
    if (collection === 'session') {
      const sent: unknown = await request.json().catch(() => undefined)
      if (typeof sent !== 'object' || sent === null || !('user' in sent) || !('password' in sent))
        return fail(400)
      if (typeof sent.user !== 'string' || typeof sent.password !== 'string') return fail(400)
      return fail([...sent.password].length < 8 ? 400 : sent.user === 'ada' ? 204 : 401)
    }
    if (below === 'files') {
      const form = await request.formData().catch(() => undefined)
      const [file, label] = [form?.get('file'), form?.get('label')]
      if (!(file instanceof File) || typeof label !== 'string') return fail(400)
      const made = `f-${String(files.size + 1)}`
      files.set(made, file)
      return Response.json({ id: made, label }, { status: 201 })
    }
    const file = collection === 'files' ? files.get(id) : undefined
    if (collection === 'notes') return Response.json({ title: 'Not a note' }, { status: 422 })
    return file ? new Response(file, { headers: { 'Content-Type': 'application/octet-stream' } }) : fail(404)
  }
}

it('logs in as the example of a schema says, sends files in forms, and reads them by the ids in the responses', async () => {
  const { findings, summary } = await runContract({ document: documentOf(), target: createServer() })
  expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(3)
})

it('reports an operation without parameters that only answers an undeclared 422, and which operation takes its requests', async () => {
  const document = documentOf({
    '/notes/export': { get: { responses: { 200: { description: 'All', content: content(text) } } } },
    '/notes/{noteId}': { ...at('noteId'), get: answer(200, stored, { 422: { description: 'Odd' } }) },
  })
  const { findings } = await runContract({ document, target: createServer() })
  expect(findings.map(({ message }) => message)).toContain(
    'GET /notes/export accepts a valid request: expected a request with everything the document requires to be accepted; got 422 (Not a note), perhaps because GET /notes/{noteId} takes the request.',
  )
})
