import { describe, expect, it, vi } from 'vitest'
import { createEventQueue } from '../../../contracts/engine/event-queue.ts'
import { createLimits, type LimitOptions } from '../../../contracts/engine/limits.ts'

const limits = (given: Partial<LimitOptions>): ReturnType<typeof createLimits> =>
  createLimits({ maxRequests: Infinity, maxTime: Infinity, rate: Infinity, signal: undefined, ...given })

describe('limits', () => {
  it('end a run after a number of requests', async () => {
    const two = limits({ maxRequests: 2 })
    await two.take()
    await two.take()
    await expect(two.take()).rejects.toMatchObject({ reason: 'max-requests' })
    expect(two.requests).toBe(2)
  })

  it('end a run after a time, and when it is interrupted', async () => {
    await expect(limits({ maxTime: 0 }).take()).rejects.toMatchObject({ reason: 'max-time' })
    await expect(limits({ signal: AbortSignal.abort() }).take()).rejects.toMatchObject({
      reason: 'interrupted',
    })
  })

  it('allow cleaning up in any case', async () => {
    const none = limits({ maxRequests: 0 })
    none.release()
    await expect(none.take()).resolves.toBeUndefined()
  })

  it('end the cleaning up after half a minute if the time is limited', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const short = limits({ maxTime: 1000 })
      vi.advanceTimersByTime(1000)
      short.release()
      await expect(short.take()).resolves.toBeUndefined()
      vi.advanceTimersByTime(30_000)
      await expect(short.take()).rejects.toMatchObject({ reason: 'max-time' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('space requests out', async () => {
    const slow = limits({ rate: 50 })
    const started = performance.now()
    for (let count = 0; count < 4; count += 1) await slow.take()
    expect(performance.now() - started).toBeGreaterThan(50)
  })
})

describe('a queue', () => {
  it('gives all values in order, including earlier ones, and ends', async () => {
    const queue = createEventQueue<number>()
    queue.push(1)
    queue.push(2)
    setTimeout(() => (queue.push(3), queue.close()), 5)
    const received: number[] = []
    for await (const value of queue.events()) received.push(value)
    expect(received).toEqual([1, 2, 3])
  })

  it('throws an error after the values before it', async () => {
    const queue = createEventQueue<number>()
    queue.push(1)
    queue.fail(new Error('broken'))
    const received: number[] = []
    const read = async (): Promise<void> => {
      for await (const value of queue.events()) received.push(value)
    }
    await expect(read()).rejects.toThrow('broken')
    expect(received).toEqual([1])
  })
})
