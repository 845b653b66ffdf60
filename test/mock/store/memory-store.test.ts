import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { lazyCollection, lazyRecord, type CollectionSnapshot } from '../../../mock/store/lazy.ts'
import { createMemoryStore, type MemoryStore } from '../../../mock/store/memory-store.ts'
import type { Store, StoreSnapshot, Transaction } from '../../../mock/store/store.ts'
import type { JsonObject } from '../../../spec/json.ts'

const always = (): boolean => true
const never = (): boolean => false

function storeWith(records: readonly JsonObject[]): Store {
  const store = createMemoryStore()
  void store.transact((tx) => records.forEach((record) => put(tx, record)), always)
  return store
}

function put(tx: Transaction, record: JsonObject): void {
  void tx.collection('/pets').put(record['id'] as number, record)
}

const list = (store: Store, query = {}): unknown => store.read((tx) => tx.collection('/pets').list(query))

describe('a memory store', () => {
  const pets = Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    status: index % 2 === 0 ? 'available' : 'sold',
    categoryId: (index % 3) + 1,
    tags: index === 4 ? ['rare', 'old'] : ['old'],
  }))

  it('returns results of synchronous work without a promise', () => {
    const store = storeWith(pets)
    expect(store.read((tx) => tx.collection('/pets').get(1))).toEqual(pets[0])
    expect(store.transact((tx) => tx.collection('/pets').remove(1), always)).toBe(true)
    expect(store.snapshot()).not.toBeInstanceOf(Promise)
  })

  it('keeps insertion order when a record is replaced', () => {
    const store = storeWith(pets)
    void store.transact((tx) => put(tx, { id: 3, status: 'pending' }), always)
    const { items } = list(store) as { items: JsonObject[] }
    expect(items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(items[2]).toEqual({ id: 3, status: 'pending' })
  })

  it.each([
    ['one condition', { where: [{ property: 'status', values: ['sold'] }] }, [2, 4, 6, 8, 10]],
    [
      'any of several values',
      { where: [{ property: 'categoryId', values: [3, 1] }] },
      [1, 3, 4, 6, 7, 9, 10],
    ],
    [
      'all of several conditions',
      {
        where: [
          { property: 'categoryId', values: [1] },
          { property: 'status', values: ['sold'] },
        ],
      },
      [4, 10],
    ],
    ['an item of an array', { where: [{ property: 'tags', values: ['rare'] }] }, [5]],
    ['the same integer as bigint', { where: [{ property: 'id', values: [7n] }] }, [7]],
    ['a property no record has', { where: [{ property: 'constructor', values: ['x'] }] }, []],
    ['a value of another type', { where: [{ property: 'id', values: ['7'] }] }, []],
    ['an empty list of values', { where: [{ property: 'id', values: [] }] }, []],
  ])('finds by %s', (_, query, ids) => {
    const page = list(storeWith(pets), query) as { items: JsonObject[]; total: number }
    expect(page.items.map(({ id }) => id)).toEqual(ids)
    expect(page.total).toBe(ids.length)
  })

  it('returns a page and the total of matches', () => {
    const query = { where: [{ property: 'status', values: ['sold'] }], offset: 1, limit: 2 }
    expect(list(storeWith(pets), query)).toEqual({ items: [pets[3], pets[5]], total: 5 })
  })

  it('finds a record by its new values after an update, not by the old ones', () => {
    const store = storeWith(pets)
    const sold = { where: [{ property: 'status', values: ['sold'] }] }
    list(store, sold)
    void store.transact((tx) => put(tx, { id: 1, status: 'sold' }), always)
    void store.transact((tx) => tx.collection('/pets').remove(2), always)
    expect((list(store, sold) as { items: JsonObject[] }).items.map(({ id }) => id)).toEqual([1, 4, 6, 8, 10])
  })

  it('treats an id as number, string and bigint as the same', () => {
    const store = createMemoryStore()
    const big = 9223372036854775807n
    void store.transact((tx) => tx.collection('/pets').put(big, { id: big }), always)
    expect(store.read((tx) => tx.collection('/pets').get('9223372036854775807'))).toEqual({ id: big })
  })

  it('keeps scopes apart whatever characters their ids contain', () => {
    const store = createMemoryStore()
    const scopes = [[], ['a'], ['b'], ['a', 'b'], ['a","b'], ['a\u0000b']]
    void store.transact((tx) => {
      scopes.forEach((scope, index) => void tx.collection('/pets', scope).put(1, { index }))
    }, always)
    const pets = scopes.map((scope) => store.read((tx) => tx.collection('/pets', scope).get(1)))
    expect(pets).toEqual(scopes.map((_, index) => ({ index })))
  })

  it('clears a collection and undoes that when it is not committed', () => {
    const store = storeWith(pets)
    const before = store.snapshot()
    const clear = (keep: () => boolean): unknown =>
      store.transact((tx) => tx.collection('/pets').clear(), keep)
    expect([clear(never), store.snapshot()]).toEqual([true, before])
    expect([clear(always), clear(always), list(store, {})]).toEqual([true, false, { items: [], total: 0 }])
  })

  it('clears a collection without creating its lazy records', () => {
    const store = createMemoryStore()
    let calls = 0
    const make = (): Pick<CollectionSnapshot, 'nextId' | 'records'> => {
      calls += 1
      return { nextId: 2, records: [['1', { id: 1 }]] }
    }
    const world: StoreSnapshot = { collections: [lazyCollection({ resource: '/pets', scope: [] }, make)] }
    void store.restore(world)
    const clear = (keep: () => boolean): unknown =>
      store.transact((tx) => tx.collection('/pets').clear(), keep)
    expect([clear(always), list(store, {}), calls]).toEqual([true, { items: [], total: 0 }, 0])
    void store.restore(store.snapshot() as StoreSnapshot)
    expect(list(store, {})).toMatchObject({ total: 0 })
    void store.restore(world)
    expect([clear(never), list(store, {}), calls]).toMatchObject([true, { total: 1 }, 1])
  })

  it('never assigns the id of a record, even if the next id of a lazy collection is too low', () => {
    const make = (): Pick<CollectionSnapshot, 'nextId' | 'records'> => ({
      nextId: 1,
      records: [
        ['2', { id: 2 }],
        ['3', { id: 3 }],
      ],
    })
    const store = createMemoryStore()
    void store.restore({ collections: [lazyCollection({ resource: '/pets', scope: [] }, make)] })
    expect(store.transact((tx) => tx.collection('/pets').nextId(), always)).toBe(4)
  })

  it('never assigns the id of a record beyond int32', () => {
    const store = createMemoryStore()
    const records = [['3000000000', { id: 3_000_000_000 }]] as const
    void store.restore({ collections: [{ resource: '/pets', scope: [], nextId: 3_000_000_000, records }] })
    expect(store.transact((tx) => tx.collection('/pets').nextId(), always)).toBe(3_000_000_001)
  })

  it('never assigns the id of a record that is the greatest int32', () => {
    const store = storeWith([{ id: 2_147_483_646 }, { id: 2_147_483_647 }])
    expect(store.transact((tx) => tx.collection('/pets').nextId(), always)).toBe(2_147_483_648)
  })

  describe('with lazy records', () => {
    let created: string[]
    let store: MemoryStore
    const record = (id: string): JsonObject => ({ id, even: Number(id) % 2 === 0 })
    const make = (): Pick<CollectionSnapshot, 'nextId' | 'records'> => ({
      nextId: 4,
      records: ['1', '2', '3'].map((id) =>
        lazyRecord(id, () => {
          created.push(id)
          return record(id)
        }),
      ),
    })
    beforeEach(() => {
      created = []
      store = createMemoryStore()
      void store.restore({ collections: [lazyCollection({ resource: '/pets', scope: [] }, make)] })
    })

    it('creates requested records once', () => {
      const get = (id: string): unknown => store.read((tx) => tx.collection('/pets').get(id))
      expect([get('2'), get('2')]).toEqual([record('2'), record('2')])
      expect(list(store, { offset: 2 })).toEqual({ items: [record('3')], total: 3 })
      expect(created).toEqual(['2', '3'])
    })

    it('creates none to list ids, find the next id or remove a record', () => {
      const work = (tx: Transaction): unknown => {
        const pets = tx.collection('/pets')
        return [pets.ids(), pets.nextId(), pets.remove('1'), pets.ids(), pets.indexOf('3')]
      }
      expect(store.transact(work, always)).toEqual([['1', '2', '3'], 4, true, ['2', '3'], 1])
      expect(created).toEqual([])
    })

    it('shows the same as with all records created', () => {
      const change = (keep: () => boolean): unknown =>
        store.transact((tx) => tx.collection('/pets').put('2', { id: '2' }), keep)
      void change(never)
      const before = ['1', '2', '3'].map((id) => [id, record(id)])
      expect(list(store, { where: [{ property: 'even', values: [true] }] })).toMatchObject({ total: 1 })
      expect(store.snapshot()).toMatchObject({ collections: [{ nextId: 4, records: before }] })
      void change(always)
      const [first, , third] = before
      expect(store.snapshot()).toMatchObject({
        collections: [{ records: [first, ['2', { id: '2' }], third] }],
      })
      expect(JSON.parse(JSON.stringify(store.snapshot()))).toEqual(store.snapshot())
    })
  })

  describe('ids', () => {
    const next = (store: Store, keep = always): unknown =>
      store.transact((tx) => tx.collection('/pets').nextId(), keep)

    it('start at 1, increase and are not reused after a removal', () => {
      const store = createMemoryStore()
      const first = next(store)
      void store.transact((tx) => put(tx, { id: 2 }), always)
      void store.transact((tx) => tx.collection('/pets').remove(2), always)
      expect([first, next(store), next(store)]).toEqual([1, 3, 4])
    })

    it('continue after the highest one stored', () => {
      expect(next(storeWith([{ id: 41 }, { id: 7 }]))).toBe(42)
    })

    it('are released when a transaction is undone', () => {
      const store = createMemoryStore()
      next(store, never)
      expect(store.snapshot()).toEqual({ collections: [] })
      expect(next(store)).toBe(1)
    })

    it('are not pushed beyond int32 by a very large id', () => {
      expect(next(storeWith([{ id: 2147483647 }, { id: 1 }]))).toBe(2)
    })

    it('survive a snapshot and its restoration', () => {
      const store = storeWith([{ id: 5 }])
      void store.transact((tx) => tx.collection('/pets').remove(5), always)
      const other = createMemoryStore()
      void other.restore(store.snapshot() as StoreSnapshot)
      expect(next(other)).toBe(6)
    })
  })

  describe('transactions', () => {
    it('undo everything when they are not committed', () => {
      const store = storeWith(pets)
      const before = store.snapshot()
      const result = store.transact((tx) => {
        put(tx, { id: 1, status: 'gone' })
        void tx.collection('/pets').remove(2)
        put(tx, { id: 2, status: 'back, but at the end' })
        put(tx, { id: 11 })
        void tx.collection('/pets', ['new']).put('x', {})
        return 'refused'
      }, never)
      expect(result).toBe('refused')
      expect(store.snapshot()).toEqual(before)
    })

    it.each([
      ['synchronous', (): never => throwIt()],
      ['asynchronous', async (): Promise<never> => Promise.resolve().then(throwIt)],
    ])('undo everything when %s work throws', async (_, fail) => {
      const store = storeWith(pets)
      const before = store.snapshot()
      const work = async (): Promise<unknown> =>
        store.transact((tx) => {
          void tx.collection('/pets').remove(2)
          return fail()
        }, always)
      await expect(work()).rejects.toThrow('on purpose')
      expect(await store.snapshot()).toEqual(before)
    })

    it('undo everything when deciding on the commit throws', () => {
      const store = storeWith(pets)
      const before = store.snapshot()
      expect(() => store.transact((tx) => tx.collection('/pets').remove(2), throwIt)).toThrow('on purpose')
      expect(store.snapshot()).toEqual(before)
    })

    it('run one at a time, in order', async () => {
      const store = storeWith([{ id: 1, count: 0 }])
      const increment = async (): Promise<unknown> =>
        store.transact(async (tx) => {
          const record = (await tx.collection('/pets').get(1)) as { count: number }
          await pause()
          await tx.collection('/pets').put(1, { id: 1, count: record.count + 1 })
          return record.count
        }, always)
      const counts = await Promise.all(Array.from({ length: 20 }, increment))
      expect(counts).toEqual(Array.from({ length: 20 }, (_, index) => index))
    })

    it('are isolated from readers until they end', async () => {
      const store = storeWith([{ id: 1, name: 'before' }])
      const write = store.transact(async (tx) => {
        await tx.collection('/pets').put(1, { id: 1, name: 'never kept' })
        await pause()
      }, never)
      const read = store.read((tx) => tx.collection('/pets').get(1))
      expect(await read).toEqual({ id: 1, name: 'before' })
      await write
    })

    it('are synchronous again once asynchronous work is done', async () => {
      const store = storeWith(pets)
      await store.transact(async () => pause(), always)
      await pause()
      expect(store.read((tx) => tx.collection('/pets').get(1))).toEqual(pets[0])
    })

    it('reject writes after their end', async () => {
      const store = storeWith(pets)
      let late: Transaction | undefined
      void store.transact((tx) => {
        late = tx
      }, always)
      expect(() => late?.collection('/pets').remove(1)).toThrow('has ended')
    })

    it('continue after one has failed', async () => {
      const store = storeWith(pets)
      const failing = Promise.resolve(store.transact(async () => pause().then(throwIt), always))
      const following = store.transact((tx) => tx.collection('/pets').remove(1), always)
      await expect(failing).rejects.toThrow('on purpose')
      expect(await following).toBe(true)
    })
  })

  it('rejects writes in a read, which leaves no trace', () => {
    const store = createMemoryStore()
    expect(() => store.read((tx) => tx.collection('/pets').put(1, {}))).toThrow(
      'A read cannot change the store.',
    )
    void store.read((tx) => tx.collection('/pets', ['anything']).list())
    expect(store.snapshot()).toEqual({ collections: [] })
  })

  it('takes snapshots whose order does not depend on the order of requests', () => {
    const names = ['/b', '/a', '/c']
    const snapshots = [names, names.toReversed()].map((order) => {
      const store = createMemoryStore()
      void store.transact((tx) => order.forEach((name) => void tx.collection(name).put(1, {})), always)
      return store.snapshot()
    })
    expect(snapshots[0]).toEqual(snapshots[1])
  })

  it.each([
    ['a value that is not an object', 'text', "'collections'"],
    ['no collections', {}, "'collections'"],
    ['a collection that is null', { collections: [null] }, '/collections/0 must be an object'],
    [
      'a collection without a name',
      { collections: [{ scope: [], nextId: 1, records: [] }] },
      '/collections/0/resource',
    ],
    ['a numeric scope', { collections: [{ resource: '/p', scope: [1], nextId: 1, records: [] }] }, '/scope'],
    [
      'a collection without a next id',
      { collections: [{ resource: '/p', scope: [], nextId: 0, records: [] }] },
      '/nextId',
    ],
    [
      'a record that is a string',
      { collections: [{ resource: '/p', scope: [], nextId: 1, records: [['1', 'x']] }] },
      '/records',
    ],
  ])('keeps its state when the snapshot to restore has %s', (_, broken, message) => {
    const store = storeWith(pets)
    const before = store.snapshot()
    expect(() => store.restore(broken as unknown as StoreSnapshot)).toThrow(message)
    expect(store.snapshot()).toEqual(before)
  })

  it('lists a filtered page of 100,000 records without scanning them', () => {
    const store = createMemoryStore()
    void store.restore({
      collections: [
        {
          resource: '/pets',
          scope: [],
          nextId: 1,
          records: Array.from({ length: 100_000 }, (_, id) => [String(id), { id, group: id % 50 }] as const),
        },
      ],
    })
    const query = { where: [{ property: 'group', values: [7] }], offset: 500, limit: 20 }
    list(store, query)
    const started = performance.now()
    for (let round = 0; round < 1000; round += 1) list(store, query)
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

function throwIt(): never {
  throw new Error('on purpose')
}

async function pause(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
}

/** A simple model of the store: plain arrays, copied before each transaction and restored to undo it. */
interface Model {
  rows: { id: string; group: number }[]
}

type Step = { readonly put: number; readonly group: number } | { readonly remove: number }
interface Change {
  readonly steps: readonly Step[]
  readonly end: 'keep' | 'undo' | 'throw'
  readonly isAsync: boolean
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ put: fc.nat(6), group: fc.nat(2) }),
  fc.record({ remove: fc.nat(6) }),
)
const change: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  end: fc.constantFrom('keep', 'undo', 'throw'),
  isAsync: fc.boolean(),
})

function applyToModel({ rows }: Model, { steps }: Change): Model {
  const copy = rows.map((row) => ({ ...row }))
  for (const step of steps) {
    const id = String('put' in step ? step.put : step.remove)
    const at = copy.findIndex((row) => row.id === id)
    if ('remove' in step) copy.splice(at, at < 0 ? 0 : 1)
    else if (at >= 0) copy[at] = { id, group: step.group }
    else copy.push({ id, group: step.group })
  }
  return { rows: copy }
}

async function applyToStore(store: Store, { steps, end, isAsync }: Change): Promise<void> {
  const apply = (tx: Transaction, step: Step): void => {
    if ('remove' in step) void tx.collection('/rows').remove(step.remove)
    else void tx.collection('/rows').put(step.put, { id: String(step.put), group: step.group })
  }
  const work = isAsync
    ? async (tx: Transaction): Promise<void> => {
        for (const step of steps) {
          apply(tx, step)
          await Promise.resolve()
        }
        if (end === 'throw') throwIt()
      }
    : (tx: Transaction): void => {
        for (const step of steps) apply(tx, step)
        if (end === 'throw') throwIt()
      }
  try {
    await store.transact(work, () => end === 'keep')
  } catch (error) {
    expect(String(error)).toContain('on purpose')
  }
}

it('equals some serial order after concurrent transactions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const store = createMemoryStore()
      const group = (value: number): unknown =>
        store.read((tx) => tx.collection('/rows').list({ where: [{ property: 'group', values: [value] }] }))
      group(0)
      await Promise.all(changes.map(async (change) => applyToStore(store, change)))
      const { rows } = changes.filter(({ end }) => end === 'keep').reduce<Model>(applyToModel, { rows: [] })
      expect(await store.read((tx) => tx.collection('/rows').list())).toEqual({
        items: rows,
        total: rows.length,
      })
      for (const value of [0, 1, 2]) {
        const items = rows.filter((row) => row.group === value)
        expect(await group(value)).toEqual({ items, total: items.length })
      }
    }),
    { numRuns: 300 },
  )
})
