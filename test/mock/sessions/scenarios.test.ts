import { describe, expect, it } from 'vitest'
import {
  createMock,
  refuse,
  scenario,
  type Mock,
  type MockOptions,
  type Scenario,
} from '../../../mock/index.ts'
import { clientOf, type Send } from '../client.ts'

const order = { petId: 1, quantity: 1 }
const soldOut = scenario('sold out', {
  description: 'Nothing is left.',
  behaviours: { placeOrder: () => refuse(409, 'out_of_stock', 'Nothing is left.') },
})
const empty = scenario('empty', { world: 'empty' })
const later = scenario('later', { now: '2030-12-06' })
const flaky = scenario('flaky', { faults: { listPets: [{ kind: 'status', status: 500 }] } })
const refusing = scenario('refusing', { expectations: [{ operation: 'createPet', status: 409 }] })
const closing = scenario('closing', {
  steps: [
    { after: { operation: 'placeOrder', times: 2 }, faults: { '*': [{ kind: 'status', status: 503 }] } },
    { now: '2030-12-06', faults: { '*': [] } },
    { world: { '/categories': [{ id: 1, name: 'Last ones' }] } },
  ],
})
const scenarios = [soldOut, empty, later, flaky, refusing, closing]

async function open(options: MockOptions = {}): Promise<{ readonly mock: Mock; readonly send: Send }> {
  const mock = await createMock({ now: '2026-01-01', selfCheck: 'throw', scenarios, ...options })
  return { mock, send: clientOf(mock) }
}

describe('a scenario', () => {
  it('can be active from the start', async () => {
    const { mock, send } = await open({ scenario: 'sold out' })
    expect((await send('POST', '/store/orders', order)).body).toMatchObject({ code: 'out_of_stock' })
    expect(mock.playing).toEqual({ name: 'sold out', step: 0 })
  })

  it('can be started, left and reset in a test', async () => {
    const { mock, send } = await open()
    await mock.scenario('empty')
    expect((await send('GET', '/categories')).body).toEqual([])
    await send('POST', '/categories', { name: 'New' })
    await mock.reset()
    expect((await send('GET', '/categories')).body).toEqual([])
    await mock.scenario(undefined)
    expect((await send('GET', '/categories')).body).not.toEqual([])
    expect(mock.playing).toBeUndefined()
  })

  it('can be started by a request in its own session', async () => {
    const { mock, send } = await open()
    const inEmpty = { 'x-stablehand-scenario': 'empty' }
    expect((await send('GET', '/categories', undefined, inEmpty)).body).toEqual([])
    await send('POST', '/categories', { name: 'New' }, inEmpty)
    expect((await send('GET', '/categories', undefined, inEmpty)).body).toHaveLength(1)
    const inSession = { ...inEmpty, 'x-stablehand-session': 'a' }
    expect((await send('GET', '/categories', undefined, inSession)).body).toEqual([])
    expect((await send('GET', '/categories')).body).not.toEqual([])
    expect(mock.sessions.list()).toMatchObject([{ scenario: 'empty' }, { session: 'a', scenario: 'empty' }])
  })

  it('sets clock, faults and expectations', async () => {
    const { mock, send } = await open()
    await mock.scenario('later')
    expect((await send('GET', '/pets/1')).status).toBe(410)
    await mock.scenario('flaky')
    expect((await send('GET', '/pets')).status).toBe(500)
    await mock.scenario('refusing')
    expect((await send('GET', '/pets')).status).toBe(200)
    expect((await send('POST', '/pets', { name: 'Rex', categoryId: 1 })).status).toBe(409)
    await mock.reset()
    expect((await send('POST', '/pets', { name: 'Rex', categoryId: 1 })).status).toBe(409)
  })

  it('advances by steps, after responses or by hand', async () => {
    const { mock, send } = await open({ scenario: 'closing' })
    expect((await send('POST', '/store/orders', { petId: 0 })).status).toBe(400)
    expect((await send('POST', '/store/orders', order)).status).toBe(201)
    expect((await send('GET', '/pets')).status).toBe(200)
    expect((await send('POST', '/store/orders', { petId: 5, quantity: 1 })).status).toBe(201)
    expect((await send('GET', '/pets')).status).toBe(503)
    expect(mock.playing).toEqual({ name: 'closing', step: 1 })
    expect(await mock.nextStep()).toBe(true)
    expect((await send('GET', '/pets/1')).status).toBe(410)
    expect(await mock.nextStep()).toBe(true)
    expect((await send('GET', '/categories')).body).toEqual([{ id: 1, name: 'Last ones' }])
    expect(await mock.nextStep()).toBe(false)
    await mock.reset()
    expect(mock.playing).toEqual({ name: 'closing', step: 0 })
    expect((await send('GET', '/categories')).body).not.toHaveLength(1)
  })

  it('runs its behaviours before those of the mock, which next() reaches', async () => {
    const loud = scenario('loud', {
      behaviours: {
        getCategory: async ({ next }) => {
          const outcome = await next()
          return outcome.kind === 'ok' ? { ...outcome, headers: { 'X-Loud': 'yes' } } : outcome
        },
      },
    })
    const { mock, send } = await open({ scenarios: [loud] })
    await mock.scenario('loud')
    const answer = await send('GET', '/categories/1')
    expect([answer.header('x-loud'), answer.body]).toEqual(['yes', expect.objectContaining({ id: 1 })])
    await mock.scenario(undefined)
    expect((await send('GET', '/categories/1')).header('x-loud')).toBeUndefined()
  })

  it('is rejected with the known names if it does not exist', async () => {
    const { mock, send } = await open()
    const answer = await send('GET', '/pets', undefined, { 'x-stablehand-scenario': 'sold' })
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'unknown_scenario' })])
    expect(JSON.stringify(answer.body)).toContain('known are sold out, empty, later')
    await expect(mock.scenario('emty')).rejects.toThrow("did you mean 'empty'?")
    await expect(open({ scenario: 'nope' })).rejects.toThrow("Unknown scenario 'nope'")
    expect(mock.sessions.list()).toEqual([])
  })

  it.each<[unknown, string]>([
    [{ world: 'empty' }, "A scenario must be an object with a 'name'"],
    [{ name: 'x', wrld: 'empty' }, "Scenario 'x' has an unknown member 'wrld'; did you mean 'world'?"],
    [{ name: 'x', faults: { '*': [{ kind: 'dropp' }] } }, "Scenario 'x': The kind of fault 0 of '*' must be"],
    [
      { name: 'x', behaviours: { nope: () => undefined } },
      "'nope', which is not an operation of the document",
    ],
    [{ name: 'x', now: 'tomorrow' }, "Scenario 'x': Invalid date 'tomorrow': use a date such as 2030-12-06"],
    [
      { name: 'x', expectations: [{ operation: 'placeOrder', status: 200 }] },
      'declares no 200 response for placeOrder, only 201',
    ],
    [{ name: 'x', world: { '/unicorns': [] } }, "no resource '/unicorns'"],
    [
      { name: 'x', steps: [{ after: 'placeOrders' }] },
      "Scenario 'x', step 1 waits for 'placeOrders', which is not an operation; did you mean 'placeOrder'?",
    ],
  ])('is rejected when the mock is created: %j', async (given, reason) => {
    await expect(open({ scenarios: [given as Scenario] })).rejects.toThrow(reason)
  })

  it('must have a unique name', async () => {
    await expect(open({ scenarios: [empty, empty] })).rejects.toThrow("There are two scenarios 'empty'.")
  })
})
