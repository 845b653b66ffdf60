import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (name: string, schema: object, description?: string): object => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...(description !== undefined && { description }),
})
const guild = at('guild', text, 'name of the guild')
const index = at('index', integer, 'index of the quest in its guild')
const memo = at('id', integer, 'id of the memo')

/** Guilds with quests that are numbered, memos on these, scrolls, and keepers, whom only administrators create. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Guilds', version: '1' },
  paths: {
    '/guilds': {
      get: answer(200, list(ref('Guild'))),
      post: { requestBody: json(object({ username: text })), ...answer(201, ref('Guild')) },
    },
    '/guilds/{guild}': { parameters: [guild], get: answer(200, ref('Guild')), delete: answer(204) },
    '/guilds/{guild}/quests': {
      parameters: [guild],
      get: answer(200, list(ref('Quest'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Quest')) },
    },
    '/guilds/{guild}/quests/{index}': { parameters: [guild, index], get: answer(200, ref('Quest')) },
    '/guilds/{guild}/quests/memos/{id}': { parameters: [guild, memo], get: answer(200, ref('Memo')) },
    '/guilds/{guild}/quests/{index}/memos': {
      parameters: [guild, index],
      get: answer(200, list(ref('Memo'))),
      post: { requestBody: json(object({ body: text })), ...answer(201, ref('Memo')) },
    },
    '/guilds/{guild}/quests/{index}/memos/{id}': {
      parameters: [guild, index, memo],
      delete: { deprecated: true, ...answer(204) },
    },
    '/guilds/{guild}/scrolls': {
      parameters: [guild],
      get: answer(200, list(ref('Scroll'))),
      post: { requestBody: json(object({ new_scroll_name: text })), ...answer(201, ref('Scroll')) },
    },
    '/guilds/{guild}/scrolls/{scroll}': {
      parameters: [guild, at('scroll', text)],
      get: answer(200, ref('Scroll')),
    },
    '/guilds/{guild}/keepers': { parameters: [guild], get: answer(200, list(ref('Keeper'))) },
    '/guilds/{guild}/keepers/{keeper}': {
      parameters: [guild, at('keeper', text, 'name of the keeper')],
      put: answer(204),
      delete: answer(204),
    },
    '/admin/keepers': {
      post: { requestBody: json(object({ username: text, motto: text })), ...answer(201, ref('Keeper')) },
    },
    '/admin/keepers/{username}': { parameters: [at('username', text)], delete: answer(204) },
    '/keepers/{username}': { parameters: [at('username', text)], get: answer(200, ref('Keeper')) },
  },
  components: {
    schemas: {
      Guild: object({ id: integer, name: text, username: text }),
      Quest: object({ id: integer, number: integer, title: text }),
      Memo: object({ id: integer, body: text }),
      Scroll: object({ name: text }),
      Keeper: object({ id: integer, login: text, motto: text }),
    },
  },
}

const started = async (): Promise<ReturnType<typeof clientOf>> => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  expect((await send('POST', '/guilds', { username: 'bakers' })).status).toBe(201)
  return send
}

it('records are known by the name that clients have to send where the parameter is described as a name', async () => {
  const send = await started()
  expect((await send('GET', '/guilds/bakers')).body).toMatchObject({ username: 'bakers' })
  expect((await send('GET', '/guilds/unknown')).status).toBe(404)
})

it('an index is the number of a record in what contains it, beside an id of its own', async () => {
  const send = await started()
  const [first, second] = [
    await send('POST', '/guilds/bakers/quests', { title: 'Flour' }),
    await send('POST', '/guilds/bakers/quests', { title: 'Yeast' }),
  ].map(({ body }) => body as { readonly id: number; readonly number: number })
  expect([first?.number, second?.number]).toEqual([1, 2])
  expect(first?.id).not.toBe(second?.id)
  expect((await send('GET', '/guilds/bakers/quests/2')).body).toEqual(second)
})

it('what is created and listed below a record is read at a shorter path, though items can be deleted below it as well', async () => {
  const send = await started()
  await send('POST', '/guilds/bakers/quests', { title: 'Flour' })
  const { body } = await send('POST', '/guilds/bakers/quests/1/memos', { body: 'Ask the mill' })
  const { id } = body as { readonly id: number }
  expect((await send('GET', `/guilds/bakers/quests/memos/${String(id)}`)).body).toEqual(body)
  expect((await send('DELETE', `/guilds/bakers/quests/1/memos/${String(id)}`)).status).toBe(204)
  expect((await send('GET', '/guilds/bakers/quests/1/memos')).body).toEqual([])
})

it('clients choose the id as a new name, or as a user name that records show as the login', async () => {
  const send = await started()
  const scroll = await send('POST', '/guilds/bakers/scrolls', { new_scroll_name: 'recipes' })
  expect(scroll.body).toEqual({ name: 'recipes' })
  expect((await send('GET', '/guilds/bakers/scrolls/recipes')).body).toEqual(scroll.body)
  const keeper = await send('POST', '/admin/keepers', { username: 'ada', motto: 'Slowly' })
  expect(keeper.body).toMatchObject({ login: 'ada', motto: 'Slowly' })
  // Read where administrators do not create them.
  expect((await send('GET', '/keepers/ada')).body).toEqual(keeper.body)
})

it('PUT adds an existing record to a list, with its own id', async () => {
  const send = await started()
  const keeper = await send('POST', '/admin/keepers', { username: 'ada', motto: 'Slowly' })
  expect((await send('PUT', '/guilds/bakers/keepers/ada')).status).toBe(204)
  expect((await send('GET', '/guilds/bakers/keepers')).body).toEqual([keeper.body])
  expect((await send('DELETE', '/guilds/bakers/keepers/ada')).status).toBe(204)
  expect((await send('GET', '/guilds/bakers/keepers')).body).toEqual([])
})
