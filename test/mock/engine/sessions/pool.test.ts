import { describe, expect, it } from 'vitest'
import { createPool } from '../../../../mock/engine/sessions/pool.ts'

function pool(most = 3, idle = 100) {
  let now = 0
  let opened = 0
  const closed: string[] = []
  return {
    closed,
    passes: (milliseconds: number) => (now += milliseconds),
    pool: createPool<string>({
      open: async (key) => `${key}${(opened += 1)}`,
      close: (thing) => void closed.push(thing),
      most,
      idle,
      elapsed: () => now,
    }),
  }
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('a pool', () => {
  it('opens an entry once, also for concurrent callers', async () => {
    const { pool: things } = pool()
    expect(await Promise.all([things.get('a'), things.get('a'), things.get('b')])).toEqual(['a1', 'a1', 'b2'])
  })

  it('closes an entry after its idle time', async () => {
    const { pool: things, passes, closed } = pool()
    await things.get('a')
    passes(60)
    await things.get('b')
    passes(40)
    expect(things.list()).toEqual([{ key: 'b', idle: 40 }])
    expect(await things.get('a')).toBe('a3')
    await settled()
    expect(closed).toEqual(['a1'])
  })

  it('closes the least recently used entry above the maximum', async () => {
    const { pool: things, closed } = pool(2)
    for (const key of ['a', 'b', 'a', 'c']) await things.get(key)
    await settled()
    expect([closed, things.list().map(({ key }) => key)]).toEqual([['b2'], ['a', 'c']])
  })

  it('forgets an entry that could not be opened', async () => {
    let fails = true
    const things = createPool<number>({
      open: async () => {
        if (fails) throw new Error('no')
        return 1
      },
      close() {},
      most: 1,
      idle: 1,
      elapsed: () => 0,
    })
    await expect(things.get('a')).rejects.toThrow('no')
    fails = false
    expect(await things.get('a')).toBe(1)
  })
})
