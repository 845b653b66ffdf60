import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { Category, InventoryItem, Order, Pet } from '../../../mock/petstore/records.ts'
import { petstoreWorld } from '../../../mock/petstore/world.ts'
import type { StoreSnapshot } from '../../../mock/store/store.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf } from '../client.ts'
import { brokenRules } from './invariants.ts'

const now = new Date('2026-03-01T12:34:56Z')
const seeds = Array.from({ length: 200 }, (_, seed) => seed)

function records(world: StoreSnapshot, resource: string): readonly JsonObject[] {
  return (
    world.collections
      .find((collection) => collection.resource === resource)
      ?.records.map(([, record]) => record) ?? []
  )
}
const petsOf = (world: StoreSnapshot): readonly Pet[] => records(world, '/pets') as readonly Pet[]
const ordersOf = (world: StoreSnapshot): readonly Order[] =>
  records(world, '/store/orders') as readonly Order[]
const itemsOf = (world: StoreSnapshot): readonly InventoryItem[] =>
  records(world, '/inventory') as readonly InventoryItem[]

describe('the demo world', () => {
  it('has 8 categories with descriptions, 60 pets, an entry for each, and 40 orders', () => {
    const world = petstoreWorld('demo', { seed: 1, now })
    const categories = records(world, '/categories') as readonly Category[]
    expect(categories).toHaveLength(8)
    expect(categories.every(({ description }) => (description ?? '').endsWith('.'))).toBe(true)
    expect(new Set(categories.map(({ name }) => name.toLowerCase())).size).toBe(8)
    expect([petsOf(world), itemsOf(world), ordersOf(world)].map(({ length }) => length)).toEqual([60, 60, 40])
  })

  it.each(seeds.filter((seed) => seed % 10 === 0))('satisfies every rule with seed %i', (seed) => {
    expect(brokenRules(petstoreWorld('demo', { seed, now }))).toEqual([])
  })

  it('has a consistent inventory for any seed', () => {
    for (const seed of seeds) {
      const world = petstoreWorld('demo', { seed, now })
      const open = new Set(
        ordersOf(world)
          .filter(({ complete }) => !complete)
          .map(({ petId }) => petId),
      )
      for (const { petId, quantity, status } of itemsOf(world)) {
        const expected = quantity > 0 ? 'available' : open.has(petId) ? 'pending' : 'sold'
        expect(`${petId} ${status}`).toBe(`${petId} ${expected}`)
      }
      for (const { quantity } of ordersOf(world)) expect(quantity).toBeGreaterThanOrEqual(1)
    }
  })

  it('has pets of every status', () => {
    const statuses = new Set(petsOf(petstoreWorld('demo', { seed: 1, now })).map(({ status }) => status))
    expect(statuses).toEqual(new Set(['available', 'pending', 'sold']))
  })

  it('has past ship dates for complete orders only', () => {
    for (const { shipDate = '', complete } of ordersOf(petstoreWorld('demo', { seed: 1, now }))) {
      expect(shipDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/)
      expect(new Date(shipDate) < now).toBe(complete)
    }
  })

  it('contains the examples of the document', () => {
    for (const seed of seeds) {
      const world = petstoreWorld('demo', { seed, now })
      expect(petsOf(world).slice(0, 3)).toEqual([
        { id: 1, name: 'Bella', categoryId: 1, status: 'available' },
        { id: 2, name: 'Misty', categoryId: 2, status: 'pending' },
        { id: 3, name: 'Rex', categoryId: 1, status: 'sold' },
      ])
      expect(itemsOf(world)[0]).toEqual({ petId: 1, quantity: 3, status: 'available' })
      expect(ordersOf(world).slice(0, 2)).toMatchObject([
        { id: 1, petId: 2, quantity: 1, complete: false },
        { id: 2, petId: 3, quantity: 1, complete: true },
      ])
    }
  })

  it('is the same for the same seed and clock and different for others', () => {
    const text = (seed: number | string): string => JSON.stringify(petstoreWorld('demo', { seed, now }))
    expect(text(7)).toBe(text(7))
    expect(text(7)).toBe(text('7'))
    expect(text(7)).not.toBe(text(8))
  })

  it('gives only valid responses', async () => {
    const send = clientOf(await createMock({ world: 'demo', now, selfCheck: true }))
    for (const target of [
      '/pets?limit=100',
      '/categories',
      '/store/orders',
      '/inventory',
      '/pets/60',
      '/store/orders/40',
    ]) {
      expect(await send('GET', target)).toMatchObject({ status: 200 })
    }
    expect((await send('POST', '/pets', { name: 'New', categoryId: 8 })).body).toMatchObject({ id: 61 })
  })
})

describe('the large world', () => {
  it('has 10,000 pets, satisfies every rule and is ready in well under a second', () => {
    petstoreWorld('demo', { seed: 1, now })
    const started = performance.now()
    const world = petstoreWorld('large', { seed: 1, now })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(petsOf(world)).toHaveLength(10_000)
    expect(brokenRules(world)).toEqual([])
  })
})

it('the empty world is empty and its first pet has id 1', async () => {
  expect(petstoreWorld('empty', { seed: 1, now })).toEqual({ collections: [] })
  const send = clientOf(await createMock({ world: 'empty' }))
  await send('POST', '/categories', { name: 'Dogs' })
  expect((await send('POST', '/pets', { name: 'Rex', categoryId: 1 })).body).toMatchObject({ id: 1 })
})
