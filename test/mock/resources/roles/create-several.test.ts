import { beforeAll, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const oneOrSeveral = { oneOf: [list(ref('Item')), ref('Item')] }
const id = { name: 'id', in: 'path', required: true, schema: integer }
const asked = (name: string): object => ({ name, in: 'query', schema: integer })

const document = {
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  paths: Object.fromEntries(
    [
      ['/items', oneOrSeveral],
      ['/things', object({ data: ref('Item') })],
    ].flatMap(([path, shown]) => [
      [
        path,
        {
          get: {
            parameters: ['offset', 'limit', 'page'].map(asked),
            ...answer(200, object({ data: list(ref('Item')) })),
          },
          post: { requestBody: json(oneOrSeveral), ...answer(201, shown as object) },
        },
      ],
      [
        `${path as string}/{id}`,
        { get: { parameters: [id], ...answer(200, object({ data: ref('Item') })) } },
      ],
    ]),
  ),
  components: {
    schemas: { Item: { type: 'object', required: ['name'], properties: { id: integer, name: text } } },
  },
}

let send: Send
beforeAll(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
})

it('creates each of several records that are sent in place of one, and shows all of them', async () => {
  const sent = [{ name: 'Cup' }, { name: 'Jug' }]
  expect(await send('POST', '/items', sent)).toMatchObject({ status: 201, body: sent })
  expect((await send('GET', '/items')).body).toMatchObject({ data: sent })
})

it('shows the first one if the response has no place for others', async () => {
  const { body } = await send('POST', '/things', [{ name: 'Cup' }, { name: 'Jug' }, { name: 'Pan' }])
  expect(body).toMatchObject({ data: { name: 'Cup' } })
  expect((await send('GET', '/things/2')).body).toMatchObject({ data: { name: 'Jug' } })
})

it('has pages by number beside an offset', async () => {
  expect((await send('GET', '/things?limit=2&page=2')).body).toMatchObject({ data: [{ name: 'Pan' }] })
  expect((await send('GET', '/things?limit=1&offset=1')).body).toMatchObject({ data: [{ name: 'Jug' }] })
})
