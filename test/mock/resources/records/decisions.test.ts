import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const orNull = (schema: object): object => ({ ...schema, type: ['string', 'null'], readOnly: true })
const time = orNull({ format: 'date-time' })
const person = { type: ['object', 'null'], required: ['id', 'name'], properties: { id: integer, name: text } }
const request = object({
  id: { ...integer, readOnly: true },
  title: text,
  status: { enum: ['pending', 'approved', 'rejected', 'completed'], readOnly: true },
  decided_at: time,
  decided_by: { ...person, readOnly: true },
  rejection_reason: orNull({}),
  progress: { type: 'integer', minimum: 0, maximum: 100, readOnly: true },
  lines: list(ref('Line')),
  total: { ...integer, readOnly: true },
})
const line = object({
  quantity: { ...integer, minimum: 1 },
  unit_amount: { ...integer, minimum: 1 },
  amount: { ...integer, readOnly: true },
})
const user = object({
  id: { ...integer, readOnly: true },
  first_name: text,
  last_name: text,
  full_name: { ...text, readOnly: true },
})
const at = (path: string, post: object): object => ({
  [path]: { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }], post },
})
const answered = answer(200, ref('Request'))
const document = {
  openapi: '3.1.0',
  info: { title: 'Requests', version: '1' },
  paths: {
    '/me': { get: answer(200, object({ id: integer, name: text })) },
    '/users': {
      get: answer(200, list(ref('User'))),
      post: { requestBody: json(ref('User')), ...answer(201, ref('User')) },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('User')),
      patch: {
        requestBody: json({ type: 'object', properties: { last_name: text } }),
        ...answer(200, ref('User')),
      },
    },
    '/requests': {
      get: answer(200, list(ref('Request'))),
      post: {
        requestBody: json(object({ title: text, lines: list(ref('Line')) })),
        ...answer(201, ref('Request')),
      },
    },
    '/requests/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Request')),
    },
    ...at('/requests/{id}/approve', answered),
    ...at('/requests/{id}/complete', answered),
    ...at('/requests/{id}/reject', { requestBody: json(object({ reason: text })), ...answered }),
  },
  components: { schemas: { Request: request, Line: line, User: user } },
}

interface Decided {
  readonly id: number
  readonly status: string
  readonly decided_at: string | null
  readonly decided_by: object | null
  readonly rejection_reason: string | null
  readonly progress: number
}
const sendTo = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))
const sent = { title: 'Leave', lines: [{ quantity: 2, unit_amount: 150 }] }
const created = async (send: Send): Promise<Decided> =>
  (await send('POST', '/requests', sent)).body as unknown as Decided
const decide = async (send: Send, verb: string, body?: JsonObject): Promise<unknown> =>
  (await send('POST', `/requests/${String((await created(send)).id)}/${verb}`, body)).body

describe('what is decided about a record', () => {
  it('is neither decided nor has a reason at first', async () => {
    expect(await created(await sendTo())).toMatchObject({
      status: 'pending',
      decided_at: null,
      decided_by: null,
      rejection_reason: null,
      progress: 0,
    })
  })

  it('is decided by the current user, when it is approved', async () => {
    const send = await sendTo()
    const self = (await send('GET', '/me')).body
    expect(await decide(send, 'approve')).toMatchObject({
      status: 'approved',
      decided_at: expect.any(String) as string,
      decided_by: self,
    })
  })

  it('has the reason that its rejection was sent with', async () => {
    expect(await decide(await sendTo(), 'reject', { reason: 'Too busy' })).toMatchObject({
      status: 'rejected',
      rejection_reason: 'Too busy',
    })
  })

  it('is wholly done once it is completed', async () => {
    expect(await decide(await sendTo(), 'complete')).toMatchObject({ status: 'completed', progress: 100 })
  })

  it('fits the state of every record the mock starts with', async () => {
    const { body } = await (await sendTo())('GET', '/requests')
    for (const each of body as unknown as readonly Decided[]) {
      if (each.status !== 'rejected') expect(each.rejection_reason).toBeNull()
      if (each.decided_at === null) expect(each.decided_by).toBeNull()
      expect(each.progress === 100).toBe(each.status === 'completed')
    }
  })
})

it('the amounts of lines are computed, although what clients send has the read-only amount as well', async () => {
  expect(await created(await sendTo())).toMatchObject({ lines: [{ amount: 300 }], total: 300 })
})

it('a read-only full name consists of the first and the last name', async () => {
  const send = await sendTo()
  const { body } = await send('POST', '/users', { first_name: 'Nora', last_name: 'Weiss' })
  expect(body).toMatchObject({ full_name: 'Nora Weiss' })
  const { id } = body as { id: number }
  expect((await send('PATCH', `/users/${String(id)}`, { last_name: 'Winter' })).body).toMatchObject({
    full_name: 'Nora Winter',
  })
  const users = (await send('GET', '/users')).body as unknown as readonly Record<string, string>[]
  for (const each of users)
    expect(each['full_name']).toBe(`${String(each['first_name'])} ${String(each['last_name'])}`)
})
