import { describe, expect, it } from 'vitest'
import { startProcess } from '../../../support/mock-process.ts'
import { redisServer, startRedis, unlessRedis } from '../../../support/redis.ts'
import { sell } from './order-load.ts'

/** Number of orders, twice the stock. `REPLICA_ORDERS=10000` runs the full-size test. */
const orders = Number(process.env['REPLICA_ORDERS'] ?? 600)

describe.skipIf(redisServer === undefined)(`four processes with one world in Redis${unlessRedis}`, () => {
  it('sell exactly the stock and assign no id twice', { timeout: 60_000 + orders * 20 }, async () => {
    const redis = await startRedis()
    const store = redis.url('stock')
    const processes = await Promise.all(Array.from({ length: 4 }, () => startProcess('--store', store)))
    try {
      const sale = await sell(
        processes.map(({ url }) => url),
        orders,
      )
      expect(sale).toMatchObject({ sold: orders / 2, refused: orders / 2, failed: 0, stock: 0 })
      expect(sale.ids).toBe(orders / 2)
      if (process.env['REPLICA_ORDERS'] !== undefined)
        console.log(`${orders} orders in ${(sale.milliseconds / 1000).toFixed(1)} s: ${sale.sold} sold`)
    } finally {
      await Promise.all(processes.map(({ end }) => end('SIGKILL')))
      await redis.stop()
    }
  })
})
