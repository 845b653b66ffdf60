import { defined } from '../../document-service/call.ts'
import { omit } from '../../shared/edits.ts'
import type { Json, JsonObject } from '../../shared/json.ts'

export type Integer = number | bigint

/** A device as it is stored: with its secret, without its number of readings. */
export interface Device extends JsonObject {
  readonly serial: string
  readonly kind: string
  readonly messageCount?: Integer
}

export interface Reading extends JsonObject {
  readonly at: string
  readonly value: number
}

export interface Alarm extends JsonObject {
  readonly id: string
  readonly name: string
  readonly level: string
}

export interface Group extends JsonObject {
  readonly id: string
  readonly name: string
  readonly members: readonly string[]
}

/** Records are never mutated, only replaced. */
export interface State {
  readonly devices: Map<string, Device>
  /** By serial. */
  readonly readings: Map<string, readonly Reading[]>
  /** By serial. */
  readonly alarms: Map<string, readonly Alarm[]>
  readonly groups: Map<string, Group>
  readonly jobs: Map<string, JsonObject>
  /** The tokens of those who are logged in. */
  readonly sessions: Set<string>
  /** The numbers of records that were ever created. */
  readonly count: { device: number; alarm: number; group: number; job: number; token: number }
}

/** 2^53 + 1, which a double cannot hold. */
const large = 9007199254740993n
const times = { createdAt: '2026-02-01T08:00:00Z', updatedAt: '2026-02-01T08:00:00Z' }

const devices: readonly Device[] = [
  {
    serial: 'SN-000001',
    kind: 'sensor',
    name: 'Roof thermometer',
    secret: 'secret-of-the-roof',
    site: 'Roof',
    installedOn: '2025-11-30',
    tags: ['roof', 'north'],
    messageCount: large,
    firmware: [2, 11, 0],
    network: { ip: '10.0.0.7', gateway: '10.0.0.1', vlan: 12 },
    unit: 'celsius',
    channels: ['main', 'spare'],
    online: true,
    ...times,
  },
  {
    serial: 'SN-000002',
    kind: 'actuator',
    name: 'Blinds',
    secret: 'secret-of-the-blinds',
    site: null,
    tags: ['roof'],
    mode: 'auto',
    schedule: '07:15',
    online: true,
    ...times,
  },
  {
    serial: 'SN-000003',
    kind: 'camera',
    name: 'Gate',
    secret: 'secret-of-the-gate',
    site: 'Yard',
    messageCount: 42,
    resolution: [1920, 1080],
    streamUrl: null,
    online: false,
    ...times,
  },
]

const readings: readonly Reading[] = [
  { at: '2026-02-02T06:00:00Z', value: -3.5, quality: 'good' },
  { at: '2026-02-02T12:00:00Z', value: 4, quality: 'good' },
  { at: '2026-02-03T06:00:00+01:00', value: -1.25 },
]

const alarms: readonly Alarm[] = [
  { id: 'alarm-1', name: 'Frost', level: 'warning', threshold: 0, muted: false },
  { id: 'alarm-2', name: 'Heat', level: 'critical', threshold: 60 },
]

const groups: readonly Group[] = [
  { id: 'group-1', name: 'Roof', description: null, members: ['SN-000001', 'SN-000002'] },
  { id: 'group-2', name: 'Nothing yet', members: [] },
]

export function createState(): State {
  return {
    devices: new Map(devices.map((device) => [device.serial, device])),
    readings: new Map([['SN-000001', readings]]),
    alarms: new Map([['SN-000001', alarms]]),
    groups: new Map(groups.map((group) => [group.id, group])),
    jobs: new Map([
      [
        'job-1',
        {
          id: 'job-1',
          serial: 'SN-000001',
          action: 'reboot',
          status: 'done',
          requestedAt: '2026-02-02T00:00:00Z',
        },
      ],
    ]),
    sessions: new Set(),
    count: { device: 100, alarm: alarms.length, group: groups.length, job: 1, token: 0 },
  }
}

export const readingsOf = ({ readings: all }: State, serial: string): readonly Reading[] =>
  all.get(serial) ?? []

export const alarmsOf = ({ alarms: all }: State, serial: string): readonly Alarm[] => all.get(serial) ?? []

/** A device as it is returned, without its secret. */
export function showDevice(state: State, device: Device): JsonObject {
  return { ...omit(device, 'secret'), readingCount: readingsOf(state, device.serial).length }
}

export const showGroup = (group: Group): JsonObject => ({ ...group, memberCount: group.members.length })

const common = [
  'kind',
  'name',
  'secret',
  'site',
  'installedOn',
  'tags',
  'messageCount',
  'firmware',
  'network',
]
const own = ['unit', 'channels', 'mode', 'schedule', 'resolution', 'streamUrl']

/** The properties of a device that a client may write. */
export function written(body: JsonObject): JsonObject {
  return pick(body, [...common, ...own])
}

export function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return defined(Object.fromEntries(names.map((name): [string, Json | undefined] => [name, record[name]])))
}
