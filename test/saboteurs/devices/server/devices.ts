import type { Context, Handler } from '../../document-service/call.ts'
import { instant } from '../../shared/date-time.ts'
import { omit } from '../../shared/edits.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { noSuch, refuse } from './errors.ts'
import { page } from './pages.ts'
import { showDevice, written, type Device, type State } from './state.ts'

export const devices: Readonly<Record<string, Handler<State>>> = {
  listDevices(values, { state }) {
    const inOrder = [...state.devices.values()].sort((a, b) => (a.serial < b.serial ? -1 : 1))
    const devices = inOrder.filter((device) => matches(device, values.query))
    return page(
      devices.map((device) => showDevice(state, device)),
      values,
    )
  },

  registerDevice({ body }, context) {
    const device = fresh(nextSerial(context.state), body, context)
    return registered(device, context)
  },

  getDevice({ path: { serial = '' } }, { state }) {
    const device = state.devices.get(serial)
    return device ? reply(200, showDevice(state, device)) : noSuch('device', serial)
  },

  putDevice({ path: { serial = '' }, header, body }, context) {
    const { state, now } = context
    const current = state.devices.get(serial)
    if (current === undefined) return registered(fresh(serial, body, context), context)
    if (header['if-none-match'] === '*') return refuse(412, 'exists', `There is a device ${serial}.`)
    const { createdAt = null, online = null } = current
    return kept({ ...fresh(serial, body, context), createdAt, online, updatedAt: instant(now) }, state)
  },

  updateDevice({ path: { serial = '' }, body }, { state, now }) {
    const device = state.devices.get(serial)
    if (device === undefined) return noSuch('device', serial)
    return kept({ ...merged(device, body), updatedAt: instant(now) }, state)
  },

  deleteDevice({ path: { serial = '' } }, { state }) {
    if (!state.devices.delete(serial)) return noSuch('device', serial)
    state.readings.delete(serial)
    state.alarms.delete(serial)
    for (const group of state.groups.values()) {
      state.groups.set(group.id, { ...group, members: group.members.filter((member) => member !== serial) })
    }
    return reply(204)
  },

  rebootDevice({ path: { serial = '' } }, { state, now }) {
    if (!state.devices.has(serial)) return noSuch('device', serial)
    const id = `job-${++state.count.job}`
    const job = { id, serial, action: 'reboot', status: 'queued', requestedAt: instant(now) }
    state.jobs.set(id, job)
    return reply(202, job, { Location: `/jobs/${id}` })
  },
}

function nextSerial(state: State): string {
  const serial = `SN-${String(++state.count.device).padStart(6, '0')}`
  return state.devices.has(serial) ? nextSerial(state) : serial
}

function fresh(serial: string, body: JsonObject, { now }: Context<State>): Device {
  const [createdAt, updatedAt] = [instant(now), instant(now)]
  return { ...written(body), serial, online: false, createdAt, updatedAt } as unknown as Device
}

function kept(device: Device, state: State): Reply {
  state.devices.set(device.serial, device)
  return reply(200, showDevice(state, device))
}

function registered(device: Device, { state }: Context<State>): Reply {
  return { ...kept(device, state), status: 201, headers: { Location: `/devices/${device.serial}` } }
}

/** Applies a merge patch: null removes a member (RFC 7396). */
function merged(device: Device, patch: JsonObject): Device {
  const removed = Object.keys(patch).filter((name) => patch[name] === null)
  return omit({ ...device, ...patch }, ...removed)
}

/** Whether the device matches the filters of the query. */
function matches(device: Device, { kinds, tags, filter, min_messages: least }: JsonObject): boolean {
  const own = isArray(device['tags'] ?? null) ? (device['tags'] as readonly Json[]) : []
  const { site, online } = isObject(filter ?? null) ? (filter as JsonObject) : {}
  return (
    isAmong([device.kind], kinds) &&
    isAmong(own, tags) &&
    (site === undefined || device['site'] === site) &&
    (online === undefined || device['online'] === online) &&
    (least === undefined || (device.messageCount ?? 0) >= (least as number))
  )
}

const isAmong = (values: readonly Json[], expected: Json | undefined): boolean =>
  expected === undefined || (isArray(expected) && values.some((value) => expected.includes(value)))
