import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { json, ref, text } from '../document-parts.ts'

const instant = { type: ['string', 'null'], format: 'date-time' }
const states = ['draft', 'confirmed', 'checked_in', 'cancelled', 'inactive', 'open']
const summary = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: text,
    status: { ...text, enum: states, default: 'draft' },
    isPublished: { type: 'boolean', readOnly: true, default: false },
    read: { type: 'boolean', readOnly: true, default: false },
    confirmedAt: { ...instant, readOnly: true },
    cancelled_at: instant,
    publishedAt: { ...instant, readOnly: true },
    archivedAt: { ...instant, readOnly: true },
    updatedAt: { ...text, format: 'date-time' },
  },
}
const path = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
const fine = { description: 'Fine', ...json(ref('Summary')) }
const actions = {
  confirm: { 204: { description: 'Done' } },
  'check-in': { 202: { description: 'Accepted', ...json({ type: 'object', properties: { job: text } }) } },
  cancel: { 200: fine },
  deactivate: { 200: fine },
  reopen: { 200: fine },
  publish: { 200: fine },
  unpublish: { 200: fine },
  'mark-as-read': { 204: { description: 'Done' } },
  archive: { 204: { description: 'Done' } },
  remind: { 204: { description: 'Done' } },
}

/** Creates an article, which lists show in a shorter form than its own path does. */
async function article(): Promise<readonly [send: Send, target: string]> {
  const detail = { allOf: [ref('Summary'), { type: 'object', properties: { text } }] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Articles', version: '1' },
    paths: {
      '/articles': {
        get: {
          responses: { 200: { description: 'Fine', ...json({ type: 'array', items: ref('Summary') }) } },
        },
        post: {
          requestBody: json(ref('Detail')),
          responses: { 201: { description: 'Made', ...json(ref('Detail')) } },
        },
      },
      '/articles/{id}': {
        ...path,
        get: { responses: { 200: { description: 'Fine', ...json(ref('Detail')) } } },
        patch: { requestBody: json(ref('Detail')), responses: { 200: fine } },
      },
      ...Object.fromEntries(
        Object.entries(actions).map(([name, responses]) => [
          `/articles/{id}/${name}`,
          { ...path, post: { responses } },
        ]),
      ),
    },
    components: { schemas: { Summary: summary, Detail: detail } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true, now: '2030-12-06T11:00:00Z' }))
  const { id } = (await send('POST', '/articles', { title: 'New', text: 'long' })).body as { id: number }
  return [send, `/articles/${String(id)}`]
}

const now = expect.stringMatching(/^2030-12-06T11:00/) as string

it.each([
  ['cancel', { status: 'cancelled', cancelled_at: now, updatedAt: now }],
  ['confirm', { status: 'confirmed', confirmedAt: now }],
  ['check-in', { status: 'checked_in' }],
  ['deactivate', { status: 'inactive' }],
  ['reopen', { status: 'open' }],
  ['publish', { isPublished: true, publishedAt: now }],
  ['mark-as-read', { read: true }],
  ['archive', { status: 'draft', archivedAt: now }],
])('the action "%s" changes the record, whatever it responds with', async (action, state) => {
  const [send, target] = await article()
  await send('POST', `${target}/${action}`)
  expect((await send('GET', target)).body).toMatchObject({ title: 'New', text: 'long', ...state })
})

it('an action responds with the short form of the record that lists show', async () => {
  const [send, target] = await article()
  const { body } = await send('POST', `${target}/cancel`)
  expect(body).toMatchObject({ title: 'New', status: 'cancelled' })
})

it('an action can undo another one', async () => {
  const [send, target] = await article()
  await send('POST', `${target}/publish`)
  expect((await send('POST', `${target}/unpublish`)).body).toMatchObject({ isPublished: false })
})

it('an action repeated has no further effect', async () => {
  const [send, target] = await article()
  const { body } = await send('POST', `${target}/cancel`)
  expect((await send('POST', `${target}/cancel`)).body).toEqual(body)
})

it('an action named after no state changes nothing', async () => {
  const [send, target] = await article()
  const { body } = await send('GET', target)
  expect((await send('POST', `${target}/remind`)).status).toBe(204)
  expect((await send('GET', target)).body).toEqual(body)
})

it('an action on an unknown record is 404', async () => {
  const [send] = await article()
  expect((await send('POST', '/articles/999/confirm')).status).toBe(404)
})

it('an update that changes the state sets the timestamp named after the state', async () => {
  const [send, target] = await article()
  expect((await send('PATCH', target, { title: 'Newer' })).body).not.toMatchObject({ confirmedAt: now })
  expect((await send('PATCH', target, { title: 'Newer', status: 'confirmed' })).body).toMatchObject({
    confirmedAt: now,
  })
})
