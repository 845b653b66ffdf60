import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { json, text } from '../document-parts.ts'

const states = ['pending', 'paid', 'shipped', 'delivered', 'cancelled']
const moment = { ...text, format: 'date-time' }
const order = {
  type: 'object',
  required: ['id', 'status', 'createdAt'],
  properties: {
    id: { type: 'integer' },
    status: { ...text, enum: states },
    isArchived: { type: 'boolean' },
    createdAt: moment,
    updatedAt: moment,
    enrolledAt: moment,
    shippedAt: moment,
    cancelledAt: { ...moment, type: ['string', 'null'] },
    archived_at: { ...moment, type: ['string', 'null'] },
    terminatedAt: { ...moment, type: ['string', 'null'] },
  },
}

async function orders(): Promise<Send> {
  const fine = (schema: object): object => ({ description: 'Fine', ...json(schema) })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { 200: fine({ type: 'array', items: order }) } },
        post: {
          requestBody: json({ type: 'object', properties: { status: { ...text, enum: states } } }),
          responses: { 201: fine(order) },
        },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true, now: '2030-12-06T11:00:00Z' }))
}

describe('a seeded record', () => {
  it('has the timestamp of its current state and none of states it has not reached', async () => {
    const records = (await (await orders())('GET', '/orders')).body as unknown as readonly JsonObject[]
    expect(new Set(records.map(({ status }) => status)).size).toBeGreaterThan(2)
    for (const { status, shippedAt, cancelledAt, isArchived, archived_at: archivedAt } of records) {
      if (status === 'pending' || status === 'paid') expect(shippedAt).toBeUndefined()
      if (status === 'shipped') expect(typeof shippedAt).toBe('string')
      expect(typeof cancelledAt === 'string').toBe(status === 'cancelled')
      expect(typeof archivedAt === 'string').toBe(isArchived)
    }
  })

  it('entered its state no later than its last update', async () => {
    const records = (await (await orders())('GET', '/orders')).body as unknown as readonly JsonObject[]
    const at = (value: Json | undefined): number =>
      typeof value === 'string' ? Date.parse(value) : Number.NaN
    for (const { status, updatedAt, shippedAt, cancelledAt } of records) {
      if (status === 'shipped') expect(at(shippedAt)).toBeLessThanOrEqual(at(updatedAt))
      if (status === 'cancelled') expect(at(cancelledAt)).toBeLessThanOrEqual(at(updatedAt))
    }
  })
})

it('a new record has its enrolment time and no termination time', async () => {
  const { body } = await (await orders())('POST', '/orders', { status: 'pending' })
  expect(body).toMatchObject({ enrolledAt: expect.stringMatching(/^2030-12-06T11:00/) as string })
  expect((body as JsonObject)['terminatedAt'] ?? null).toBeNull()
})

it('a time is set in the states that its description leaves, and on the way into them', async () => {
  const task = {
    type: 'object',
    required: ['id', 'state', 'begunAt', 'closedAt', 'createdAt'],
    properties: {
      id: text,
      state: { ...text, enum: ['planned', 'active', 'done'] },
      begunAt: { type: ['string', 'null'], format: 'date-time' },
      closedAt: { type: ['string', 'null'], format: 'date-time', description: 'Null unless `done`.' },
      createdAt: moment,
    },
  }
  const fine = { responses: { 200: { description: 'The task', ...json(task) } } }
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const send = clientOf(
    await createMock({
      document: {
        openapi: '3.1.0',
        info: { title: 'Tasks', version: '1' },
        paths: {
          '/tasks': {
            get: {
              responses: { 200: { description: 'Tasks', ...json({ type: 'array', items: task }) } },
            },
            post: { responses: { 201: { description: 'The task', ...json(task) } } },
          },
          '/tasks/{id}': { parameters: [id], get: fine },
          '/tasks/{id}/start': { parameters: [id], post: fine },
          '/tasks/{id}/finish': { parameters: [id], post: fine },
        },
      },
    }),
  )
  const tasks = (await send('GET', '/tasks')).body as unknown as readonly JsonObject[]
  expect(new Set(tasks.map(({ state }) => state)).size).toBe(3)
  for (const { state, closedAt } of tasks)
    expect([state, closedAt !== null]).toEqual([state, state === 'done'])
  const { id: created } = (await send('POST', '/tasks')).body as { readonly id: string }
  expect((await send('POST', `/tasks/${created}/start`)).body).toMatchObject({ state: 'active' })
  const { body } = await send('POST', `/tasks/${created}/finish`)
  expect(body).toMatchObject({ state: 'done', closedAt: expect.any(String) as Json })
})

it('a seeded record without a creation time has the timestamp of its state as well', async () => {
  const enrolment = {
    type: 'object',
    required: ['id', 'status', 'enrolled_at', 'completed_at'],
    properties: {
      id: { type: 'integer' },
      status: { ...text, enum: ['active', 'completed'] },
      enrolled_at: moment,
      completed_at: { ...moment, type: ['string', 'null'] },
    },
  }
  const fine = (schema: object): object => ({ description: 'Fine', ...json(schema) })
  const paths = {
    '/enrolments': {
      get: { responses: { 200: fine({ type: 'array', items: enrolment }) } },
      post: { requestBody: json({ type: 'object', properties: {} }), responses: { 201: fine(enrolment) } },
    },
  }
  const document = { openapi: '3.1.0', info: { title: 'School', version: '1' }, paths }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const records = (await send('GET', '/enrolments')).body as unknown as readonly JsonObject[]
  expect(records.map((each) => each['completed_at'] !== null)).toEqual(
    records.map(({ status }) => status === 'completed'),
  )
})

it('what was rejected had been submitted before', async () => {
  const claim = {
    type: 'object',
    required: ['id', 'status', 'submitted_at'],
    properties: {
      id: { type: 'integer' },
      status: { ...text, enum: ['draft', 'submitted', 'approved', 'rejected'] },
      submitted_at: { ...moment, type: ['string', 'null'] },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Claims', version: '1' },
    paths: {
      '/claims': {
        get: { responses: { 200: { description: 'Fine', ...json({ type: 'array', items: claim }) } } },
        post: { requestBody: json(claim), responses: { 201: { description: 'Fine', ...json(claim) } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const claims = (await send('GET', '/claims')).body as unknown as readonly JsonObject[]
  expect(claims.some(({ status }) => status === 'rejected')).toBe(true)
  for (const { status, submitted_at: at } of claims) expect(at === null).toBe(status === 'draft')
})
