import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'

/** Folders below folders. */
interface Folder {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
}

/** What a server that keeps a tree says to what would be none. */
interface Rules {
  /** Of a folder above that is not there, or below. */
  readonly noParent: number
  /** Of deleting what has others below it; undefined where these go with it. */
  readonly hasChildren?: number
}

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const folder = { $ref: '#/components/schemas/Folder' }
const refused = Object.fromEntries(
  ['400', '404', '409', '415', '422'].map((status) => [status, { description: 'refused' }]),
)
const answer = (status: number, schema?: object): object => ({
  responses: { ...refused, [status]: { description: 'done', ...(schema && content(schema)) } },
})
const integer = { type: 'integer', minimum: 1, maximum: 99_999 }
const sent = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1 }, parentId: { ...integer, nullable: true } },
}
const body = { requestBody: { required: true, ...content(sent) } }
const document = {
  openapi: '3.0.4',
  info: { title: 'Folders', version: '1' },
  paths: {
    '/folders': {
      get: answer(200, { type: 'array', items: folder }),
      post: { ...body, ...answer(201, folder) },
    },
    '/folders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, folder),
      put: { ...body, ...answer(200, folder) },
      delete: answer(204),
    },
    '/folders/{id}/children': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, { type: 'array', items: folder }),
    },
  },
  components: {
    schemas: {
      Folder: {
        ...sent,
        required: ['id', 'name', 'parentId'],
        properties: { id: integer, ...sent.properties },
      },
    },
  },
}

const refuse = (status: number, headers: Record<string, string> = {}): Response =>
  Response.json({ code: `refused_${String(status)}` }, { status, headers })

interface Sent {
  readonly name: string
  readonly parentId?: number | null
}

const isFolder = (value: unknown): value is Sent => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { name, parentId = null } = value as Readonly<Record<string, unknown>>
  const isId = Number.isInteger(parentId) && Number(parentId) >= 1 && Number(parentId) <= 99_999
  return typeof name === 'string' && name !== '' && (parentId === null || isId)
}

/** `listsAll`: below a folder all others are listed. */
function serve({ noParent, hasChildren }: Rules, listsAll = false): (request: Request) => Promise<Response> {
  const folders = new Map<number, Folder>()
  let last = 0
  const below = (id: number): readonly Folder[] =>
    [...folders.values()].filter((folder) => folder.parentId === id)
  const remove = (id: number): void => {
    folders.delete(id)
    for (const child of below(id)) remove(child.id)
  }
  const isAbove = (id: number, other: number | null): boolean =>
    other !== null && (other === id || isAbove(id, folders.get(other)?.parentId ?? null))
  const write = async (request: Request, id: number): Promise<Response | Folder> => {
    if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '')) return refuse(415)
    const given: unknown = await request.json().catch(() => undefined)
    if (!isFolder(given)) return refuse(400)
    const { name, parentId = null } = given
    if (parentId !== null && (!folders.has(parentId) || isAbove(id, parentId))) return refuse(noParent)
    const record = { id, name, parentId }
    folders.set(id, record)
    return record
  }
  return async (request) => {
    const [, , text, more] = new URL(request.url).pathname.split('/')
    const own = text === undefined ? ['POST'] : more === undefined ? ['PUT', 'DELETE'] : []
    const { method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead && !own.includes(method)) return refuse(405, { allow: ['GET', 'HEAD', ...own].join(', ') })
    if (text === undefined) {
      if (isRead) return Response.json([...folders.values()])
      last += 1
      const created = await write(request, last)
      return created instanceof Response ? created : Response.json(created, { status: 201 })
    }
    const folder = /^[1-9]\d{0,4}$/.test(text) ? folders.get(Number(text)) : undefined
    if (!folder) return refuse(/^[1-9]\d{0,4}$/.test(text) ? 404 : 400)
    const { id } = folder
    if (isRead)
      return Response.json(more === undefined ? folder : listsAll ? [...folders.values()] : below(id))
    if (method === 'PUT') {
      const replaced = await write(request, id)
      return replaced instanceof Response ? replaced : Response.json(replaced)
    }
    if (hasChildren !== undefined && below(id).length > 0) return refuse(hasChildren)
    remove(id)
    return new Response(null, { status: 204 })
  }
}

describe('records with a parent of their own kind', () => {
  it.each<readonly [string, Rules]>([
    ['with 400', { noParent: 400 }],
    ['with 404', { noParent: 404 }],
    ['with 409, like deletions of a parent', { noParent: 409, hasChildren: 409 }],
    ['with 422, and deletions of a parent with 409', { noParent: 422, hasChildren: 409 }],
    ['with 400, like deletions of a parent', { noParent: 400, hasChildren: 400 }],
  ])('may be refused if the parent does not exist, %s', async (_, rules) => {
    const { findings, summary } = await runContract({ target: serve(rules), document })
    expect(findings).toEqual([])
    expect(summary).toMatchObject({ covered: 6, operations: 6 })
  })

  it('are reported if they are listed below every parent', async () => {
    const { findings } = await runContract({ target: serve({ noParent: 400 }, true), document })
    expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(['hierarchy']))
  })
})
