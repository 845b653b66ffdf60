import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'
import { openWorkshop } from '../workshop.ts'

const own = { ...integer, readOnly: true }
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const asked = (name: string, description: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'boolean' },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Mail', version: '1' },
  paths: {
    '/folders': {
      get: answer(200, list(ref('Folder'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Folder')) },
    },
    '/folders/{id}': { ...at('id'), get: answer(200, ref('Folder')) },
    '/folders/{folderId}/messages': {
      ...at('folderId'),
      get: {
        description: 'Messages in the trash are left out.',
        parameters: [
          asked('unread', 'Only unread messages.'),
          asked('unlabelled', 'Only messages without a label.'),
          asked('with_label', 'Messages that have a label.'),
          asked('withLabelId', 'Returns the ids of labels in the response.'),
          { name: 'unreadOnly', in: 'query', schema: { type: 'boolean', default: false } },
        ],
        ...answer(200, list(ref('Message'))),
      },
      post: {
        requestBody: json(object({ title: text, labelId: { type: ['integer', 'null'] } })),
        ...answer(201, ref('Message')),
      },
    },
    '/folders/{folderId}/trash': {
      ...at('folderId'),
      get: answer(200, list(ref('Message'))),
      delete: answer(204),
    },
    '/messages': {
      get: {
        description: 'Sorted by title.',
        ...answer(
          200,
          object({
            items: list(ref('Message')),
            unread: { ...integer, description: 'Number of unread messages.' },
          }),
        ),
      },
    },
    '/messages/unread-count': { get: answer(200, object({ count: integer })) },
    '/messages/{id}': {
      ...at('id'),
      get: answer(200, ref('Message')),
      delete: {
        summary: 'Trash a message',
        responses: {
          204: { description: 'Done' },
          404: { description: 'None' },
          409: { description: 'The message is in the trash already.' },
        },
      },
    },
    '/messages/{id}/read': {
      ...at('id'),
      post: answer(200, ref('Message')),
      delete: answer(200, ref('Message')),
    },
    '/messages/{id}/restore': {
      ...at('id'),
      post: {
        responses: {
          200: { description: 'The message, active again', ...json(ref('Message')) },
          409: { description: 'The message is not in the trash.' },
        },
      },
    },
  },
  components: {
    schemas: {
      Folder: object({
        id: own,
        name: text,
        messageCount: { ...own, description: 'Number of active messages.' },
        unreadCount: { ...own, description: 'Number of unread messages.' },
      }),
      Message: object({
        id: own,
        folderId: own,
        title: text,
        labelId: { type: ['integer', 'null'] },
        read: { type: 'boolean', readOnly: true },
        state: { ...text, enum: ['active', 'trashed'], readOnly: true },
      }),
    },
  },
}

describe('states of records select and count them', () => {
  let send: Send
  let folder: string
  let messages: string[]

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    const { id } = (await send('POST', '/folders', { name: 'Inbox' })).body as { readonly id: number }
    folder = `/folders/${String(id)}`
    messages = []
    for (const [title, labelId] of [
      ['c', 1],
      ['a', null],
      ['b', 2],
    ] as const) {
      const made = (await send('POST', `${folder}/messages`, { title, labelId })).body
      messages.push(`/messages/${String((made as { readonly id: number }).id)}`)
    }
  })

  const titles = async (path: string): Promise<string> =>
    ((await send('GET', path)).body as { readonly title: string }[]).map(({ title }) => title).join('')

  it('a switch that is called after a state only selects nothing unless it is true', async () => {
    await send('POST', `${messages[0] ?? ''}/read`)
    expect(await titles(`${folder}/messages?unreadOnly=true`)).toBe('ab')
    expect(await titles(`${folder}/messages?unreadOnly=false`)).toBe('cab')
    expect(await titles(`${folder}/messages`)).toBe('cab')
  })

  it('a switch of a list selects by a flag, or by what is missing', async () => {
    await send('POST', `${messages[0] ?? ''}/read`)
    expect(await titles(`${folder}/messages?unread=true`)).toBe('ab')
    expect(await titles(`${folder}/messages?unread=false`)).toBe('c')
    expect(await titles(`${folder}/messages?unlabelled=true`)).toBe('a')
    expect(await titles(`${folder}/messages?unlabelled=false`)).toBe('cb')
    expect(await titles(`${folder}/messages?with_label=true`)).toBe('cb')
  })

  it('a parameter that adds to the records in a response selects nothing', async () => {
    expect(await titles(`${folder}/messages?withLabelId=true`)).toBe('cab')
  })

  it('a list leaves out what its description excludes, and a path names the only state it shows', async () => {
    expect((await send('DELETE', messages[0] ?? '')).status).toBe(204)
    expect(await titles(`${folder}/messages`)).toBe('ab')
    expect(await titles(`${folder}/trash`)).toBe('c')
    expect((await send('GET', messages[0] ?? '')).body).toMatchObject({ state: 'trashed' })
    expect((await send('DELETE', messages[0] ?? '')).status).toBe(409)
    expect((await send('POST', `${messages[0] ?? ''}/restore`)).body).toMatchObject({ state: 'active' })
    expect((await send('POST', `${messages[0] ?? ''}/restore`)).status).toBe(409)
  })

  it('emptying the trash of a folder deletes nothing else', async () => {
    await send('DELETE', messages[0] ?? '')
    expect((await send('DELETE', `${folder}/trash`)).status).toBe(204)
    expect((await send('GET', messages[0] ?? '')).status).toBe(404)
    expect(await titles(`${folder}/messages`)).toBe('ab')
  })

  it('numbers beside a list, in a response of their own, and in an owner count them', async () => {
    await send('POST', `${messages[0] ?? ''}/read`)
    await send('DELETE', messages[1] ?? '')
    expect((await send('GET', '/messages')).body).toMatchObject({ unread: 2 })
    expect((await send('GET', '/messages/unread-count')).body).toEqual({ count: 2 })
    expect((await send('GET', folder)).body).toMatchObject({ messageCount: 2, unreadCount: 2 })
  })

  it('a list described as sorted by a text is', async () => {
    const { items } = (await send('GET', '/messages')).body as { items: { title: string }[] }
    expect(items.map(({ title }) => title).join('')).toBe('abc')
  })
})

it('a list has all records, even if one of their states is called like them', async () => {
  const member = object({ id: integer, role: { ...text, enum: ['owner', 'member'] } })
  const send = clientOf(
    await createMock({
      document: {
        openapi: '3.1.0',
        info: { title: 'Clubs', version: '1' },
        paths: { '/members': { get: answer(200, list(member)) } },
      },
      world: {
        '/members': [
          { id: 1, role: 'owner' },
          { id: 2, role: 'member' },
        ],
      },
    }),
  )
  expect((await send('GET', '/members')).body).toHaveLength(2)
})

it('a parameter described as "Include archived shops" adds them to the others', async () => {
  const workshop = await openWorkshop()
  const [kept, archived] = [await workshop.shopWith('In'), await workshop.shopWith('In')]
  await workshop.post(`/shops/${archived.id}/archive`)
  const ids = async (path: string) => (await workshop.list(path)).map(({ id }) => id)
  expect(await ids('/shops')).toEqual([kept.id])
  expect(await ids('/shops?archived=true')).toEqual([kept.id, archived.id])
})
