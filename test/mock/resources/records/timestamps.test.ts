import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const now = '2026-03-01T12:00:00.000Z'
const moment = { ...text, format: 'date-time' }

const compare = (a = '', b = ''): number => (a < b ? -1 : Number(a > b))

type Message = Readonly<Record<string, string>>

/** An API whose messages have a timestamp property that clients cannot set. */
async function messages(instant: object, own: object = {}, sent: object = {}): Promise<Send> {
  const message = object({ id: integer, text, ...instant })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Messages', version: '1' },
    paths: {
      '/messages': {
        get: { ...own, ...answer(200, list(message)) },
        post: {
          requestBody: json({ ...object({ text }), properties: { text, ...sent } }),
          ...answer(201, message),
        },
      },
      '/messages/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, message),
        patch: { requestBody: json({ type: 'object', properties: { text } }), ...answer(200, message) },
      },
    },
  }
  return clientOf(await createMock({ document, now, selfCheck: true }))
}

it.each(['sentAt', 'issued_on', 'paidAt'])(
  '%s of a new record is the current time where it is required',
  async (name) => {
    const send = await messages({ [name]: moment })
    expect((await send('POST', '/messages', { text: 'Hello' })).body).toMatchObject({ [name]: now })
  },
)

it.each([
  ['dueAt', moment],
  ['scheduledAt', moment],
  ['sentAt', { ...moment, type: ['string', 'null'] }],
])('%s of a new record is not set to the current time', async (name, schema) => {
  const send = await messages({ [name]: schema })
  expect((await send('POST', '/messages', { text: 'Hello' })).body).not.toMatchObject({ [name]: now })
})

it('a new record has no time of what has not happened to it', async () => {
  const times = { type: 'object', properties: { id: integer, text, publishedAt: moment, refundedAt: moment } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        get: answer(200, list(times)),
        post: { requestBody: json(object({ text })), ...answer(201, times) },
      },
    },
  }
  const send = clientOf(await createMock({ document, now, selfCheck: true }))
  const { body } = await send('POST', '/notes', { text: 'Hello' })
  expect(Object.keys(body as object)).toEqual(['id', 'text'])
})

it('the time of an event that a client need not tell is that of the request', async () => {
  const send = await messages({ sentAt: moment }, {}, { sentAt: moment })
  expect((await send('POST', '/messages', { text: 'Hello' })).body).toMatchObject({ sentAt: now })
  const sentAt = '2025-01-01T00:00:00Z'
  expect((await send('POST', '/messages', { text: 'Hello', sentAt })).body).toMatchObject({ sentAt })
})

it('an update keeps the timestamps of a seeded record', async () => {
  const send = await messages({ sentAt: moment })
  const [before] = (await send('GET', '/messages')).body as unknown as readonly Message[]
  const { body } = await send('PATCH', `/messages/${before?.['id']}`, { text: 'Hello' })
  expect(body).toEqual({ ...before, text: 'Hello' })
})

it.each([
  ['sentAt', 'Messages, newest first', 'description'],
  ['createdAt', 'The latest first.', 'summary'],
])('a list is sorted by %s, newest first, where the document says so', async (name, says, where) => {
  const send = await messages({ [name]: moment }, { [where]: says })
  for (const text of ['One', 'Two']) await send('POST', '/messages', { text: text })
  const items = (await send('GET', '/messages')).body as unknown as readonly Message[]
  expect(items.slice(0, 2)).toMatchObject([{ text: 'Two' }, { text: 'One' }])
  const instants = items.map((item) => item[name])
  expect(instants).toEqual(instants.toSorted(compare).toReversed())
})

it('a list is sorted oldest first where the document says so, unless the request sorts otherwise', async () => {
  const sort = { name: 'sort', in: 'query', schema: { ...text, enum: ['sentAt', '-sentAt'] } }
  const send = await messages({ sentAt: moment }, { summary: 'Messages, oldest first', parameters: [sort] })
  const list = async (query: string): Promise<readonly (string | undefined)[]> =>
    ((await send('GET', `/messages${query}`)).body as unknown as readonly Message[]).map(
      (item) => item['sentAt'],
    )
  const oldest = await list('')
  expect(oldest).toEqual(oldest.toSorted(compare))
  expect(await list('?sort=-sentAt')).toEqual(oldest.toReversed())
})

it.each([
  ['seconds', { ...integer, format: 'unix-time' }, Date.parse(now) / 1000],
  ['milliseconds', { ...integer, description: 'Milliseconds since the Unix epoch.' }, Date.parse(now)],
  ['the form of mail', { ...text, format: 'date-time-rfc-2822' }, 'Sun, 01 Mar 2026 12:00:00 +0000'],
])('the current time is written in %s where the document does so', async (_, schema, value) => {
  const send = await messages({ created: schema })
  expect((await send('POST', '/messages', { text: 'Hello' })).body).toMatchObject({ created: value })
})

it('a number that is not said to be a time is not the current one', async () => {
  const send = await messages({ created: { ...integer, maximum: 9 } })
  expect((await send('POST', '/messages', { text: 'Hello' })).body).not.toMatchObject({
    created: 1_772_366_400,
  })
})
