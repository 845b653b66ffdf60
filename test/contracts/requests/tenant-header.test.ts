import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, content, text } from '../support/document-parts.ts'

interface Schema {
  readonly required: readonly string[]
  readonly properties: object
}

const box = { type: 'object', required: ['name'], properties: { name: { ...text, minLength: 1 } } }
const note = {
  type: 'object',
  required: ['title', 'boxId'],
  properties: { title: { ...text, minLength: 1 }, boxId: text },
}
const kept = ({ required, properties }: Schema): object => ({
  type: 'object',
  required: ['id', ...required],
  properties: { id: text, ...properties },
})
const draft = (schema: object): object => ({
  requestBody: { required: true, content: content({ ...schema, additionalProperties: false }) },
})
const others = { 403: { description: 'No tenant' }, 422: { description: 'It refers to what is not there.' } }

/** An API whose records belong to the tenant that a header names. */
function documentWith(header: object, schema: object): object {
  const parameters = [
    {
      name: 'X-Tenant',
      in: 'header',
      required: true,
      schema: { ...text, pattern: '^[a-z]{4,9}$', ...schema },
      ...header,
    },
  ]
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1' },
    paths: {
      '/boxes': { parameters, post: { ...draft(box), ...answer(201, kept(box), others) } },
      '/boxes/{id}': {
        parameters: [...parameters, ...at('id').parameters],
        get: answer(200, kept(box), others),
      },
      '/notes': { parameters, post: { ...draft(note), ...answer(201, kept(note), others) } },
      '/notes/{id}': {
        parameters: [...parameters, ...at('id').parameters],
        get: answer(200, kept(note), others),
      },
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Boxes and notes of the tenants `north` and `south`; a request that names none is refused, or is of `north`. */
function service(ofNone?: 'north'): (request: Request) => Promise<Response> {
  const records = new Map<string, object>()
  const failed = (status: number, message: string): Response => Response.json({ message }, { status })
  return async (request) => {
    const tenant = request.headers.get('x-tenant') ?? ofNone
    const [, kind, id] = new URL(request.url).pathname.split('/')
    if (!tenant || !/^[a-z]{4,9}$/.test(tenant)) return failed(400, 'X-Tenant is wrong.')
    if (!/^(?:north|south)$/.test(tenant)) return failed(403, 'This is no tenant.')
    const allowed = id === undefined ? 'POST' : 'GET, HEAD'
    if (!allowed.includes(request.method))
      return new Response(null, { status: 405, headers: { allow: allowed } })
    if (id !== undefined) {
      const record = records.get(`${tenant}/${kind}/${id}`)
      return record ? Response.json(record) : failed(404, 'There is none.')
    }
    const body = (await request.json().catch(() => undefined)) as Record<string, unknown> | null | undefined
    const names = kind === 'boxes' ? ['name'] : ['title', 'boxId']
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return failed(400, 'No object.')
    if (!names.every((name) => isText(body[name]))) return failed(400, 'A text is missing.')
    if (Object.keys(body).length > names.length) return failed(400, 'That is too much.')
    if (kind === 'notes' && !records.has(`${tenant}/boxes/${String(body['boxId'])}`))
      return failed(422, 'There is no such box.')
    const created = { ...body, id: `r${String(records.size)}` }
    records.set(`${tenant}/${kind}/${created.id}`, created)
    return Response.json(created, { status: 201 })
  }
}

it('accepts that records of one tenant are unknown to another', async () => {
  const examples = { one: { value: 'north' }, other: { value: 'south' } }
  const document = documentWith({ examples }, {})
  const { findings, summary } = await runContract({ document, target: service() })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(4)
})

it('uses the value of a header of every request for the declared parameter', async () => {
  const { findings, summary } = await runContract({
    document: documentWith({}, {}),
    target: service(),
    headers: { 'X-Tenant': 'south' },
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(4)
})

it('leaves that header out of the request that must lack it', async () => {
  const { findings } = await runContract({
    document: documentWith({}, {}),
    target: service('north'),
    headers: { 'X-Tenant': 'south' },
  })
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toContainEqual(
    expect.stringMatching(/^invalid-refused: .*X-Tenant left out/),
  )
})

it.each([['example', 'north'] as const, ['examples', ['south']] as const])(
  'sends the %s of the schema of a parameter',
  async (keyword, value) => {
    const document = documentWith({}, { [keyword]: value })
    const { findings, summary } = await runContract({ document, target: service() })
    expect(findings.map(({ message }) => message)).toEqual([])
    expect(summary.covered).toBe(4)
  },
)
