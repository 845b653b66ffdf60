import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

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
