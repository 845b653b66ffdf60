import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../../document-parts.ts'

const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const id = { name: 'id', in: 'path', required: true, schema: integer }
const kind = { enum: ['sea', 'lake', 'river'] }
const fish = { name: text, kind, colours: list(object({ id: integer, name: text })) }
const document = {
  openapi: '3.0.4',
  info: { title: 'Fish', version: '1' },
  paths: {
    '/fish': collection('Fish', object(fish)),
    '/fish/{id}': {
      parameters: [id],
      get: answer(200, ref('Fish')),
      post: { parameters: [query('name', text), query('kind', text)], ...answer(200, ref('Fish')) },
    },
    '/fish/createWithList': {
      post: { requestBody: json(list(object(fish))), ...answer(200, ref('Fish')) },
    },
    '/fish/findByColours': {
      get: { parameters: [query('colours', list(text))], ...answer(200, list(ref('Fish'))) },
    },
    '/shop/stock': {
      get: {
        summary: 'Returns the stock of fish by kind',
        ...answer(200, { type: 'object', additionalProperties: integer }),
      },
    },
  },
  components: { schemas: { Fish: object({ id: { ...integer, readOnly: true }, ...fish }) } },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const red = [{ id: 1, name: 'red' }]
  const { status, body } = await send('POST', '/fish/createWithList', [
    { name: 'Tuna', kind: 'sea', colours: [] },
    { name: 'Carp', kind: 'lake', colours: red },
  ])
  expect([status, body]).toEqual([200, { id: 2, name: 'Carp', kind: 'lake', colours: red }])
})

it('a list of records is created at a path that says so, whose response is the last of them', async () => {
  expect((await send('GET', '/fish')).body).toMatchObject([{ name: 'Tuna' }, { name: 'Carp' }])
})

it('records are found by the names of objects in their lists', async () => {
  const find = async (colour: string) => (await send('GET', `/fish/findByColours?colours=${colour}`)).body
  expect(await find('red')).toMatchObject([{ name: 'Carp' }])
  expect(await find('blue')).toEqual([])
})

it('a POST to the path of a record changes what its query names', async () => {
  expect((await send('POST', '/fish/1?name=Cod&kind=river')).body).toMatchObject({
    id: 1,
    name: 'Cod',
    kind: 'river',
  })
})

it('a map of numbers counts records by the property that its summary names', async () => {
  expect((await send('GET', '/shop/stock')).body).toEqual({ sea: 1, lake: 1, river: 0 })
})
