import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const at = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const own = { ...integer, readOnly: true }
const error = (description: string): object => ({ description, ...json(object({ message: text })) })
const document = {
  openapi: '3.1.0',
  info: { title: 'Choirs', version: '1' },
  paths: {
    '/choirs': {
      get: answer(200, list(ref('Choir'))),
      post: { requestBody: json(object({ name: text, maxMembers: integer })), ...answer(201, ref('Choir')) },
    },
    '/choirs/{id}': { ...at('id'), get: answer(200, ref('Choir')) },
    '/choirs/{id}/singers': {
      ...at('id'),
      get: answer(200, list(ref('Singer'))),
      post: {
        requestBody: json({ ...object({ singerId: integer }), additionalProperties: false }),
        responses: {
          201: { description: 'Added', ...json(ref('Membership')) },
          404: error('The choir or the singer does not exist'),
          409: error('The singer is in the choir already, or the choir is full'),
        },
      },
    },
    '/choirs/{id}/singers/{singerId}': { ...at('id', 'singerId'), delete: answer(204) },
    '/singers': {
      get: answer(200, list(ref('Singer'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Singer')) },
    },
    '/singers/{id}': {
      ...at('id'),
      get: answer(200, ref('Singer')),
      delete: {
        responses: { 204: { description: 'Deleted' }, 409: error('The singer is still listed in a choir') },
      },
    },
    '/singers/{id}/choirs': { ...at('id'), get: answer(200, list(ref('Choir'))) },
  },
  components: {
    schemas: {
      Choir: object({ id: own, name: text, maxMembers: integer, singerCount: own }),
      Singer: object({ id: own, name: text }),
      Membership: object({ choirId: integer, singerId: integer, joinedAt: { ...text, format: 'date-time' } }),
    },
  },
}

let send: Send
let choir: string

const created = async (path: string, body: JsonObject): Promise<number> =>
  ((await send('POST', path, body)).body as { readonly id: number }).id
const join = async (singerId: number) => send('POST', `${choir}/singers`, { singerId })
const read = async (path: string) => (await send('GET', path)).body

beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true, now: '2026-11-01T08:00:00Z' }))
  choir = `/choirs/${String(await created('/choirs', { name: 'Low', maxMembers: 2 }))}`
})

it('a record whose id is sent is put on the list, and the response tells who is on which list since when', async () => {
  const singerId = await created('/singers', { name: 'Ann' })
  expect((await join(singerId)).body).toEqual({
    choirId: Number(choir.split('/')[2]),
    singerId,
    joinedAt: expect.stringContaining('2026-11-01'),
  })
  expect(await read(`${choir}/singers`)).toEqual([{ id: singerId, name: 'Ann' }])
  expect(await read(choir)).toMatchObject({ singerCount: 1 })
})

it('no record is put on a list twice, and none that does not exist', async () => {
  const singerId = await created('/singers', { name: 'Ann' })
  await join(singerId)
  expect((await join(singerId)).status).toBe(409)
  expect((await join(99_999)).status).toBe(404)
  expect(await read(`${choir}/singers`)).toHaveLength(1)
})

it('a full list takes no more records until one leaves it', async () => {
  const [ann, bob, cy] = [
    await created('/singers', { name: 'Ann' }),
    await created('/singers', { name: 'Bob' }),
    await created('/singers', { name: 'Cy' }),
  ]
  const statuses = [await join(ann), await join(bob), await join(cy)].map(({ status }) => status)
  expect(statuses).toEqual([201, 201, 409])
  expect((await send('DELETE', `${choir}/singers/${String(ann)}`)).status).toBe(204)
  expect((await join(cy)).status).toBe(201)
})

it('a record shows on whose lists it is, and is not deleted while the document says so', async () => {
  const singer = await created('/singers', { name: 'Ann' })
  expect(await read(`/singers/${String(singer)}/choirs`)).toEqual([])
  await join(singer)
  expect(await read(`/singers/${String(singer)}/choirs`)).toMatchObject([{ name: 'Low', singerCount: 1 }])
  expect((await send('DELETE', `/singers/${String(singer)}`)).status).toBe(409)
  await send('DELETE', `${choir}/singers/${String(singer)}`)
  expect((await send('DELETE', `/singers/${String(singer)}`)).status).toBe(204)
})
