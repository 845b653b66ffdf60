import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

it('each parameter that searches finds what its description says', async () => {
  const town = object({ id: integer, name: text, region: text })
  const searching = (name: string, description: string): object => ({
    name,
    in: 'query',
    description,
    schema: text,
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Towns', version: '1' },
    paths: {
      '/towns': {
        get: {
          parameters: [
            searching('name', 'Only towns whose name starts with this text.'),
            searching('region', 'Only towns whose region contains this text.'),
          ],
          ...answer(200, list(town)),
        },
        post: { requestBody: json(town), ...answer(201, town) },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const towns = [
    ['Newport', 'South Wales'],
    ['Kings Newton', 'East Midlands'],
    ['Newark', 'East Midlands'],
  ]
  for (const [id, [name = '', region = '']] of towns.entries())
    await send('POST', '/towns', { id, name, region })
  const found = async (query: string): Promise<readonly number[]> =>
    ((await send('GET', `/towns?${query}`)).body as unknown as readonly { id: number }[]).map(({ id }) => id)
  expect(await found('name=new')).toEqual([0, 2])
  expect(await found('region=midlands')).toEqual([1, 2])
  expect(await found('name=new&region=midlands')).toEqual([2])
})

describe('a search at a path of its own', () => {
  const client = object({
    id: integer,
    name: text,
    email: text,
    labels: { type: 'object', additionalProperties: text },
  })
  const found = object({ data: list(ref('Client')) })
  const query = (name: string): object => ({ name, in: 'query', required: true, schema: text })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Clients', version: '1' },
    paths: {
      '/clients': {
        get: answer(200, object({ data: list(ref('Client')) })),
        post: { requestBody: json(ref('Client')), ...answer(201, ref('Client')) },
      },
      '/clients/search': { get: { parameters: [query('query')], ...answer(200, found) } },
      '/clients/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, ref('Client')),
      },
    },
    components: { schemas: { Client: client } },
  }
  const clients = [
    { id: 1, name: 'Ann Lee', email: 'ann@example.com', labels: { color: 'red' } },
    { id: 2, name: 'Joann Fox', email: 'joann@example.com', labels: { color: 'blue' } },
  ]

  it.each([
    ['ann', [1, 2]],
    ['lee', [1]],
    ['email:"ann@example.com"', [1]],
    ["-email:'ann@example.com'", [2]],
    ['name~"ann" AND labels["color"]:"blue"', [2]],
    ['id>1', [2]],
    ['fox in:name', [2]],
  ])('finds the records with %s', async (text, expected) => {
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    for (const each of clients) await send('POST', '/clients', each)
    const { body } = await send('GET', `/clients/search?query=${encodeURIComponent(text)}`)
    expect((body as unknown as { data: readonly { id: number }[] }).data.map(({ id }) => id)).toEqual(
      expected,
    )
  })
})
