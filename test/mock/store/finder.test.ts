import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecords } from '../../../mock/store/records.ts'
import { Sequence } from '../../../mock/store/sequence.ts'
import type { Selection } from '../../../mock/store/store.ts'
import type { JsonObject } from '../../../spec/json.ts'

interface Item {
  readonly place: number
}

const sorted = (items: Iterable<Item>): readonly Item[] => [...items].toSorted((a, b) => a.place - b.place)

describe('a sequence', () => {
  const items: readonly Item[] = Array.from({ length: 5000 }, (_, place) => ({ place }))
  const shuffled = items.toSorted((a, b) => ((a.place * 7919) % 5000) - ((b.place * 7919) % 5000))

  it.each([
    ['from first to last', items],
    ['from last to first', items.toReversed()],
    ['in any order', shuffled],
  ])('keeps its order when filled %s', (_, given) => {
    const sequence = new Sequence<Item>()
    for (const item of given) sequence.add(item)
    expect([...sequence]).toEqual(items)
    expect(sequence.slice(2040, 2060)).toEqual(items.slice(2040, 2060))
    expect(sequence.slice(4990, Infinity)).toEqual(items.slice(4990))
    expect(sequence.indexOf(items[4321] as Item)).toBe(4321)
  })

  it('equals a sorted list after any additions and removals', () => {
    const step = fc.record({ at: fc.nat({ max: 4999 }), count: fc.nat({ max: 1500 }), isAdded: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const sequence = new Sequence<Item>()
        const model = new Set<Item>()
        for (const { at, count, isAdded } of steps) {
          for (const item of shuffled.slice(at, at + count)) {
            if (isAdded && !model.has(item)) sequence.add(item)
            if (!isAdded) sequence.remove(item)
            if (isAdded) model.add(item)
            else model.delete(item)
          }
        }
        const expected = sorted(model)
        expect(sequence.size).toBe(expected.length)
        expect([...sequence]).toEqual(expected)
        const middle = expected[expected.length >> 1]
        if (middle) expect(sequence.indexOf(middle)).toBe(expected.length >> 1)
      }),
      { numRuns: 40 },
    )
  })
})

describe('records', () => {
  const record = (id: number, seed: number): JsonObject => ({
    id,
    color: ['red', 'green', 'blue'][seed % 3] as string,
    size: seed % 4,
    tags: ['a', 'b', 'c'].filter((_, index) => (seed >> index) & 1),
  })
  const wheres = [
    [],
    [{ property: 'color', values: ['red'] }],
    [{ property: 'color', values: ['red', 'blue'] }],
    [{ property: 'color', values: ['RED'], ignoresCase: true }],
    [{ property: 'color', values: ['RED'] }],
    [{ property: 'tags', values: ['a', 'c'] }],
    [
      { property: 'color', values: ['red', 'green'] },
      { property: 'size', values: [1, 2] },
      { property: 'tags', values: ['b'] },
    ],
  ] as const
  const bySize = (one: JsonObject, other: JsonObject): number => Number(one['size']) - Number(other['size'])
  const selections: readonly (Selection | undefined)[] = [
    undefined,
    {
      key: 'not green',
      matches: ({ color }) => color !== 'green',
      compare: undefined,
      lastFirst: false,
    },
    { key: 'smallest first', matches: () => true, compare: bySize, lastFirst: false },
    {
      key: 'largest and latest first, not red',
      matches: ({ color }) => color !== 'red',
      compare: (one, other) => bySize(other, one),
      lastFirst: true,
    },
  ]
  const selected = (
    records: readonly JsonObject[],
    selection: Selection | undefined,
  ): readonly JsonObject[] => {
    const matching = selection ? records.filter(selection.matches) : records
    const inOrder = selection?.lastFirst ? matching.toReversed() : matching
    return selection?.compare ? inOrder.toSorted(selection.compare) : inOrder
  }
  const meets = (record: JsonObject, where: (typeof wheres)[number]): boolean =>
    where.every((condition) => {
      const values = 'ignoresCase' in condition ? ['red'] : condition.values
      return [record[condition.property]]
        .flat()
        .some((value) => (values as readonly unknown[]).includes(value))
    })

  it('are found like by a full scan, after any operations', () => {
    const change = fc.record({ id: fc.integer({ min: 1, max: 1200 }), seed: fc.nat({ max: 100 }) })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (changes) => {
        const records = createRecords()
        const model = new Map<string, JsonObject>()
        for (let id = 1; id <= 1000; id += 1) {
          records.put(String(id), record(id, id))
          model.set(String(id), record(id, id))
        }
        for (const { id, seed } of changes) {
          if (seed % 5 === 0) {
            const undo = records.remove(String(id))
            if (seed % 2 === 0) undo?.()
            else model.delete(String(id))
          } else {
            records.put(String(id), record(id, seed))
            model.set(String(id), record(id, seed))
          }
          const where = wheres[id % wheres.length] ?? []
          const selection = selections[seed % selections.length]
          const filter = { where, ...(selection && { selection }) }
          const expected = selected(
            [...model.values()].filter((record) => meets(record, where)),
            selection,
          )
          const offset = seed % 50
          expect(records.list({ ...filter, offset, limit: 20 })).toEqual({
            items: expected.slice(offset, offset + 20),
            total: expected.length,
          })
          const at = expected.findIndex((record) => record['id'] === id)
          expect(records.indexOf(String(id), filter)).toBe(at < 0 ? undefined : at)
        }
      }),
      { numRuns: 25 },
    )
  })
})
