import { expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'

const text = { type: 'string', minLength: 1, maxLength: 60 }
const content = (schema: object, type = 'application/json'): object => ({ content: { [type]: { schema } } })
const refused = { '4XX': { description: 'Refused' } }
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  required,
  properties,
})

const metadata = object(
  {
    name: { type: 'string', maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' },
    uid: { type: 'string', description: 'Populated by the system. Read-only.' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
  },
  ['name'],
)
const cluster = object(
  {
    metadata,
    spec: object({ region: text, plan: text, nodes: { type: 'array', items: object({ name: text }) } }),
    locked: { type: 'boolean', description: 'If set to true, the cluster cannot be updated.' },
  },
  ['metadata', 'spec'],
)
const patch = {
  type: 'array',
  items: object({ op: { type: 'string' }, path: { type: 'string' }, value: {} }, ['op', 'path']),
}
const operations = object(
  {
    schemas: { type: 'array', minItems: 1, items: { type: 'string', enum: ['urn:patch'] } },
    Operations: {
      type: 'array',
      minItems: 1,
      items: object({ op: { enum: ['add', 'remove', 'replace'] }, path: { type: 'string' }, value: {} }, [
        'op',
      ]),
    },
  },
  ['schemas', 'Operations'],
)
const answer = (status: number, schema?: object): object => ({
  [status]: { description: 'Fine', ...(schema && content(schema)) },
})

const documentOf = (patching: object, parameters: readonly object[] = []): object => ({
  openapi: '3.1.0',
  info: { title: 'Clusters', version: '1' },
  paths: {
    '/clusters': {
      get: { responses: answer(200, object({ items: { type: 'array', items: cluster } }, ['items'])) },
      post: {
        requestBody: { required: true, ...content(cluster) },
        responses: { ...answer(201, cluster), 409: { description: 'The name is taken' }, ...refused },
      },
    },
    '/clusters/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { ...answer(200, cluster), ...refused } },
      put: {
        requestBody: { required: true, ...content(cluster) },
        responses: { ...answer(200, cluster), ...refused },
      },
      patch: {
        parameters,
        requestBody: { required: true, ...patching },
        responses: { ...answer(200, cluster), ...refused },
      },
      delete: { responses: { ...answer(204), ...refused } },
    },
  },
})
const byJsonPatch = documentOf(content(patch, 'application/json-patch+json'))
const ifMatch = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }
const byConditionalPatch = documentOf(content(patch, 'application/json-patch+json'), [ifMatch])
const byMergePatch = documentOf(content({ type: 'object' }, 'application/merge-patch+json'))
const byOperations = documentOf(content(operations))

type Value = Record<string, unknown>
interface Cluster extends Value {
  readonly metadata: { readonly name: string }
}
interface Operation {
  readonly op: string
  readonly path?: string
  readonly value?: unknown
}
interface Ways {
  /** The operations of a patch that are carried out; all by default. */
  readonly keeps?: (operation: Operation, index: number) => boolean
  /** Whether a merge patch replaces objects as a whole. */
  readonly isShallow?: boolean
  readonly listsDeleted?: boolean
  /** Whether changes have to name the version that was read. */
  readonly isConditional?: boolean
}

class Refused extends Error {}

function apply(record: Value, { op, path, value }: Operation): void {
  if (path === undefined) return void Object.assign(record, value)
  const tokens = path.startsWith('/') ? path.slice(1).split('/') : path.split('.')
  const last = tokens.pop() ?? ''
  let holder: unknown = record
  for (const each of tokens) holder = (holder as Value | undefined)?.[each]
  const at = holder as Value | undefined
  if (at === undefined || (op !== 'add' && !(last in at))) throw new Refused()
  if (op === 'test') {
    if (JSON.stringify(at[last]) !== JSON.stringify(value)) throw new Refused()
  } else if (op === 'remove') delete at[last]
  else if (Array.isArray(at)) at.splice(Number(last), op === 'add' ? 0 : 1, value)
  else if (op === 'add' && Array.isArray(at[last])) at[last] = [...at[last], ...(value as unknown[])]
  else at[last] = value
}

function merged(target: unknown, sent: Value, isShallow = false): Value {
  const result = { ...(target as Value | undefined) }
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) delete result[name]
    else if (typeof value === 'object' && !Array.isArray(value) && !isShallow)
      result[name] = merged(result[name], value as Value)
    else result[name] = value
  }
  return result
}

const isCluster = (value: unknown): value is Cluster => {
  const { metadata: meta, spec } = (value ?? {}) as { metadata?: Value; spec?: Value }
  const texts = [meta?.['name'], spec?.['region'] ?? 'r', spec?.['plan'] ?? 'p']
  return spec !== undefined && texts.every((each) => typeof each === 'string' && each !== '')
}

/** What is found in clusters that are kept in these ways. */
async function findingsOf(
  document: object,
  { keeps = () => true, isShallow, listsDeleted, isConditional = false }: Ways = {},
) {
  const clusters = new Map<string, Cluster>()
  const deleted: Cluster[] = []
  const store = (made: unknown, old?: Cluster): Response => {
    if (!isCluster(made)) throw new Refused()
    if (old && old.metadata.name !== made.metadata.name) throw new Refused()
    const kept = { ...made, metadata: { ...made.metadata, uid: `uid-${made.metadata.name}` } }
    clusters.set(made.metadata.name, kept)
    return Response.json(kept, { status: old ? 200 : 201 })
  }
  const change = async (request: Request, old: Cluster): Promise<Response> => {
    const sent: unknown = await request.json()
    if (request.method === 'PUT' || old['locked'] === true) return store(sent, old)
    if (request.headers.get('content-type')?.includes('merge') === true)
      return store(merged(old, sent as Value, isShallow), old)
    const list = Array.isArray(sent) ? sent : (sent as { Operations?: unknown }).Operations
    if (!Array.isArray(list)) throw new Refused()
    const next = structuredClone(old)
    for (const each of (list as Operation[]).filter(keeps)) apply(next, each)
    return store(next, old)
  }
  const respond = async (request: Request): Promise<Response> => {
    const [, , name] = new URL(request.url).pathname.split('/')
    const isRead = /GET|HEAD/.test(request.method)
    if (name === undefined) {
      if (isRead)
        return Response.json({ items: [...clusters.values(), ...(listsDeleted === true ? deleted : [])] })
      const sent = (await request.json()) as Cluster
      return clusters.has(sent.metadata.name) ? new Response(null, { status: 409 }) : store(sent)
    }
    const old = clusters.get(decodeURIComponent(name))
    if (!old) return new Response(null, { status: 404 })
    if (isRead) return Response.json(old, isConditional ? { headers: { ETag: '"1"' } } : {})
    if (isConditional && request.method === 'PATCH' && !request.headers.has('if-match'))
      return new Response(null, { status: 428 })
    if (request.method !== 'DELETE') return change(request, old)
    clusters.delete(old.metadata.name)
    deleted.push(old)
    return new Response(null, { status: 204 })
  }
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target: (request: Request) =>
      respond(request).catch((error: unknown) => {
        if (error instanceof Refused || error instanceof SyntaxError || error instanceof TypeError)
          return new Response(null, { status: 400 })
        throw error
      }),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it.each([
  ['JSON Patch', byJsonPatch],
  ['a merge patch', byMergePatch],
  ['operations on attributes', byOperations],
])('has nothing against records with their names in a part, changed by %s', async (_, document) => {
  expect(await findingsOf(document)).toEqual([])
})

it('finds a deleted record in a list by the name in a part of it', async () => {
  expect(await findingsOf(byJsonPatch, { listsDeleted: true })).toContainEqual(
    expect.stringMatching(/^deleted-gone: /),
  )
})

it.each([
  [
    'a removal',
    byJsonPatch,
    ({ op }: Operation) => op !== 'remove',
    /expected no .* which the patch removes/,
  ],
  ['a test', byJsonPatch, ({ op }: Operation) => op !== 'test', /expected the patch to be refused/],
  ['a replacement', byOperations, ({ op }: Operation) => op !== 'replace', /expected .* as sent/],
  ['the second operation', byOperations, (_: Operation, index: number) => index === 0, /expected .* as sent/],
] as const)('finds %s of a patch that is ignored', async (_, document, keeps, message) => {
  expect(await findingsOf(document, { keeps })).toContainEqual(expect.stringMatching(message))
})

it('finds a test that is ignored by patches which have to name the version that was read', async () => {
  const keeps = ({ op }: Operation): boolean => op !== 'test'
  expect(await findingsOf(byConditionalPatch, { keeps, isConditional: true })).toContainEqual(
    expect.stringMatching(/expected the patch to be refused/),
  )
})

it('finds members that a merge patch does not name, and that are lost', async () => {
  expect(await findingsOf(byMergePatch, { isShallow: true })).toContainEqual(
    expect.stringMatching(/^update-visible: .* got nothing/),
  )
})
