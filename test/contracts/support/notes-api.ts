import type { FetchHandler } from '../../../contracts/client/fetch-client.ts'

const problem = {
  description: 'no',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
}

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'integer', readOnly: true },
    text: { type: 'string', maxLength: 40 },
    pinned: { type: 'boolean' },
  },
}

const json = (schema: unknown): object => ({ 'application/json': { schema } })

/** A small API of notes, as a document. */
export const notesDocument: Record<string, unknown> = {
  openapi: '3.0.4',
  info: { title: 'Notes', version: '1.0.0' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'text', in: 'query', schema: { type: 'string', maxLength: 40 } },
          { name: 'pinned', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: {
          '200': { description: 'ok', content: json({ type: 'array', items: note }) },
          '400': problem,
        },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: json(note) },
        responses: { '201': { description: 'made', content: json(note) }, '400': problem },
      },
    },
    '/notes/{noteId}': {
      parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getNote',
        responses: { '200': { description: 'ok', content: json(note) }, '400': problem, '404': problem },
      },
      delete: {
        operationId: 'deleteNote',
        responses: { '204': { description: 'gone' }, '400': problem, '404': problem },
      },
    },
  },
}

interface Note {
  readonly id: number
  readonly text: string
  readonly pinned?: boolean
}

const answer = (status: number, value: unknown): Response => Response.json(value, { status })
const refuse = (status: number, message: string): Response => answer(status, { message })

/** Answers for the API of the document; `before` may answer in its place. */
export function notesService(
  before: (request: Request) => Response | undefined | Promise<Response | undefined> = () => undefined,
): FetchHandler {
  const notes = new Map<number, Note>()
  let last = 0
  const items: Readonly<Record<string, (id: number) => Response>> = {
    GET: (id) => answer(200, notes.get(id)),
    DELETE: (id) => (notes.delete(id), new Response(null, { status: 204 })),
  }
  const create = (body: unknown): Response => {
    if (!isNote(body)) return refuse(400, 'That is no note.')
    last += 1
    const note = { ...body, id: last }
    notes.set(last, note)
    return answer(201, note)
  }
  const list = (query: URLSearchParams): Response => {
    const [text, pinned] = [query.get('text'), query.get('pinned')]
    const isBad =
      (pinned !== null && !/^(?:true|false)$/.test(pinned)) || (text !== null && [...text].length > 40)
    if (isBad) return refuse(400, 'That is no filter.')
    const isWanted = (note: Note): boolean =>
      (text === null || note.text === text) && (pinned === null || String(note.pinned) === pinned)
    return answer(200, [...notes.values()].filter(isWanted))
  }
  const other = (allow: string): Response =>
    new Response(JSON.stringify({ message: 'Not so.' }), {
      status: 405,
      headers: { allow, 'content-type': 'application/json' },
    })
  return async (request) => {
    const early = await before(request.clone())
    if (early) return early
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/notes') {
      if (request.method === 'GET' || request.method === 'HEAD')
        return withoutBody(request, list(searchParams))
      return request.method === 'POST'
        ? create(await request.json().catch(() => undefined))
        : other('GET, HEAD, POST')
    }
    const id = /^\/notes\/([^/]+)$/.exec(pathname)?.[1]
    if (id === undefined) return refuse(404, 'There is nothing.')
    const item = items[request.method === 'HEAD' ? 'GET' : request.method]
    if (!item) return other('GET, HEAD, DELETE')
    if (!/^-?\d+$/.test(id)) return refuse(400, 'That is no id.')
    return withoutBody(request, notes.has(Number(id)) ? item(Number(id)) : refuse(404, 'There is none.'))
  }
}

const withoutBody = ({ method }: Request, { status, headers, body }: Response): Response =>
  new Response(method === 'HEAD' ? null : body, { status, headers })

function isNote(value: unknown): value is Omit<Note, 'id'> {
  if (typeof value !== 'object' || value === null || !('text' in value)) return false
  const { text } = value
  const pinned = 'pinned' in value ? value.pinned : true
  return typeof text === 'string' && [...text].length <= 40 && typeof pinned === 'boolean'
}
