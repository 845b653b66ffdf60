import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const flag = { type: 'boolean', readOnly: true }
const percent = { ...integer, minimum: 0, maximum: 100 }
const acting = (description: string): object => ({
  ...at,
  post: {
    description,
    responses: {
      200: { description: 'Done', ...json(ref('Course')) },
      409: { description: 'The course is not a draft.' },
    },
  },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': {
      get: answer(200, list(ref('Course'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Course')) },
    },
    '/courses/{id}': { ...at, get: answer(200, ref('Course')) },
    '/courses/{id}/publish': acting('Only draft courses can be published.'),
    '/courses/{id}/activate': { ...at, post: answer(200, ref('Course')) },
    '/courses/{id}/submit': { ...at, post: answer(200, ref('Course')) },
    '/courses/{id}/progress': {
      ...at,
      put: { requestBody: json(object({ progressPercent: percent })), ...answer(200, ref('Course')) },
    },
  },
  components: {
    schemas: {
      Course: object({
        id: own,
        title: text,
        published: flag,
        active: flag,
        textVerified: flag,
        level: { ...integer, readOnly: true, minimum: 0, description: 'Starts at 3.' },
        progressPercent: { ...percent, readOnly: true },
        audience: { ...text, enum: ['everyone', 'team'], description: 'Who sees it. Defaults to `team`.' },
        role: { ...text, readOnly: true, enum: ['admin', 'editor', 'member'] },
        review: { ...text, readOnly: true, enum: ['in_progress', 'submitted'] },
        stage: {
          ...text,
          readOnly: true,
          enum: ['archived', 'reviewing', 'wanted'],
          description: 'One of `wanted`, `reviewing` or `archived`.',
        },
        choices: { ...list(text), readOnly: true, description: 'Can be more than one.' },
        topics: {
          ...list(text),
          readOnly: true,
          description: 'One or more topics; an empty list stands for none.',
        },
        fee: { allOf: [ref('Fee')], readOnly: true, description: 'Whether it is paid for.' },
      }),
      Fee: { ...text, enum: ['waived', 'paid', 'unpaid', 'refunded'] },
    },
  },
}

describe('a new record', () => {
  let send: Send
  let path: string

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    const { body } = await send('POST', '/courses', { title: 'Knots' })
    path = `/courses/${String((body as { id: number }).id)}`
  })

  it('begins in a first state that its schema refers to', async () => {
    const fees = []
    for (const title of ['Splices', 'Hitches', 'Bends'])
      fees.push(((await send('POST', '/courses', { title })).body as { fee: string }).fee)
    expect(fees).toEqual(['unpaid', 'unpaid', 'unpaid'])
  })

  it('has not reached what an action or a check leads to, and no progress', async () => {
    expect((await send('GET', path)).body).toMatchObject({
      published: false,
      active: true,
      textVerified: false,
      review: 'in_progress',
      level: 3,
      progressPercent: 0,
      audience: 'team',
    })
  })

  it('begins in the state that its description names first', async () => {
    expect((await send('GET', path)).body).toMatchObject({ stage: 'wanted' })
  })

  it('has one of what its description says that there may be more of', async () => {
    const { choices } = (await send('GET', path)).body as { choices: readonly string[] }
    expect(choices.length).toBeGreaterThan(0)
  })

  it('has none of what its description says that there may be none of, too', async () => {
    expect((await send('GET', path)).body).toMatchObject({ topics: [] })
  })

  it('has the role of those who were given no other', async () => {
    expect((await send('GET', path)).body).toMatchObject({ role: 'member' })
  })

  it('is a draft until it is published', async () => {
    expect(await send('POST', `${path}/publish`)).toMatchObject({ status: 200, body: { published: true } })
    expect((await send('POST', `${path}/publish`)).status).toBe(409)
  })

  it('has the number that a PUT below it sets', async () => {
    await send('PUT', `${path}/progress`, { progressPercent: 40 })
    expect((await send('GET', path)).body).toMatchObject({ progressPercent: 40 })
  })
})

it('what may be null is null unless it is sent, and flags beside it are false', async () => {
  const task = {
    type: 'object',
    properties: { id: own, title: text, note: { type: ['string', 'null'] }, urgent: { type: 'boolean' } },
  }
  const paths = {
    '/tasks': { get: answer(200, list(task)), post: { requestBody: json(task), ...answer(201, task) } },
  }
  const tasks = { openapi: '3.1.0', info: { title: 'Tasks', version: '1' }, paths }
  const client = clientOf(await createMock({ document: tasks, selfCheck: true }))
  const { body } = await client('POST', '/tasks', { title: 'Rest' })
  expect(body).toMatchObject({ title: 'Rest', note: null, urgent: false })
})

it('is in the first state that a description lists, and came by the API where that is told', async () => {
  const message = {
    type: 'object',
    properties: {
      id: own,
      body: text,
      status: { type: 'string', description: 'The state of the message: `sent`, `queued`, or `failed`.' },
      direction: {
        type: 'string',
        enum: ['inbound', 'outbound-api', 'outbound-reply'],
        description: '`inbound` for messages to you, `outbound-api` for messages sent by the API.',
      },
    },
  }
  const sent = { type: 'object', properties: { body: text, status: text } }
  const paths = {
    '/messages': {
      get: answer(200, list(message)),
      post: { requestBody: json(sent), ...answer(201, message) },
    },
  }
  const messages = { openapi: '3.1.0', info: { title: 'Messages', version: '1' }, paths }
  const client = clientOf(await createMock({ document: messages, selfCheck: true }))
  const { body } = await client('POST', '/messages', { body: 'Tea?' })
  expect(body).toMatchObject({ status: 'queued', direction: 'outbound-api' })
})
