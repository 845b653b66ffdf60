import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

const text = { type: 'string' }
const status = { ...text, enum: ['draft', 'PLACED', 'paid', 'shipped', 'cancelled', 'on_hold'] }
const order = {
  type: 'object',
  required: ['id', 'note', 'status', 'archived'],
  properties: {
    id: { ...text, readOnly: true },
    note: text,
    status: { ...status, readOnly: true, default: 'draft' },
    archived: { type: 'boolean', readOnly: true, default: false },
    tracking: { ...text, readOnly: true },
  },
}
const json = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } }
const fine = { responses: { 200: { description: 'Fine', ...json } } }
const path = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const move = {
  type: 'object',
  required: ['status'],
  properties: { status, reason: text, tracking: text, note: text },
}
const actions = ['place', 'pay', 'ship', 'cancel', 'archive', 'remind'].map((name) => [
  `/orders/{id}/${name}`,
  { ...path, post: fine },
])

async function orders(): Promise<readonly [send: Send, target: string]> {
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'Orders', version: '1' },
      paths: {
        '/orders': { post: { requestBody: json, ...fine } },
        '/orders/{id}': { ...path, get: fine },
        ...Object.fromEntries(actions),
        '/orders/{id}/transition': {
          ...path,
          post: { requestBody: { content: { 'application/json': { schema: move } } }, ...fine },
        },
      },
      components: { schemas: { Order: order } },
    },
    selfCheck: true,
  })
  const send = clientOf(mock)
  const { id } = (await send('POST', '/orders', { note: 'by noon' })).body as { id: string }
  return [send, `/orders/${id}`]
}

it.each([
  ['place', { status: 'PLACED' }],
  ['pay', { status: 'paid' }],
  ['ship', { status: 'shipped' }],
  ['cancel', { status: 'cancelled' }],
  ['archive', { status: 'draft', archived: true }],
  ['remind', { status: 'draft', archived: false }],
])(
  'the action "%s" puts the record into the state or flag it is named after, if there is one',
  async (action, state) => {
    const [send, target] = await orders()
    expect((await send('POST', `${target}/${action}`)).body).toMatchObject(state)
    expect((await send('GET', target)).body).toMatchObject({ note: 'by noon', ...state })
  },
)

it('an action puts the record into the state sent in its body', async () => {
  const [send, target] = await orders()
  const { body } = await send('POST', `${target}/transition`, { status: 'on_hold', reason: 'no glue' })
  expect(body).toMatchObject({ status: 'on_hold', note: 'by noon' })
  expect((await send('GET', target)).body).toEqual(body)
})

it('an action sets only the properties that no other operation can set', async () => {
  const [send, target] = await orders()
  const sent = { status: 'shipped', tracking: 'T-1', note: 'of the action', reason: 'due' }
  await send('POST', `${target}/transition`, sent)
  expect((await send('GET', target)).body).toMatchObject({ tracking: 'T-1', note: 'by noon' })
})

it('an action keeps the list in its body that no other operation sets', async () => {
  const texts = { type: 'array', items: text }
  const attempt = {
    type: 'object',
    required: ['id', 'status', 'answers'],
    properties: {
      id: { type: 'integer' },
      status: { type: 'string', enum: ['in_progress', 'submitted'] },
      answers: texts,
    },
  }
  const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const done = (status: number, schema: object): object => ({
    responses: { [status]: { description: 'Done', ...content(schema) } },
  })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const requestBody = content({ type: 'object', required: ['answers'], properties: { answers: texts } })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Quiz', version: '1' },
    paths: {
      '/attempts': { get: done(200, { type: 'array', items: attempt }), post: done(201, attempt) },
      '/attempts/{id}': { parameters, get: done(200, attempt) },
      '/attempts/{id}/submit': { parameters, post: { requestBody, ...done(200, attempt) } },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
  await send('POST', '/attempts')
  await send('POST', '/attempts/1/submit', { answers: ['a', 'b'] })
  expect(await send('GET', '/attempts/1')).toMatchObject({
    body: { status: 'submitted', answers: ['a', 'b'] },
  })
})

it('an action sets the time of the flag that it clears, and keeps the time of what was done for the first time', async () => {
  const time = { type: ['string', 'null'], format: 'date-time' }
  const member = {
    type: 'object',
    required: ['id', 'active', 'deactivatedAt', 'invitedAt'],
    properties: {
      id: { ...text, readOnly: true },
      active: { type: 'boolean' },
      deactivatedAt: time,
      invitedAt: { ...time, description: 'When the member was first invited.' },
    },
  }
  const content = { content: { 'application/json': { schema: member } } }
  const done = { responses: { 200: { description: 'Done', ...content } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Members', version: '1' },
    paths: {
      '/members': { post: done },
      '/members/{id}': { ...path, get: done },
      '/members/{id}/deactivate': { ...path, post: done },
      '/members/{id}/invite': { ...path, post: done },
    },
  }
  const mock = await createMock({ document, selfCheck: true })
  const send = clientOf(mock)
  const created = (await send('POST', '/members')).body as { readonly id: string }
  expect(created).toMatchObject({ active: true, deactivatedAt: null, invitedAt: null })
  const act = async (name: string) => (await send('POST', `/members/${created.id}/${name}`)).body
  const { invitedAt } = (await act('invite')) as { readonly invitedAt: string }
  expect(await act('deactivate')).toMatchObject({
    active: false,
    deactivatedAt: expect.any(String),
    invitedAt,
  })
  expect(invitedAt).toEqual(expect.any(String))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await act('invite')).toMatchObject({ invitedAt })
})

async function disks(): Promise<readonly [send: Send, target: string]> {
  const integer = { type: 'integer' }
  const flag = { type: 'boolean' }
  const object = (properties: object): object => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  })
  const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const answer = (status: number, schema: object): object => ({
    responses: { [status]: { description: 'Fine', ...content(schema) } },
  })
  const disk = object({
    id: { ...integer, readOnly: true },
    size: integer,
    status: { ...text, readOnly: true, enum: ['running', 'off'] },
    server: { type: ['integer', 'null'], readOnly: true },
    protection: { ...object({ delete: flag, rebuild: flag }), readOnly: true },
  })
  const acting = (body?: object): object => ({
    ...path,
    post: {
      ...(body && { requestBody: content(body) }),
      ...answer(201, object({ action: object({ id: integer }) })),
    },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Disks', version: '1' },
    paths: {
      '/disks': {
        get: answer(200, { type: 'array', items: disk }),
        post: { requestBody: content(object({ size: integer })), ...answer(201, disk) },
      },
      '/disks/{id}': { ...path, get: answer(200, disk) },
      '/disks/{id}/actions/resize': acting(object({ size: integer })),
      '/disks/{id}/actions/attach': acting(object({ server: integer })),
      '/disks/{id}/actions/detach': acting(),
      '/disks/{id}/actions/poweroff': acting(),
      '/disks/{id}/actions/power_on': acting(),
      '/disks/{id}/actions/change_protection': acting(object({ delete: flag })),
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/disks', { size: 10 })).body as { id: number }
  return [send, `/disks/${String(id)}`]
}

it.each([
  ['resize', { size: 20 }, { size: 20 }],
  ['attach', { server: 3 }, { server: 3 }],
  ['poweroff', undefined, { status: 'off' }],
  [
    'change_protection',
    { delete: true },
    { protection: { delete: true, rebuild: expect.any(Boolean) as boolean } },
  ],
])(
  'the action %s, which responds with something else, sets what it is named for',
  async (name, sent, shown) => {
    const [send, target] = await disks()
    expect((await send('POST', `${target}/actions/${name}`, sent)).status).toBe(201)
    expect((await send('GET', target)).body).toMatchObject(shown)
  },
)

it('an action clears what another one has set, or leads back to another state', async () => {
  const [send, target] = await disks()
  await send('POST', `${target}/actions/attach`, { server: 3 })
  await send('POST', `${target}/actions/detach`)
  await send('POST', `${target}/actions/poweroff`)
  await send('POST', `${target}/actions/power_on`)
  expect((await send('GET', target)).body).toMatchObject({ server: null, status: 'running' })
})
