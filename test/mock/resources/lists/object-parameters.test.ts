import { beforeAll, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, ref, text } from '../document-parts.ts'

const page = { type: 'integer', minimum: 0 }
const texts = { type: 'array', items: text }
const object = (name: string, properties: object, fields: object = {}): object => ({
  name,
  in: 'query',
  schema: { type: 'object', properties },
  ...fields,
})
const deep = { style: 'deepObject', explode: true }

const document = {
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      get: {
        parameters: [object('pageable', { page, size: page, sort: texts }, { required: true })],
        ...answer(200, list(ref('Tool'))),
      },
      post: { requestBody: json(ref('Tool')), ...answer(201, ref('Tool')) },
    },
    '/parts': {
      get: {
        parameters: [
          object(
            'page',
            { number: { ...page, minimum: 1, default: 1 }, size: { ...page, default: 2 } },
            deep,
          ),
          object(
            'filter',
            { kind: text, minPrice: integer, price: { type: 'object', properties: { lt: integer } } },
            deep,
          ),
        ],
        ...answer(200, {
          type: 'object',
          required: ['data'],
          properties: { data: list(ref('Tool')), links: { type: 'object', properties: { next: text } } },
        }),
      },
      post: { requestBody: json(ref('Tool')), ...answer(201, ref('Tool')) },
    },
  },
  components: {
    schemas: {
      Tool: {
        type: 'object',
        required: ['name'],
        properties: { id: integer, name: text, kind: text, price: integer },
      },
    },
  },
}

let send: Send
beforeAll(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const [index, name] of ['saw', 'axe', 'file', 'bit'].entries())
    for (const path of ['/tools', '/parts'])
      await send('POST', path, {
        id: index + 1,
        name,
        kind: index % 2 ? 'sharp' : 'rough',
        price: index * 10,
      })
})

const idsIn = (items: unknown): readonly number[] => (items as readonly { id: number }[]).map(({ id }) => id)

describe('a parameter that is an object', () => {
  it.each([
    ['', [1, 2, 3, 4]],
    ['?page=1&size=3', [4]],
    ['?sort=name&size=2', [2, 4]],
    ['?sort=name,desc', [1, 3, 4, 2]],
  ])('pages and sorts by its members in exploded form: %s', async (query, ids) => {
    const { status, body } = await send('GET', `/tools${query}`)
    expect([status, idsIn(body)]).toEqual([200, ids])
  })

  it.each([
    ['', [1, 2]],
    ['?page[number]=2&page[size]=3', [4]],
    ['?filter[kind]=sharp', [2, 4]],
    ['?filter[minPrice]=20', [3, 4]],
    ['?filter[price][lt]=20', [1, 2]],
    ['?page[size]=1&filter[kind]=sharp', [2]],
  ])('selects by its members as a deep object: %s', async (query, ids) => {
    const { body } = await send('GET', `/parts${query}`)
    expect(idsIn((body as { data: unknown }).data)).toEqual(ids)
  })

  it('is written into links to pages as it was sent', async () => {
    const { body } = await send('GET', '/parts?filter[kind]=sharp&page[size]=1')
    const { next } = (body as { links: { next: string } }).links
    expect(decodeURIComponent(next)).toBe('/parts?page[number]=2&page[size]=1&filter[kind]=sharp')
    const following = await send('GET', next)
    expect(idsIn((following.body as { data: unknown }).data)).toEqual([4])
  })
})
