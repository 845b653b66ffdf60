import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'

/** Notes that name their author, and a server that takes none that is not there and shows what it has of this one. */
interface Kind {
  /** The schema of what is sent beside the text. */
  readonly sent: object
  /** And of what is shown. */
  readonly shown: object
  /** Ids of the authors that were sent; undefined where these are not as described. */
  readonly idsIn: (body: Members) => readonly unknown[] | undefined
  readonly show: (authors: readonly Members[]) => Members
}

type Members = Readonly<Record<string, unknown>>

const number = { type: 'integer', minimum: 1, maximum: 9_999 }
const text = { type: 'string', minLength: 1, maxLength: 40 }
const described = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const author = described({ id: number, name: text, town: text })
const one = { $ref: '#/components/schemas/Author' }
const part = described({ id: number, name: text })
const several = (items: object): object => ({ type: 'array', minItems: 1, maxItems: 3, items })

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && [...value].length <= 40
const isShortText = (value: unknown): boolean => isText(value) && String(value).length <= 4
const isNumber = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 10_000
const isAuthor = (value: unknown): value is Members =>
  isObject(value) && isNumber(value['id']) && isText(value['name']) && isText(value['town'])
const isSeveral = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.length < 4

const kinds: Readonly<Record<string, Kind>> = {
  'as a whole': {
    sent: { author: one },
    shown: { author: one },
    idsIn: ({ author: sent }) => (isAuthor(sent) ? [sent['id']] : undefined),
    show: ([author]) => ({ author }),
  },
  'by their id, and shown as a whole': {
    sent: { authorId: number },
    shown: { author: one },
    idsIn: ({ authorId }) => (isNumber(authorId) ? [authorId] : undefined),
    show: ([author]) => ({ author }),
  },
  'by an id in an object, and shown in part': {
    sent: { author: described({ id: number }) },
    shown: { author: part },
    idsIn: ({ author: sent }) => (isObject(sent) && isNumber(sent['id']) ? [sent['id']] : undefined),
    show: ([author]) => ({ author: { id: author?.['id'], name: author?.['name'] } }),
  },
  'under another name, as a whole': {
    sent: { writerId: number },
    shown: { writer: { allOf: [one] } },
    idsIn: ({ writerId }) => (isNumber(writerId) ? [writerId] : undefined),
    show: ([writer]) => ({ writer }),
  },
  'by several ids': {
    sent: { authorIds: several(number) },
    shown: { authors: several(one) },
    idsIn: ({ authorIds }) => (isSeveral(authorIds) && authorIds.every(isNumber) ? authorIds : undefined),
    show: (authors) => ({ authors }),
  },
  'in a list': {
    sent: { authors: several(described({ id: number })) },
    shown: { authors: several(part) },
    idsIn: ({ authors }) =>
      isSeveral(authors) && authors.every((author) => isObject(author) && isNumber(author['id']))
        ? authors.map((author) => (author as Members)['id'])
        : undefined,
    show: (authors) => ({ authors: authors.map(({ id, name }) => ({ id, name })) }),
  },
  'in a list, by their numbers as texts': {
    sent: { authors: several(described({ id: { type: 'string', minLength: 1, maxLength: 4 } })) },
    shown: { authors: several(part) },
    idsIn: ({ authors }) =>
      isSeveral(authors) && authors.every((author) => isObject(author) && isShortText(author['id']))
        ? authors.map((author) => Number((author as Members)['id']))
        : undefined,
    show: (authors) => ({ authors: authors.map(({ id, name }) => ({ id, name })) }),
  },
  'by an id in what the note is made of': {
    sent: { lines: several(described({ authorId: number, said: text })) },
    shown: { said: several(part) },
    idsIn: ({ lines }) =>
      isSeveral(lines) &&
      lines.every((line) => isObject(line) && isNumber(line['authorId']) && isText(line['said']))
        ? lines.map((line) => (line as Members)['authorId'])
        : undefined,
    show: (authors) => ({ said: authors.map(({ id, name }) => ({ id, name })) }),
  },
}

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answer = (status: number, schema?: object): object => ({
  responses: {
    [status]: { description: 'done', ...(schema && content(schema)) },
    ...(status === 200 ? {} : { '422': { description: 'refused' } }),
    default: { description: 'refused' },
  },
})
const crud = (name: string, sent: object, shown: object): object => ({
  [`/${name}`]: {
    get: answer(200, { type: 'array', items: shown }),
    post: { requestBody: { required: true, ...content(sent) }, ...answer(201, shown) },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
    get: answer(200, shown),
    put: { requestBody: { required: true, ...content(sent) }, ...answer(200, shown) },
    delete: answer(204),
  },
})

const documentOf = ({ sent, shown }: Kind): object => ({
  openapi: '3.0.4',
  info: { title: 'Notes', version: '1' },
  paths: {
    ...crud('authors', described({ name: text, town: text }), one),
    ...crud('notes', described({ text, ...sent }), described({ id: number, text, ...shown })),
  },
  components: { schemas: { Author: author } },
})

function serve({ idsIn, show }: Kind): (request: Request) => Promise<Response> {
  const authors = new Map<number, Members>()
  const notes = new Map<number, { readonly text: unknown; readonly by: readonly unknown[] }>()
  let last = 0
  const refuse = (status: number, message: string, headers: Record<string, string> = {}): Response =>
    Response.json({ message }, { status, headers })
  const shown = (id: number): Members | undefined => {
    const note = notes.get(id)
    return note
      ? { id, text: note.text, ...show(note.by.map((author) => authors.get(Number(author)) ?? {})) }
      : authors.get(id)
  }
  const write = (isNote: boolean, id: number, body: unknown): Response | undefined => {
    if (!isObject(body)) return refuse(422, 'an object is wanted')
    if (!isNote) {
      if (!isText(body['name']) || !isText(body['town'])) return refuse(422, 'no author')
      authors.set(id, { id, name: body['name'], town: body['town'] })
      return undefined
    }
    const by = idsIn(body)
    if (!isText(body['text']) || !by) return refuse(422, 'no note')
    if (!by.every((author) => authors.has(Number(author)))) return refuse(422, 'no such author')
    notes.set(id, { text: body['text'], by: [...new Set(by)] })
    return undefined
  }
  return async (request) => {
    const [, name, text] = new URL(request.url).pathname.split('/')
    const { method, headers } = request
    const isNote = name === 'notes'
    const records: Map<number, unknown> = isNote ? notes : authors
    const methods = text === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PUT', 'DELETE']
    if (!methods.includes(method)) return refuse(405, 'no', { allow: methods.join(', ') })
    if (text !== undefined && !/^[1-9]\d{0,3}$/.test(text)) return refuse(400, 'no id')
    const id = text === undefined ? undefined : Number(text)
    if (id !== undefined && !records.has(id)) return refuse(404, 'not there')
    if (method === 'DELETE') {
      const isUsed = !isNote && [...notes.values()].some(({ by }) => by.includes(id))
      if (isUsed) return refuse(409, 'it has notes')
      records.delete(Number(id))
      return new Response(null, { status: 204 })
    }
    if (method === 'GET' || method === 'HEAD')
      return Response.json(id === undefined ? [...records.keys()].map(shown) : shown(id))
    if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return refuse(415, 'JSON is wanted')
    const body: unknown = await request.json().catch(() => undefined)
    const target = id ?? last + 1
    const refusal = write(isNote, target, body)
    if (refusal) return refusal
    last = Math.max(last, target)
    return Response.json(shown(target), { status: id === undefined ? 201 : 200 })
  }
}

/** Notes by one author are asked for by that id; those of `isIgnored` come all. */
function filtering(kind: Kind, isIgnored: boolean): (request: Request) => Promise<Response> {
  const target = serve(kind)
  return async (request) => {
    const authorId = new URL(request.url).searchParams.get('authorId')
    const answered = await target(request)
    if (authorId === null || isIgnored || request.method !== 'GET') return answered
    const all = (await answered.json()) as readonly { readonly author: Members }[]
    return Response.json(all.filter(({ author: by }) => String(by['id']) === authorId))
  }
}

function withFilter(kind: Kind): object {
  const described = documentOf(kind) as { readonly paths: Record<string, Record<string, object>> }
  const parameter = { name: 'authorId', in: 'query', schema: number, description: 'Notes of this author' }
  const notes = described.paths['/notes']
  const get = { ...notes?.['get'], parameters: [parameter] }
  return { ...described, paths: { ...described.paths, '/notes': { ...notes, get } } }
}

describe('records can be filtered by the id of an embedded record', () => {
  it.each([
    ['and found', false, []],
    ['and others come too', true, ['list-filter']],
  ])('%s', async (_, isIgnored, expected) => {
    const kind = kinds['by their id, and shown as a whole'] as Kind
    const { findings } = await runContract({
      target: filtering(kind, isIgnored),
      document: withFilter(kind),
      phases: ['stateful'],
    })
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect([...new Set(errors.map(({ check }) => check))]).toEqual(expected)
  })
})

describe('records with required references are created with existing records', () => {
  it.each(Object.entries(kinds))('%s', async (_, kind) => {
    const { findings, summary } = await runContract({
      target: serve(kind),
      document: documentOf(kind),
      maxRequests: 1500,
    })
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(summary).toMatchObject({ covered: 10, operations: 10 })
  })
})
