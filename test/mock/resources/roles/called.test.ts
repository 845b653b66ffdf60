import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const noted = { 404: { description: 'Not found' } }
const responding = (schema?: object, status = 200): { readonly responses: object } => {
  const { responses } = answer(status, schema) as { readonly responses: object }
  return { responses: { ...responses, ...noted } }
}
const sending = (body: object, schema?: object, status?: number): object => ({
  requestBody: { required: true, ...json(body) },
  ...responding(schema, status),
})
const inQuery = (name: string): object => ({
  parameters: [{ name, in: 'query', required: true, schema: text }],
})
const shown = object({ ok: { type: 'boolean' }, channel: ref('Channel') })
const document = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  paths: {
    '/channels.create': { post: sending(object({ name: text }), shown, 201) },
    '/channels.list': {
      post: sending(
        { type: 'object', properties: { topic: text, limit: { type: 'integer' } } },
        object({ channels: list(ref('Channel')) }),
      ),
    },
    '/channels.info': { get: { ...inQuery('channel'), ...responding(shown) } },
    '/channels.update': { post: sending(object({ channel: text, topic: text }), shown) },
    '/channels.archive': { post: sending(object({ channel: text }), shown) },
    '/channels.delete': { post: sending(object({ channel: text }), object({ ok: { type: 'boolean' } })) },
    '/team/add': { post: sending(ref('Team'), object({ team: ref('Team') }), 201) },
    '/team/get': { get: { ...inQuery('team_name'), ...responding(ref('Team')) } },
    '/createTask': { post: sending(object({ title: text }), ref('Task')) },
    '/getTasks': { get: responding(list(ref('Task'))) },
    '/getTask': { get: { ...inQuery('taskId'), ...responding(ref('Task')) } },
    '/number/search': { get: { ...inQuery('country'), ...responding(list(ref('Line'))) } },
    '/number/update': { post: sending(ref('Line'), ref('Line')) },
    '/number/add': { post: sending(ref('Line'), ref('Line')) },
    '/settings/get': { get: responding(ref('Settings')) },
    '/settings/update': { post: sending(ref('Settings'), ref('Settings')) },
  },
  components: {
    schemas: {
      Channel: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: text, name: text, topic: text, is_archived: { type: 'boolean' } },
      },
      Team: object({ team_name: text, members: list(object({ user_id: text })) }),
      Task: object({ id: text, title: text }),
      Line: object({ country: text, msisdn: text, label: text }),
      Settings: object({ theme: text }),
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
})

describe('paths that end in what they do', () => {
  const create = async (name: string): Promise<string> => {
    const { body } = await send('POST', '/channels.create', { name })
    return (body as { readonly channel: { readonly id: string } }).channel.id
  }
  const listed = async (sent: Json): Promise<Json | undefined> =>
    (await send('POST', '/channels.list', sent)).body

  it('keep records: what is created is listed and read', async () => {
    const id = await create('general')
    const { status, body } = await send('GET', `/channels.info?channel=${id}`)
    expect({ status, body }).toMatchObject({ status: 200, body: { channel: { id, name: 'general' } } })
    expect(await listed({})).toMatchObject({ channels: [{ id, name: 'general' }] })
    expect((await send('GET', '/channels.info?channel=none')).status).toBe(404)
  })

  it('change the record whose id is sent in the body', async () => {
    const [id, other] = [await create('general'), await create('random')]
    const sent = { channel: id, topic: 'News' }
    expect((await send('POST', '/channels.update', sent)).body).toMatchObject({
      channel: { id, topic: 'News' },
    })
    const { body } = await send('POST', '/channels.archive', { channel: id })
    expect(body).toMatchObject({ channel: { id, topic: 'News', is_archived: true } })
    expect(await listed({ topic: 'News', limit: 5 })).toMatchObject({ channels: [{ id }] })
    expect((await send('POST', '/channels.delete', { channel: id })).status).toBe(200)
    expect(await listed({})).toMatchObject({ channels: [{ id: other }] })
    expect((await send('POST', '/channels.delete', { channel: id })).status).toBe(404)
  })

  it('create records under the key that clients choose', async () => {
    const team = { team_name: 'ops', members: [{ user_id: 'a1' }] }
    const created = await send('POST', '/team/add', team)
    expect(created).toMatchObject({ status: 201, body: { team } })
    expect(created.header('location')).toBeUndefined()
    expect((await send('GET', '/team/get?team_name=ops')).body).toEqual(team)
    expect((await send('GET', '/team/get?team_name=dev')).status).toBe(404)
  })

  it('know records by what is not only a filter of their list', async () => {
    for (const msisdn of ['447700900001', '447700900002'])
      await send('POST', '/number/add', { country: 'GB', msisdn, label: 'office' })
    const renamed = { country: 'GB', msisdn: '447700900002', label: 'reception' }
    expect((await send('POST', '/number/update', renamed)).body).toEqual(renamed)
    expect((await send('GET', '/number/search?country=GB')).body).toEqual([
      { country: 'GB', msisdn: '447700900001', label: 'office' },
      renamed,
    ])
  })

  it('may begin with the verb', async () => {
    const { body } = await send('POST', '/createTask', { title: 'Wash' })
    const { id } = body as { readonly id: string }
    expect((await send('GET', '/getTasks')).body).toEqual([{ id, title: 'Wash' }])
    expect((await send('GET', `/getTask?taskId=${id}`)).body).toEqual({ id, title: 'Wash' })
  })

  it('change what there is only one of', async () => {
    await send('POST', '/settings/update', { theme: 'dark' })
    expect((await send('GET', '/settings/get')).body).toEqual({ theme: 'dark' })
  })
})
