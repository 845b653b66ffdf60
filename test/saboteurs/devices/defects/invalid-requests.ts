import {
  combine,
  keepLastMember,
  repairObject,
  dropQueryPairs,
  editHeader,
} from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../shared/json.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editDocument, editBody, wrapHandler } = tools

const repairNetwork = ({ network, ...body }: JsonObject): JsonObject => {
  if (!isObject(network ?? null)) return network === undefined ? body : { ...body, network }
  const own = network as JsonObject
  return { ...body, network: 'ip' in own ? own : omit(own, 'gateway', 'vlan') }
}

const repairChannels = (body: JsonObject): JsonObject => {
  const { channels } = body
  const isWithoutMain = isArray(channels ?? null) && !(channels as readonly Json[]).includes('main')
  return isWithoutMain ? { ...body, channels: ['main', ...(channels as readonly Json[])].slice(0, 4) } : body
}

const repairFirmware = (body: JsonObject): JsonObject => {
  const { firmware } = body
  return isArray(firmware ?? null) ? { ...body, firmware: (firmware as readonly Json[]).slice(0, 3) } : body
}

const sent = (body: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

/** Stores read-only properties that the client sends. */
const storeReadOnly = (
  operationId: string,
  names: readonly string[],
  isValid: (value: Json) => boolean,
): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const reply = healthy(values, context)
    const serial = isObject(reply.body ?? null) ? (reply.body as JsonObject)['serial'] : undefined
    const device = typeof serial === 'string' ? context.state.devices.get(serial) : undefined
    const honoured = sent(values.body, ...names)
    if (device === undefined || reply.status >= 300 || !Object.values(honoured).every(isValid)) return reply
    context.state.devices.set(device.serial, { ...device, ...honoured })
    return { ...reply, body: { ...(reply.body as JsonObject), ...honoured } }
  })

const isInstant = (value: Json): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)

/** Invalid requests that the service accepts. */
export const inputDefects: readonly DeviceDefect[] = [
  ...foundBy('invalid-refused', [
    [
      'registerDevice',
      'unknown-property',
      'Undeclared properties of a device are accepted.',
      combine(
        ...['Sensor', 'Actuator', 'Camera'].map((name) =>
          editDocument(`/components/schemas/${name}`, (part) => void delete part['unevaluatedProperties']),
        ),
      ),
    ],
    [
      'registerDevice',
      'vlan-without-ip',
      'A network with a VLAN and no IP address is accepted.',
      repairObject('registerDevice', repairNetwork),
    ],
    [
      'registerDevice',
      'auto-without-schedule',
      'An automatic actuator without a schedule is accepted.',
      repairObject('registerDevice', (body) =>
        body['mode'] === 'auto' ? { schedule: '00:00', ...body } : body,
      ),
    ],
    [
      'registerDevice',
      'manual-with-schedule',
      'A manual actuator with a schedule is accepted.',
      repairObject('registerDevice', (body) => (body['mode'] === 'manual' ? omit(body, 'schedule') : body)),
    ],
    [
      'registerDevice',
      'channels-without-main',
      'A sensor without the main channel is accepted.',
      repairObject('registerDevice', repairChannels),
    ],
    [
      'putDevice',
      'firmware-of-four',
      'A firmware with more than three numbers is accepted.',
      repairObject('putDevice', repairFirmware),
    ],
    [
      'putDevice',
      'short-secret',
      'A secret that is too short is accepted.',
      repairObject('putDevice', (body) =>
        typeof body['secret'] === 'string'
          ? { ...body, secret: body['secret'].slice(0, 64).padEnd(8, '.') }
          : body,
      ),
    ],
    [
      'updateDevice',
      'change-of-nothing',
      'An empty patch is accepted.',
      editDocument('/components/schemas/DevicePatch', (part) => void delete part['minProperties']),
    ],
    [
      'updateDevice',
      'null-name',
      'A patch that sets the name to null is accepted.',
      repairObject('updateDevice', (body) => (body['name'] === null ? omit(body, 'name') : body)),
    ],
    [
      'getDevice',
      'version-left-out',
      "A request without the client's version is accepted.",
      editHeader('getDevice', 'x-client-version', (version) => version ?? '1.0'),
    ],
    [
      'listDevices',
      'any-version',
      'A client version of any format is accepted.',
      editHeader('listDevices', 'x-client-version', (version) => version && '1.0'),
    ],
    [
      'listReadings',
      'any-units',
      'Unknown units are accepted as metric.',
      editHeader('listReadings', 'cookie', (cookie) =>
        cookie?.replace(/units=(?!metric|imperial)[^;]*/, 'units=metric'),
      ),
    ],
    [
      'listReadings',
      'from-any-time',
      'An invalid time is accepted and ignored.',
      dropQueryPairs('listReadings', /^(?:from|to)=(?!\d{4}-\d\d-\d\dT)/i),
    ],
    [
      'listDevices',
      'unknown-kind-filter',
      'A filter by an unknown kind is accepted.',
      dropQueryPairs('listDevices', /^kinds=(?!(?:sensor|actuator|camera)(?:,|$))/),
    ],
    [
      'listDevices',
      'unknown-filter',
      'Unknown filters are accepted and ignored.',
      dropQueryPairs('listDevices', /^filter(?:\[|%5B)(?!site|online)/i),
    ],
    [
      'issueToken',
      'any-ttl',
      'Any lifetime of a token is accepted.',
      combine(
        editDocument('/components/schemas/TokenRequest/properties/ttl', (part) => {
          delete part['maximum']
          delete part['minimum']
        }),
        editBody('issueToken', (body) => ({ ...body, ttl: 60 })),
      ),
    ],
    [
      'createGroup',
      'member-twice',
      'Duplicate members of a group are accepted.',
      repairObject('createGroup', (body) =>
        isArray(body['members'] ?? null)
          ? { ...body, members: [...new Set(body['members'] as readonly Json[])] }
          : body,
      ),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    [
      'createGroup',
      'last-name-wins',
      'A body that repeats the name is accepted; the last value counts.',
      keepLastMember('createGroup'),
    ],
  ]),
  ...foundBy('read-only', [
    [
      'registerDevice',
      'created-when-the-client-says',
      'The createdAt of a device is the one that the client sends.',
      storeReadOnly('registerDevice', ['createdAt'], isInstant),
    ],
    [
      'putDevice',
      'online-when-the-client-says',
      'Whether a device is online is what the client sends.',
      storeReadOnly('putDevice', ['online'], (value) => typeof value === 'boolean'),
    ],
  ]),
]
