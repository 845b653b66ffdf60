import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const id = { name: 'id', in: 'path', required: true, schema: integer }
const action = (): object => ({ parameters: [id], post: answer(200, ref('Status')) })
const document = {
  openapi: '3.1.0',
  info: { title: 'Statuses', version: '1' },
  paths: {
    '/accounts/verify_credentials': { get: answer(200, ref('Account')) },
    '/accounts/{id}': { parameters: [id], get: answer(200, ref('Account')) },
    '/accounts/search': {
      get: {
        parameters: [{ name: 'q', in: 'query', required: true, schema: text }],
        ...answer(200, list(ref('Account'))),
      },
    },
    '/statuses': {
      post: {
        requestBody: json(object({ status: text })),
        ...answer(201, ref('Status')),
      },
    },
    '/statuses/{id}': { parameters: [id], get: answer(200, ref('Status')) },
    '/statuses/{id}/favourite': action(),
    '/statuses/{id}/unfavourite': action(),
    '/statuses/{id}/favourited_by': { parameters: [id], get: answer(200, list(ref('Account'))) },
    '/timelines/home': { get: answer(200, list(ref('Status'))) },
    '/favourites': { get: answer(200, list(ref('Status'))) },
  },
  components: {
    schemas: {
      Account: object({ id: own, username: text }),
      Status: object({
        id: own,
        content: text,
        account: { ...ref('Account'), readOnly: true },
        favourites_count: own,
        favourited: { type: 'boolean', readOnly: true },
      }),
    },
  },
}

type Item = Readonly<Record<string, unknown>> & { readonly id: number }
let send: Send
let posted: Item
const read = async (path: string): Promise<Item> => (await send('GET', path)).body as unknown as Item
const idsAt = async (path: string): Promise<readonly number[]> =>
  ((await send('GET', path)).body as unknown as readonly Item[]).map((each) => each.id)

beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
  posted = (await send('POST', '/statuses', { status: 'Hello' })).body as unknown as Item
})

it('what is sent is shown under the only other name for it', () => {
  expect(posted).toMatchObject({ content: 'Hello' })
})

it('the account whose credentials are verified is the current user', async () => {
  const me = await read('/accounts/verify_credentials')
  expect(posted['account']).toMatchObject({ id: me.id })
  expect(await read(`/accounts/${String(me.id)}`)).toEqual(me)
})

it('records without a list of their own are in the lists at other paths', async () => {
  expect(await idsAt('/timelines/home')).toContain(posted.id)
})

it('records that are only read are found by a search', async () => {
  const me = await read('/accounts/verify_credentials')
  expect(await idsAt(`/accounts/search?q=${String(me['username'])}`)).toContain(me.id)
})

it('a POST marks a record and another one takes it back', async () => {
  const path = `/statuses/${String(posted.id)}`
  const me = await read('/accounts/verify_credentials')
  expect((await send('POST', `${path}/favourite`)).body).toMatchObject({
    favourited: true,
    favourites_count: 1,
  })
  expect(await idsAt('/favourites')).toContain(posted.id)
  expect(await idsAt(`${path}/favourited_by`)).toEqual([me.id])
  expect((await send('POST', `${path}/unfavourite`)).body).toMatchObject({
    favourited: false,
    favourites_count: 0,
  })
  expect(await idsAt('/favourites')).not.toContain(posted.id)
})
