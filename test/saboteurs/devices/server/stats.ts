import type { Handler } from '../../document-service/call.ts'
import { reply } from '../../shared/exchange.ts'
import type { Integer, State } from './state.ts'

export const stats: Readonly<Record<string, Handler<State>>> = {
  getStats(_, { state }) {
    const all = [...state.devices.values()]
    const byKind: Record<string, number> = {}
    for (const { kind } of all) byKind[kind] = (byKind[kind] ?? 0) + 1
    const messages = sum(all.map(({ messageCount = 0 }) => messageCount))
    const readings = [...state.readings.values()].flat().length
    const records = all.length + readings
    return reply(200, { devices: all.length, byKind, messages, readings, records })
  },

  getHealth: () => reply(204),
}

function sum(integers: readonly Integer[]): Integer {
  const total = integers.reduce<bigint>((all, integer) => all + BigInt(integer), 0n)
  return total <= Number.MAX_SAFE_INTEGER ? Number(total) : total
}
