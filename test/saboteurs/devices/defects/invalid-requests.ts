import { isArray, isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { omit } from '../../shared/edits.ts'
import {
  combine,
  keepLastMember,
  repairObject,
  dropQueryPairs,
  editHeader,
} from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editDocument, editBody, wrapHandler } = tools

const mendsNetwork = ({ network, ...body }: JsonObject): JsonObject => {
  if (!isObject(network ?? null)) return network === undefined ? body : { ...body, network }
  const own = network as JsonObject
  return { ...body, network: 'ip' in own ? own : omit(own, 'gateway', 'vlan') }
}

const mendsChannels = (body: JsonObject): JsonObject => {
  const { channels } = body
  const isWithoutMain = isArray(channels ?? null) && !(channels as readonly Json[]).includes('main')
  return isWithoutMain ? { ...body, channels: ['main', ...(channels as readonly Json[])].slice(0, 4) } : body
}

const mendsFirmware = (body: JsonObject): JsonObject => {
  const { firmware } = body
  return isArray(firmware ?? null) ? { ...body, firmware: (firmware as readonly Json[]).slice(0, 3) } : body
}

const sent = (body: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

/** Keeps, of a registered device, what only the service may say. */
const keepsSent = (
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

/** What the service takes and should not. */
export const inputDefects: readonly DeviceDefect[] = [
  ...foundBy('invalid-refused', [
    [
      'registerDevice',
      'unknown-property',
      'A device may have any property.',
      combine(
        ...['Sensor', 'Actuator', 'Camera'].map((name) =>
          editDocument(`/components/schemas/${name}`, (part) => void delete part['unevaluatedProperties']),
        ),
      ),
    ],
    [
      'registerDevice',
      'vlan-without-ip',
      'A network may have a vlan and no ip.',
      repairObject('registerDevice', mendsNetwork),
    ],
    [
      'registerDevice',
      'auto-without-schedule',
      'An actuator may be automatic without a schedule.',
      repairObject('registerDevice', (body) =>
        body['mode'] === 'auto' ? { schedule: '00:00', ...body } : body,
      ),
    ],
    [
      'registerDevice',
      'manual-with-schedule',
      'A manual actuator may have a schedule.',
      repairObject('registerDevice', (body) => (body['mode'] === 'manual' ? omit(body, 'schedule') : body)),
    ],
    [
      'registerDevice',
      'channels-without-main',
      'A sensor may have no main channel.',
      repairObject('registerDevice', mendsChannels),
    ],
    [
      'putDevice',
      'firmware-of-four',
      'A firmware may have more than three numbers.',
      repairObject('putDevice', mendsFirmware),
    ],
    [
      'putDevice',
      'short-secret',
      'A secret may be short.',
      repairObject('putDevice', (body) =>
        typeof body['secret'] === 'string'
          ? { ...body, secret: body['secret'].slice(0, 64).padEnd(8, '.') }
          : body,
      ),
    ],
    [
      'updateDevice',
      'change-of-nothing',
      'A patch may be empty.',
      editDocument('/components/schemas/DevicePatch', (part) => void delete part['minProperties']),
    ],
    [
      'updateDevice',
      'null-name',
      'A patch may have null for the name.',
      repairObject('updateDevice', (body) => (body['name'] === null ? omit(body, 'name') : body)),
    ],
    [
      'getDevice',
      'version-left-out',
      'The version of the client may be missing.',
      editHeader('getDevice', 'x-client-version', (version) => version ?? '1.0'),
    ],
    [
      'listDevices',
      'any-version',
      'The version of the client may be any text.',
      editHeader('listDevices', 'x-client-version', (version) => version && '1.0'),
    ],
    [
      'listReadings',
      'any-units',
      'Units that do not exist are metric.',
      editHeader('listReadings', 'cookie', (cookie) =>
        cookie?.replace(/units=(?!metric|imperial)[^;]*/, 'units=metric'),
      ),
    ],
    [
      'listReadings',
      'from-any-time',
      'A time that is none is ignored.',
      dropQueryPairs('listReadings', /^(?:from|to)=(?!\d{4}-\d\d-\d\dT)/i),
    ],
    [
      'listDevices',
      'unknown-kind-filter',
      'Any kind can be asked for.',
      dropQueryPairs('listDevices', /^kinds=(?!(?:sensor|actuator|camera)(?:,|$))/),
    ],
    [
      'listDevices',
      'unknown-filter',
      'Filters that do not exist are ignored.',
      dropQueryPairs('listDevices', /^filter(?:\[|%5B)(?!site|online)/i),
    ],
    [
      'issueToken',
      'any-ttl',
      'A token may live for any time.',
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
      'A device may be in a group twice.',
      repairObject('createGroup', (body) =>
        isArray(body['members'] ?? null)
          ? { ...body, members: [...new Set(body['members'] as readonly Json[])] }
          : body,
      ),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    ['createGroup', 'last-name-wins', 'Of two names in a body the last wins.', keepLastMember('createGroup')],
  ]),
  ...foundBy('read-only', [
    [
      'registerDevice',
      'created-when-the-client-says',
      'A device was registered when the client says.',
      keepsSent('registerDevice', ['createdAt'], isInstant),
    ],
    [
      'putDevice',
      'online-when-the-client-says',
      'A device is online when the client says so.',
      keepsSent('putDevice', ['online'], (value) => typeof value === 'boolean'),
    ],
  ]),
]
