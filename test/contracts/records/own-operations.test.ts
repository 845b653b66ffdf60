import { describe, expect, it } from 'vitest'
import { recordContract, type Recording } from '../../../contracts/index.ts'

const text = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[a-z0-9-]+$' }
const properties = { name: text, description: { type: 'string', maxLength: 60 } }
const repo = {
  type: 'object',
  required: ['id', 'name', 'description', 'owner'],
  properties: {
    id: { type: 'integer' },
    ...properties,
    owner: { type: 'object', required: ['login'], properties: { login: { type: 'string' } } },
  },
}
const json = (schema: object): object => ({ 'application/json': { schema } })
const shown = (status: number, schema: object): object => ({
  [status]: { description: 'ok', content: json(schema) },
})
const refusals = { 404: { description: 'Unknown' }, 422: { description: 'Invalid' } }

/** Repositories are created for the user who sends the request, and read by the names of their owner and their own. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Forge', version: '1' },
  paths: {
    '/user/repos': {
      get: { operationId: 'listMine', responses: shown(200, { type: 'array', items: repo }) },
      post: {
        operationId: 'createMine',
        requestBody: {
          required: true,
          content: json({ type: 'object', required: ['name', 'description'], properties }),
        },
        responses: { ...shown(201, repo), ...refusals },
      },
    },
    '/repos/{owner}/{repo}': {
      parameters: ['owner', 'repo'].map((name) => ({
        name,
        in: 'path',
        required: true,
        description: `The name of the ${name}.`,
        schema: { type: 'string' },
      })),
      get: { operationId: 'getRepo', responses: { ...shown(200, repo), ...refusals } },
      patch: {
        operationId: 'updateRepo',
        requestBody: { required: true, content: json({ type: 'object', properties }) },
        responses: { ...shown(200, repo), ...refusals },
      },
      delete: { operationId: 'deleteRepo', responses: { 204: { description: 'Gone' }, ...refusals } },
    },
  },
}

interface Repo {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly owner: { readonly login: string }
}

const isText = (value: unknown, most: number): boolean =>
  typeof value === 'string' && [...value].length <= most

function isValid(body: unknown, required: readonly string[]): body is Partial<Repo> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { name, description } = body as Record<string, unknown>
  return (
    required.every((each) => Object.hasOwn(body, each)) &&
    (name === undefined || (isText(name, 40) && /^[a-z0-9-]+$/.test(name as string))) &&
    (description === undefined || isText(description, 60))
  )
}

async function check(losesUpdates: boolean): Promise<Recording> {
  const repos = new Map<string, Repo>()
  let last = 0
  const add = (given: Partial<Repo>): Repo => {
    last += 1
    const made = {
      id: last,
      name: given.name ?? '',
      description: given.description ?? '',
      owner: { login: 'ann' },
    }
    repos.set(made.name, made)
    return made
  }
  add({ name: 'first', description: 'There already' })
  const refuse = (status: number): Response => Response.json({ message: 'No.' }, { status })
  const bodyOf = async (request: Request): Promise<unknown> => request.json().catch(() => undefined)
  const onList = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return Response.json([...repos.values()])
    if (request.method !== 'POST') return refuse(405)
    const body = await bodyOf(request)
    if (!isValid(body, ['name', 'description']) || repos.has(body.name ?? '')) return refuse(422)
    return Response.json(add(body), { status: 201 })
  }
  const onOne = async (request: Request, owner: string, name: string): Promise<Response> => {
    const found = owner === 'ann' ? repos.get(name) : undefined
    if (!found) return refuse(404)
    if (request.method === 'GET') return Response.json(found)
    if (request.method === 'DELETE') return (repos.delete(name), new Response(null, { status: 204 }))
    if (request.method !== 'PATCH') return refuse(405)
    const body = await bodyOf(request)
    if (!isValid(body, [])) return refuse(422)
    const { name: renamed = name, description = found.description } = body
    if (renamed !== name && repos.has(renamed)) return refuse(422)
    const changed = { ...found, name: renamed, description }
    if (losesUpdates) return Response.json(changed)
    repos.delete(name)
    repos.set(renamed, changed)
    return Response.json(changed)
  }
  return recordContract({
    document,
    phases: ['stateful', 'lifecycle'],
    target: async (request: Request) => {
      const parts = new URL(request.url).pathname.split('/').slice(1).map(decodeURIComponent)
      if (parts.join('/') === 'user/repos') return onList(request)
      return parts[0] === 'repos' && parts.length === 3
        ? onOne(request, parts[1] ?? '', parts[2] ?? '')
        : refuse(404)
    },
  })
}

describe('records of the current user, at paths that name their owner', () => {
  it('are created by the operation of the current user', async () => {
    const { findings, statuses } = await check(false)
    expect(findings.map(({ message }) => message)).toEqual([])
    const accepted = statuses.flatMap(({ operation, status }) => (status < 300 ? [operation] : []))
    expect(new Set(accepted)).toEqual(
      new Set(['listMine', 'createMine', 'getRepo', 'updateRepo', 'deleteRepo']),
    )
  })

  it('are read again after a change', async () => {
    const { findings } = await check(true)
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'update-visible', operation: 'updateRepo' }),
    )
  })
})
