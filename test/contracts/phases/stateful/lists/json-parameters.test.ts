import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const integer = { type: 'integer', minimum: 0, maximum: 50 }
const tool = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    kind: { ...text, enum: ['hand', 'power'] },
  },
}
const where = { type: 'object', title: 'Tool.WhereFilter', additionalProperties: true }
/** A filter as LoopBack has it. */
const filter = {
  type: 'object',
  additionalProperties: false,
  properties: {
    offset: integer,
    limit: { ...integer, minimum: 1 },
    where,
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      get: {
        parameters: [{ name: 'filter', in: 'query', content: { 'application/json': { schema: filter } } }],
        ...answer(200, { type: 'array', items: tool }),
      },
      post: { ...sent(tool), ...answer(201, tool) },
    },
    '/tools/count': {
      get: {
        parameters: [{ name: 'where', in: 'query', content: { 'application/json': { schema: where } } }],
        ...answer(200, { type: 'object', properties: { count: { type: 'number' } } }),
      },
    },
    '/tools/{id}': { ...at('id'), get: answer(200, tool), delete: gone },
  },
}

/** The checks that fail on a service that loses part of the filter. */
async function findingsOf(lose: (filter: Record<string, unknown>) => void): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    target: rewrittenQuery(mock, (query) => {
      const given = JSON.parse(query.get('filter') ?? '{}') as Record<string, unknown>
      lose(given)
      if (query.has('filter')) query.set('filter', JSON.stringify(given))
    }),
  })
  return findings.map(({ check }) => check)
}

it('accepts a list whose paging and conditions are members of a JSON parameter', async () => {
  expect(await findingsOf(() => undefined)).toEqual([])
})

it.each([
  ['limit', 'list-limit'],
  ['offset', 'list-offset'],
  ['where', 'list-filter'],
] as const)('reports a list that ignores %s in a JSON parameter', async (name, check) => {
  expect(await findingsOf((given) => delete given[name])).toContain(check)
})

it('reports conditions of which one property is ignored', async () => {
  const lose = ({ where }: Record<string, unknown>): void => {
    if (typeof where === 'object' && where !== null && 'kind' in where) delete where.kind
  }
  expect(await findingsOf(lose)).toContain('list-filter')
})

it('reports a count that ignores the conditions', async () => {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    target: async (request: Request) => {
      const url = new URL(request.url)
      if (url.pathname === '/tools/count') url.searchParams.delete('where')
      return mock.fetch(new Request(url, request))
    },
  })
  expect(findings.map(({ check }) => check)).toContain('list-total')
})
