import { describe, expect, it } from 'vitest'
import { describedValue } from '../../../contracts/checks/described-value.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'
import { content, sent } from '../support/document-parts.ts'

const number = { type: 'number' }
const product = { ...number, description: '`price` times `quantity`.' }
const count = { type: 'integer', format: 'int32', description: '`price` times `quantity`.' }
const line = { type: 'object', properties: { price: number, quantity: number, amount: product, count } }
const order = { type: 'object', properties: { lines: { type: 'array', items: line } } }

const api = apiOf({
  openapi: '3.0.4',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        responses: { 200: { description: 'Fine', content: content({ type: 'array', items: order }) } },
      },
      post: { operationId: 'createOrder', ...sent(number), responses: { 201: { description: 'Made' } } },
    },
    '/payments': {
      post: {
        operationId: 'createPayment',
        ...sent({ type: 'object', properties: { amount: number, method: { type: 'string' } } }),
        responses: { 201: { description: 'Paid' } },
      },
    },
  },
})
const setByClients = apiOf({
  openapi: '3.0.4',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        ...sent(line),
        responses: { 201: { description: 'Made', content: content(line) } },
      },
    },
  },
})

const found = (...lines: readonly object[]): readonly string[] =>
  describedValue
    .judge(answerTo(api, 'listOrders', { status: 200, body: [{ lines }] }))
    .map(({ at, expected, actual }) => `${at ?? ''}: ${expected}; ${actual}`)

describe('a value that its description computes', () => {
  it('is reported if it is another one, even if clients send one of that name for something else', () => {
    expect(found({ price: 2, quantity: 3, amount: 6 }, { price: 2, quantity: 3, amount: 5 })).toEqual([
      '/0/lines/1/amount: amount = 6, price × quantity; 5',
    ])
  })

  it.each([
    ['is right', { price: 2, quantity: 3, amount: 6 }],
    ['is rounded', { price: 0.333, quantity: 5, amount: 1.67 }],
    ['is not shown', { price: 2, quantity: 3 }],
    ['has no room', { price: 2_000_000_000, quantity: 2, count: 2_147_483_647 }],
    ['is computed from something that is not shown', { quantity: 3, amount: 5 }],
    ['is null', { price: 2, quantity: 3, amount: null }],
  ])('has no finding if it %s', (_, line) => {
    expect(found(line)).toEqual([])
  })

  it('has no finding if it is said to be rounded, and is so either way', () => {
    const tax = { type: 'integer', description: '`rate` percent of `net` minus discount, rounded.' }
    const bill = { type: 'object', properties: { rate: number, net: number, discount_amount: number, tax } }
    const bills = apiOf({
      openapi: '3.0.4',
      info: { title: 'Bills', version: '1' },
      paths: {
        '/bill': {
          get: {
            operationId: 'getBill',
            responses: { 200: { description: 'Fine', content: content(bill) } },
          },
        },
      },
    })
    const of = (amount: number): readonly object[] =>
      describedValue.judge(
        answerTo(bills, 'getBill', {
          status: 200,
          body: { rate: 10, net: 30, discount_amount: 5, tax: amount },
        }),
      )
    expect([of(2), of(3)]).toEqual([[], []])
    expect(of(4)).toMatchObject([{ expected: 'tax = 2.5, rate percent of net - discount_amount' }])
  })

  it('has no finding if clients may set it', () => {
    const body = { price: 2, quantity: 3, amount: 5 }
    expect(describedValue.judge(answerTo(setByClients, 'createOrder', { status: 201, body }))).toEqual([])
  })
})

describe('a time that its description computes', () => {
  const time = { type: 'string', format: 'date-time' }
  const visit = {
    type: 'object',
    properties: {
      starts_at: time,
      duration_minutes: number,
      ends_at: { ...time, description: '`duration_minutes` after `starts_at`' },
      closes_at: { ...time, description: '`starts_at` plus `duration_minutes`.' },
    },
  }
  const visits = apiOf({
    openapi: '3.0.4',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': { get: { responses: { 200: { description: 'Fine', content: content(visit) } } } },
    },
  })
  const foundIn = (body: object): readonly string[] =>
    describedValue
      .judge(
        answerTo(visits, 'GET /visits', {
          status: 200,
          body: { starts_at: '2031-05-09T08:00:00Z', ...body },
        }),
      )
      .map(({ expected, actual }) => `${expected}; ${actual}`)

  it('is reported if it is another one, even if clients send one of that name for something else', () => {
    expect(foundIn({ duration_minutes: 90, ends_at: '2031-05-09T09:00:00Z' })).toEqual([
      'ends_at = 2031-05-09T09:30:00.000Z, starts_at + duration_minutes; "2031-05-09T09:00:00Z"',
    ])
  })

  it.each([
    ['is right', { duration_minutes: 90, ends_at: '2031-05-09T11:30:00+02:00' }],
    ['is computed from something that is not shown', { ends_at: '2031-05-09T09:00:00Z' }],
    ['is null', { duration_minutes: 90, ends_at: null }],
  ])('has no finding if it %s', (_, body) => {
    expect(foundIn(body)).toEqual([])
  })
})

describe('a value that is null in some states by its description', () => {
  const ticket = {
    type: 'object',
    properties: {
      status: { enum: ['open', 'closed'] },
      closedAt: { type: ['string', 'null'], description: 'Null unless the status is `closed`.' },
    },
  }
  const tickets = apiOf({
    openapi: '3.1.0',
    info: { title: 'Tickets', version: '1' },
    paths: {
      '/tickets/{id}': {
        get: {
          operationId: 'getTicket',
          responses: { 200: { description: 'Fine', content: content(ticket) } },
        },
      },
    },
  })
  const foundIn = (body: object): readonly string[] =>
    describedValue
      .judge(answerTo(tickets, 'getTicket', { status: 200, body }))
      .map(({ at, expected, actual }) => `${at ?? ''}: ${expected}; ${actual}`)

  it('is reported in these states', () => {
    expect(foundIn({ status: 'open', closedAt: 'today' })).toEqual([
      '/closedAt: closedAt = null with status = "open"; "today"',
    ])
  })

  it.each([
    { status: 'closed', closedAt: 'today' },
    { status: 'open', closedAt: null },
    { closedAt: 'today' },
  ])('has no finding in others, and if it is null: %j', (body) => {
    expect(foundIn(body)).toEqual([])
  })
})

describe('a value that is null until a record reaches a state', () => {
  const parcel = {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['packed', 'sent', 'lost'] },
      sentAt: { type: ['string', 'null'], description: 'Null until it is `sent`.' },
    },
  }
  const shown = (status: number): object => ({ [status]: { description: 'Fine', content: content(parcel) } })
  const parcels = apiOf({
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/parcels': { post: { operationId: 'createParcel', responses: shown(201) } },
      '/parcels/{id}': { get: { operationId: 'getParcel', responses: shown(200) } },
    },
  })
  const foundIn = (operation: string, status: number, body: object): number =>
    describedValue.judge(answerTo(parcels, operation, { status, body })).length

  it('is reported if a new record has one', () => {
    expect(foundIn('createParcel', 201, { status: 'packed', sentAt: 'today' })).toBe(1)
    expect(foundIn('createParcel', 201, { status: 'packed', sentAt: null })).toBe(0)
    expect(foundIn('createParcel', 201, { status: 'sent', sentAt: 'today' })).toBe(0)
  })

  it('may stay in a record that is not new', () => {
    expect(foundIn('getParcel', 200, { status: 'packed', sentAt: 'yesterday' })).toBe(0)
  })
})
