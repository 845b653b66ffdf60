import { defined, type Handler } from '../../document-service/call.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { noSuch, refuse } from './errors.ts'
import { alarmsOf, pick, type Alarm, type State } from './state.ts'

const properties = ['name', 'level', 'threshold', 'muted', 'escalation']

export const alarms: Readonly<Record<string, Handler<State>>> = {
  listAlarms({ path: { serial = '' }, query }, { state }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    const { where, order, limit = 20, offset = 0 } = objectIn(query['query'])
    const found = sorted(selected(alarmsOf(state, serial), where), order)
    return reply(200, found.slice(Number(offset), Number(offset) + Number(limit)))
  },

  setAlarm({ path: { serial = '' }, body }, { state }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    const refusal = refused(body)
    if (refusal) return refusal
    const alarm = { id: `alarm-${++state.count.alarm}`, ...pick(body, properties) } as unknown as Alarm
    state.alarms.set(serial, [...alarmsOf(state, serial), alarm])
    return reply(201, alarm)
  },

  clearAlarms({ path: { serial = '' } }, { state }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    state.alarms.delete(serial)
    return reply(204)
  },

  countAlarms({ path: { serial = '' }, query }, { state }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    return reply(200, { count: selected(alarmsOf(state, serial), query['where']).length })
  },

  getAlarm({ path: { serial = '', alarmId = '' } }, { state }) {
    const alarm = alarmsOf(state, serial).find(({ id }) => id === alarmId)
    return alarm ? reply(200, alarm) : noSuch('alarm', alarmId)
  },

  removeAlarm({ path: { serial = '', alarmId = '' } }, { state }) {
    const all = alarmsOf(state, serial)
    const others = all.filter(({ id }) => id !== alarmId)
    if (others.length === all.length) return noSuch('alarm', alarmId)
    state.alarms.set(serial, others)
    return reply(204)
  },
}

/** What the document does not say: nothing can be escalated yet, and every alarm has a level. */
function refused({ level, escalation }: JsonObject): Reply | undefined {
  if (escalation !== undefined) return refuse(422, 'unknown_escalation', 'There is nothing of that name.')
  return level === undefined ? refuse(422, 'incomplete', 'level is required.') : undefined
}

const objectIn = (value: Json | undefined): JsonObject =>
  isObject(value ?? null) ? (value as JsonObject) : defined({})

const selected = (all: readonly Alarm[], where: Json | undefined): readonly Alarm[] =>
  all.filter((alarm) => Object.entries(objectIn(where)).every(([name, value]) => alarm[name] === value))

function sorted(all: readonly Alarm[], order: Json | undefined): readonly Alarm[] {
  if (typeof order !== 'string') return all
  const name = order.replace('-', '')
  const ascending = [...all].sort((a, b) => compare(a[name], b[name]))
  return order.startsWith('-') ? ascending.reverse() : ascending
}

/** What has no value comes first. */
function compare(a: Json = null, b: Json = null): number {
  if (a === b) return 0
  return a === null || (b !== null && a < b) ? -1 : 1
}
