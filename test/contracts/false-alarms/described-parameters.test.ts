import { expect, it } from 'vitest'
import { answers, body, check, empty, text, type ReceivedRequest } from '../support/code-first-api.ts'

const refusals = async (
  paths: object,
  answer: (request: ReceivedRequest) => Response,
): Promise<readonly string[]> =>
  (await check(paths, answer)).findings.filter((line) => line.startsWith('valid-accepted: '))

const withLevel = (description: string): object => ({
  '/report': {
    get: {
      parameters: [{ name: 'content', in: 'query', description, schema: { type: 'integer' } }],
      ...answers(200, text),
    },
  },
})
const report = ({ query }: ReceivedRequest): Response =>
  /^(?:\?content=[01])?$/.test(query) ? Response.json('Fine') : Response.json('No', { status: 400 })

it('accepts that a number is refused where the description names others', async () => {
  expect(await refusals(withLevel('0 without the content, 1 with it'), report)).toEqual([])
})

it('reports that a number is refused which nothing excludes', async () => {
  expect(await refusals(withLevel('How much of the content to show'), report)).not.toEqual([])
})

const kind = { type: 'string', enum: ['file', 'folder'] }
const entry: object = {
  type: 'object',
  required: ['id', 'kind'],
  properties: { id: text, kind, name: text },
}

/** Files that can be read as such only. */
function files(parameter: string): [paths: object, answer: (request: ReceivedRequest) => Response] {
  const paths = {
    '/files': {
      post: {
        ...body({ type: 'object', required: ['name'], properties: { name: text } }),
        ...answers(201, entry),
      },
    },
    '/files/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: text },
          { name: parameter, in: 'query', schema: kind },
        ],
        ...answers(200, entry),
      },
    },
  }
  const all = new Map<string, object>()
  return [
    paths,
    ({ method, path, query, body: sent }) => {
      const [, , id] = path.split('/')
      if (method === 'POST' && id === undefined) {
        if (typeof sent['name'] !== 'string') return empty(400)
        const created = { ...sent, id: `f${String(all.size)}`, kind: 'file' }
        all.set(created.id, created)
        return Response.json(created, { status: 201 })
      }
      const found = all.get(id ?? '')
      if (!found || id === undefined) return empty(404)
      if (!/GET|HEAD/.test(method)) return empty(405)
      return query.includes('=') && !query.endsWith('=file') ? empty(400) : Response.json(found)
    },
  ]
}

it('accepts that a parameter which contradicts the record is refused', async () => {
  expect(await refusals(...files('kind'))).toEqual([])
})

it('reports that a parameter which has nothing to do with the record is refused', async () => {
  expect(await refusals(...files('view'))).not.toEqual([])
})

it('warns only that a value with a space around it is read without', async () => {
  const parameter = { name: 'format', in: 'query', schema: { type: 'string', enum: ['text', 'html'] } }
  const { findings, severities } = await check(
    { '/report': { get: { parameters: [parameter], ...answers(200, text) } } },
    ({ query }) => {
      const format = new URLSearchParams(query).get('format')?.trim() ?? 'text'
      return ['text', 'html'].includes(format) ? Response.json('Fine') : empty(400)
    },
  )
  const found = findings.findIndex((line) => line.includes('with a space at its end'))
  expect(severities[found]).toBe('warning')
})
