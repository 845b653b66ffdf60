import { beforeAll, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, ref, text } from '../document-parts.ts'

const asked = (name: string, schema: object = text, description = ''): object => ({
  name,
  in: 'query',
  schema,
  description,
})
const time = { ...text, format: 'date-time' }
const boolean = { type: 'boolean' }
const several = { type: 'array', items: text }

const document = {
  openapi: '3.1.0',
  info: { title: 'Articles', version: '1' },
  paths: {
    '/articles': {
      get: {
        parameters: [
          asked('include', { type: 'array', items: integer }, 'Limit result set to specific IDs.'),
          asked('exclude', { type: 'array', items: integer }, 'Ensure result set excludes specific IDs.'),
          asked('only_ids', text, 'Comma-separated.'),
          asked('rating__isnull', boolean),
          asked('rating__range', several),
          asked('filters[rating][$between]'),
          asked('filter[title][_nnull]', boolean),
          asked('filters[title][$notContains]'),
          asked('filters[title][$eqi]'),
          asked('author__name__istartswith'),
          asked('state__not_in'),
          asked('created__date__gte', { ...text, format: 'date' }),
          asked('sku', text, 'Limit result set to these SKUs. Use commas to separate.'),
          { ...asked('filter', { type: 'object', additionalProperties: true }), style: 'deepObject' },
          asked('orderby', { ...text, enum: ['date', 'name'] }),
        ],
        ...answer(200, list(ref('Article'))),
      },
      post: { requestBody: json(ref('Article')), ...answer(201, ref('Article')) },
    },
  },
  components: {
    schemas: {
      Article: {
        type: 'object',
        required: ['title'],
        properties: {
          id: integer,
          title: text,
          sku: text,
          state: text,
          rating: { type: ['number', 'null'] },
          author: { type: 'object', properties: { name: text } },
          created: time,
        },
      },
    },
  },
}

let send: Send
beforeAll(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const articles = [
    { title: 'Tea', state: 'draft', rating: 2, author: { name: 'Ann' } },
    { title: 'Ale', state: 'sent', rating: null, author: { name: 'Bob' } },
    { title: 'Gin', state: 'gone', rating: 5, author: { name: 'Ben' } },
  ]
  for (const [index, article] of articles.entries()) {
    const created = `2030-05-0${String(index + 1)}T10:00:00Z`
    await send('POST', '/articles', { id: index + 1, sku: `Q-${String(index + 1)}`, ...article, created })
  }
})

it.each([
  ['include=1&include=3', [1, 3]],
  ['exclude=1', [2, 3]],
  ['only_ids=2,3', [2, 3]],
  ['rating__isnull=true', [2]],
  ['rating__isnull=false', [1, 3]],
  ['rating__range=2&rating__range=4', [1]],
  ['filters[rating][$between]=2,4', [1]],
  ['filter[title][_nnull]=true', [1, 2, 3]],
  ['filters[title][$notContains]=e', [3]],
  ['filters[title][$eqi]=TEA', [1]],
  ['author__name__istartswith=b', [2, 3]],
  ['state__not_in=draft,gone', [2]],
  ['created__date__gte=2030-05-02', [2, 3]],
  ['sku=Q-1,Q-3', [1, 3]],
])('a parameter selects by ids, or by the operator in its name: %s', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids)
})

it.each([
  ['filter[title][_eq]=Gin', [3]],
  ['filter[author][name][_in]=Ann', [1]],
  ['filter[title][_in]=Tea,Gin', [1, 3]],
  ['filter[title][$in][0]=Tea&filter[title][$in][1]=Gin', [1, 3]],
  ['filter[$or][0][title]=Tea&filter[$or][1][rating][$gt]=4', [1, 3]],
  [`filter=${encodeURIComponent('{"rating": {"_gt": 3}}')}`, [3]],
])('an object of filters has operators at any depth: %s', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids)
})

it('an order by date or name is one by what records have instead', async () => {
  expect(await idsOf('orderby=name')).toEqual([2, 3, 1])
  expect(await idsOf('orderby=date')).toEqual([1, 2, 3])
})

async function idsOf(query: string): Promise<readonly number[]> {
  const { body } = await send('GET', `/articles?${query}`)
  return (body as unknown as readonly { id: number }[]).map(({ id }) => id)
}
