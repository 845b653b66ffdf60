import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../document-parts.ts'

const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: text })
const document = {
  openapi: '3.1.0',
  info: { title: 'Fields', version: '1' },
  paths: {
    '/farms': collection('Farm', object({ title: text })),
    '/farms/{farmId}': { parameters: [inPath('farmId')], get: answer(200, ref('Farm')) },
    '/farms/{farmId}/cows': { parameters: [inPath('farmId')], ...collection('Cow', object({ name: text })) },
    '/farms/{farmId}/cows/$count': {
      parameters: [inPath('farmId')],
      get: {
        responses: { 200: { description: 'The number', content: { 'text/plain': { schema: integer } } } },
      },
    },
    '/farms/{farmId}/cows/{cowId}': {
      parameters: [inPath('farmId'), inPath('cowId')],
      get: answer(200, ref('Cow')),
    },
    '/farms/{farmId}/cows/{cowId}/move': {
      parameters: [inPath('farmId'), inPath('cowId')],
      post: { requestBody: json(object({ destination: text })), ...answer(200, ref('Cow')) },
    },
  },
  components: {
    schemas: {
      Farm: object({ id: text, title: text }),
      Cow: object({ id: text, farmId: text, name: text }),
      Cows: list(ref('Cow')),
    },
  },
}
const sendTo = async (): Promise<Send> => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const title of ['Upper', 'Lower']) await send('POST', '/farms', { title })
  await send('POST', '/farms/farm-1/cows', { name: 'Lisa' })
  return send
}

describe('a record that is moved below another one', () => {
  it('is listed there, and has its id', async () => {
    const send = await sendTo()
    const { body } = await send('POST', '/farms/farm-1/cows/cow-1/move', { destination: 'farm-2' })
    expect(body).toMatchObject({ name: 'Lisa', farmId: 'farm-2' })
    expect((await send('GET', '/farms/farm-2/cows')).body).toEqual([body])
  })

  it('is no longer where it was', async () => {
    const send = await sendTo()
    await send('POST', '/farms/farm-1/cows/cow-1/move', { destination: 'farm-2' })
    expect((await send('GET', '/farms/farm-1/cows')).body).toEqual([])
    expect((await send('GET', '/farms/farm-1/cows/cow-1')).status).toBe(404)
  })

  it('stays if the destination is unknown', async () => {
    const send = await sendTo()
    await send('POST', '/farms/farm-1/cows/cow-1/move', { destination: 'farm-9' })
    expect((await send('GET', '/farms/farm-1/cows')).body).toMatchObject([{ name: 'Lisa' }])
  })
})

it('$count is the number of records in a list', async () => {
  expect((await (await sendTo())('GET', '/farms/farm-1/cows/$count')).body).toBe(1)
})
