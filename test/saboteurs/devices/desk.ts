import { reply } from '../exchange.ts'
import type { Handler } from '../service/call.ts'
import { instant } from '../service/time.ts'
import { noSuch, unknownDevice } from './faults.ts'
import type { Integer, State } from './state.ts'

export const desk: Readonly<Record<string, Handler<State>>> = {
  getJob({ path: { jobId = '' } }, { state }) {
    const job = state.jobs.get(jobId)
    return job ? reply(200, job) : noSuch('job', jobId)
  },

  issueToken({ body: { serial, scope = [], ttl = 3600 } }, { state, now }) {
    if (typeof serial !== 'string' || !state.devices.has(serial)) return unknownDevice(serial, '/serial')
    const expiresAt = instant(new Date(now.getTime() + Number(ttl) * 1000))
    return reply(
      200,
      { token: `tok-${++state.count.token}`, scope, expiresAt },
      { 'Cache-Control': 'no-store' },
    )
  },

  getStats(_, { state }) {
    const all = [...state.devices.values()]
    const byKind: Record<string, number> = {}
    for (const { kind } of all) byKind[kind] = (byKind[kind] ?? 0) + 1
    const messages = sum(all.map(({ messageCount = 0 }) => messageCount))
    const readings = [...state.readings.values()].flat().length
    return reply(200, { devices: all.length, byKind, messages, readings })
  },

  getHealth: () => reply(204),
}

function sum(integers: readonly Integer[]): Integer {
  const total = integers.reduce<bigint>((all, each) => all + BigInt(each), 0n)
  return total <= Number.MAX_SAFE_INTEGER ? Number(total) : total
}
