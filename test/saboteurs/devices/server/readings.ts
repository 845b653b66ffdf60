import type { Handler } from '../../document-service/call.ts'
import { timeOf } from '../../shared/date-time.ts'
import { reply } from '../../shared/exchange.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { noSuch } from './errors.ts'
import { page } from './pages.ts'
import { pick, readingsOf, type Reading, type State } from './state.ts'

export const readings: Readonly<Record<string, Handler<State>>> = {
  listReadings(values, { state }) {
    const { serial = '' } = values.path
    if (!state.devices.has(serial)) return noSuch('device', serial)
    const { from, to } = values.query
    const readings = readingsOf(state, serial).filter(({ at }) => isBetween(at, from, to))
    const { units = 'metric' } = values.cookie
    return page(
      inOrder(readings).map((reading) => convert(reading, units)),
      values,
    )
  },

  recordReading({ path: { serial = '' }, body }, { state }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    const reading = pick(body, ['at', 'value', 'quality']) as unknown as Reading
    state.readings.set(serial, [...readingsOf(state, serial), reading])
    return reply(202)
  },

  clearReadings({ path: { serial = '' } }, { state }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    state.readings.delete(serial)
    return reply(204)
  },
}

const inOrder = (all: readonly Reading[]): readonly Reading[] =>
  [...all].sort((a, b) => timeOf(a.at) - timeOf(b.at))

/** Whether the time is within the range, both ends included. */
function isBetween(at: string, from: Json | undefined, to: Json | undefined): boolean {
  const isAfter = typeof from !== 'string' || timeOf(at) >= timeOf(from)
  return isAfter && (typeof to !== 'string' || timeOf(at) <= timeOf(to))
}

/** Converts a reading from metric units, in which it is stored. */
function convert(reading: Reading, units: Json): JsonObject {
  return { ...reading, value: units === 'imperial' ? reading.value * 1.8 + 32 : reading.value, units }
}
