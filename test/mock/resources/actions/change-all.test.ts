import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const alert = object({
  id: { ...integer, readOnly: true },
  title: text,
  read: { type: 'boolean', readOnly: true },
  readAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Alerts', version: '1' },
  paths: {
    '/alerts': {
      get: answer(200, list(ref('Alert'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Alert')) },
    },
    '/alerts/mark-all-read': { post: answer(200, object({ changed: integer })) },
    '/alerts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Alert')),
    },
  },
  components: { schemas: { Alert: alert } },
}

it('an action on all records changes those that are in another state, and tells their number', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
  for (const title of ['a', 'b']) await send('POST', '/alerts', { title })
  expect((await send('POST', '/alerts/mark-all-read')).body).toEqual({ changed: 2 })
  expect((await send('POST', '/alerts/mark-all-read')).body).toEqual({ changed: 0 })
  const read = { read: true, readAt: expect.any(String) as unknown }
  expect((await send('GET', '/alerts')).body).toMatchObject([read, read])
})

it('what has no time of being read is unread, in lists and in the counts of the current user', async () => {
  const read = { type: ['string', 'null'], format: 'date-time', readOnly: true }
  const notice = object({ id: { ...integer, readOnly: true }, title: text, readAt: read })
  const user = object({ id: integer, unreadNoticeCount: { ...integer, readOnly: true } })
  const send = clientOf(
    await createMock({
      document: {
        openapi: '3.1.0',
        info: { title: 'Notices', version: '1' },
        paths: {
          '/me': { get: answer(200, user) },
          '/notices': {
            get: {
              summary: 'Lists your notices',
              parameters: [{ name: 'unread', in: 'query', schema: { type: 'boolean' } }],
              ...answer(200, list(notice)),
            },
            post: { requestBody: json(object({ title: text })), ...answer(201, notice) },
          },
          '/notices:markAllRead': { post: answer(204) },
        },
      },
      selfCheck: true,
    }),
  )
  await send('POST', '/notices', { title: 'a' })
  const unread = (await send('GET', '/notices?unread=true')).body as readonly object[]
  expect(new Set(unread.map((each) => ('readAt' in each ? each.readAt : 'none')))).toEqual(new Set([null]))
  expect((await send('GET', '/me')).body).toMatchObject({ unreadNoticeCount: unread.length })
  expect((await send('POST', '/notices:markAllRead')).status).toBe(204)
  expect((await send('GET', '/notices?unread=true')).body).toEqual([])
  expect((await send('GET', '/me')).body).toMatchObject({ unreadNoticeCount: 0 })
})
