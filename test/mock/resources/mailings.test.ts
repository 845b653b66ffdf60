import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const id = { ...text, readOnly: true }
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: text }],
})
const action = (schema: string, refusal = '', description = ''): object => ({
  description,
  responses: {
    200: { description: 'Done', ...json(ref(schema)) },
    ...(refusal !== '' && { 409: { description: refusal } }),
  },
})
const letter = { title: text, subject: text }

const document = {
  openapi: '3.1.0',
  info: { title: 'Mailings', version: '1' },
  paths: {
    '/circles': {
      get: {
        responses: {
          200: { description: 'The circles in the order of their names', ...json(list(ref('Circle'))) },
        },
      },
      post: {
        requestBody: json(object({ name: text, doubleOptIn: { type: 'boolean' } })),
        ...answer(201, ref('Circle')),
      },
    },
    '/circles/{circleId}/readers': {
      ...at('circleId'),
      get: answer(200, list(ref('Reader'))),
      post: {
        description:
          'If the circle has double opt-in, the reader is `pending` until the address is confirmed; otherwise it is `confirmed` at once.',
        requestBody: json(object({ email: text })),
        responses: {
          201: { description: 'Done', ...json(ref('Reader')) },
          409: { description: 'The address is already in the circle' },
          422: { description: 'Validation failed, or the address is suppressed' },
        },
      },
    },
    '/readers/{readerId}': { ...at('readerId'), get: answer(200, ref('Reader')) },
    '/readers/{readerId}/confirm': { ...at('readerId'), post: action('Reader', 'The reader is not pending') },
    '/suppressions': collection('Suppression', object({ email: text })),
    '/letters': collection('Letter', object(letter)),
    '/letters/{id}': {
      ...at('id'),
      get: answer(200, ref('Letter')),
      put: {
        description: 'Replaces the letter and increments its version.',
        requestBody: json(object(letter)),
        ...answer(200, ref('Letter')),
      },
    },
    '/letters/{id}/duplicate': {
      ...at('id'),
      post: {
        description: 'Creates a copy of the letter, titled "Copy of" and the title of the original.',
        ...answer(201, ref('Letter')),
      },
    },
    '/mailings': collection('Mailing', {
      type: 'object',
      required: ['circleId', 'letterId'],
      properties: {
        circleId: text,
        letterId: text,
        subject: { ...text, description: 'The subject of the letter if it is not given' },
      },
    }),
    '/mailings/{id}': { ...at('id'), get: answer(200, ref('Mailing')) },
    '/mailings/{id}/send': {
      ...at('id'),
      post: action(
        'Mailing',
        'The mailing was already sent, or the circle has no confirmed readers',
        'Sends the mailing. A copy is created for every confirmed reader of the circle.',
      ),
    },
    '/mailings/{id}/copies': { ...at('id'), get: answer(200, list(ref('Copy'))) },
    '/mailings/{id}/report': { ...at('id'), get: answer(200, ref('Report')) },
    '/copies/{copyId}': { ...at('copyId'), get: answer(200, ref('Copy')) },
    '/copies/{copyId}/open': { ...at('copyId'), post: action('Copy') },
    '/copies/{copyId}/bounce': {
      ...at('copyId'),
      post: action('Copy', '', 'Marks the copy as bounced. The reader becomes bounced as well.'),
    },
  },
  components: {
    schemas: {
      Circle: object({ id, name: text, doubleOptIn: { type: 'boolean' } }),
      Reader: object({
        id,
        circleId: text,
        email: text,
        status: { enum: ['pending', 'confirmed', 'bounced'] },
      }),
      Suppression: object({ email: text }),
      Letter: object({ id, ...letter, version: { ...integer, minimum: 1 } }),
      Mailing: object({
        id,
        circleId: text,
        letterId: text,
        subject: text,
        status: { enum: ['draft', 'sent'] },
        copyCount: { ...integer, description: 'Number of copies' },
      }),
      Copy: object({
        id,
        mailingId: text,
        readerId: text,
        email: text,
        status: { enum: ['sent', 'opened', 'bounced'] },
      }),
      Report: object({
        mailingId: text,
        recipients: { ...integer, description: 'Number of copies of the mailing' },
        bounced: { ...integer, description: 'Number of copies that bounced' },
      }),
    },
  },
}

type Made = JsonObject & { readonly id: string; readonly letterId: string; readonly readerId: string }

let send: Send
const post = async (path: string, body?: JsonObject): Promise<Made> =>
  (await send('POST', path, body)).body as Made
const get = async (path: string) => (await send('GET', path)).body
const join = async (circle: Made, email: string) => send('POST', `/circles/${circle.id}/readers`, { email })

beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
})

it('a list whose response tells the order of names is in that order', async () => {
  for (const name of ['Hay', 'Barn']) await post('/circles', { name, doubleOptIn: false })
  expect(await get('/circles')).toMatchObject([{ name: 'Barn' }, { name: 'Hay' }])
})

describe('a new record below another', () => {
  it('begins in the state that a flag of the other one decides', async () => {
    const [slow, fast] = [
      await post('/circles', { name: 'Slow', doubleOptIn: true }),
      await post('/circles', { name: 'Fast', doubleOptIn: false }),
    ]
    expect(await join(slow, 'a@x.example')).toMatchObject({ body: { status: 'pending' } })
    expect(await join(fast, 'a@x.example')).toMatchObject({ body: { status: 'confirmed' } })
  })

  it('is refused if its address is already there', async () => {
    const circle = await post('/circles', { name: 'Hay', doubleOptIn: true })
    await join(circle, 'a@x.example')
    expect(await join(circle, 'a@x.example')).toMatchObject({ status: 409 })
  })

  it('is refused if another collection bars its address', async () => {
    const circle = await post('/circles', { name: 'Hay', doubleOptIn: true })
    await post('/suppressions', { email: 'b@x.example' })
    expect(await join(circle, 'b@x.example')).toMatchObject({ status: 422 })
    expect(await join(circle, 'c@x.example')).toMatchObject({ status: 201 })
  })
})

it('a version is counted up by an operation that says so, and a copy begins with the first one', async () => {
  const made = await post('/letters', { title: 'May', subject: 'Hello' })
  expect(made).toMatchObject({ version: 1 })
  const { body } = await send('PUT', `/letters/${made.id}`, { title: 'May', subject: 'Hi' })
  expect(body).toMatchObject({ version: 2 })
  expect(await post(`/letters/${made.id}/duplicate`)).toMatchObject({ title: 'Copy of May', version: 1 })
})

describe('a record that refers to others', () => {
  let circle: Made
  let mailing: Made

  beforeEach(async () => {
    circle = await post('/circles', { name: 'Hay', doubleOptIn: true })
    const { id: letterId } = await post('/letters', { title: 'May', subject: 'Hello' })
    mailing = await post('/mailings', { circleId: circle.id, letterId })
  })

  const sent = async (): Promise<readonly Made[]> => {
    for (const email of ['a@x.example', 'b@x.example', 'c@x.example']) {
      const { body } = await join(circle, email)
      if (email !== 'c@x.example') await post(`/readers/${(body as Made).id}/confirm`)
    }
    await post(`/mailings/${mailing.id}/send`)
    return (await get(`/mailings/${mailing.id}/copies`)) as readonly Made[]
  }

  it('has of them what is not sent', async () => {
    expect(mailing).toMatchObject({ subject: 'Hello' })
    const sentOne = { circleId: circle.id, letterId: mailing.letterId, subject: 'Own' }
    expect(await post('/mailings', sentOne)).toMatchObject({ subject: 'Own' })
  })

  it('is not acted on while one of them lacks what the action needs', async () => {
    await join(circle, 'a@x.example')
    expect(await send('POST', `/mailings/${mailing.id}/send`)).toMatchObject({ status: 409 })
  })

  it('gets a record for each of those that belong to one of them in a state, in the first state', async () => {
    const made = await sent()
    expect(made.map(({ email, status }) => [email, status])).toEqual([
      ['a@x.example', 'sent'],
      ['b@x.example', 'sent'],
    ])
    expect(await get(`/readers/${made[0]?.readerId ?? ''}`)).toMatchObject({ email: 'a@x.example' })
  })

  it('shows in the response to an action what that has counted', async () => {
    await post(`/readers/${((await join(circle, 'a@x.example')).body as Made).id}/confirm`)
    expect(await post(`/mailings/${mailing.id}/send`)).toMatchObject({ status: 'sent', copyCount: 1 })
  })

  it('is reported on by numbers of the records that belong to it', async () => {
    const [first] = await sent()
    await post(`/copies/${first?.id ?? ''}/bounce`)
    expect(await get(`/mailings/${mailing.id}/report`)).toMatchObject({ recipients: 2, bounced: 1 })
  })

  it('has effects on others that become so as well', async () => {
    const [first] = await sent()
    await post(`/copies/${first?.id ?? ''}/bounce`)
    expect(await get(`/readers/${first?.readerId ?? ''}`)).toMatchObject({ status: 'bounced' })
  })
})
