import { reply, type Reply } from '../../exchange.ts'
import type { JsonObject } from '../../json.ts'
import { omit } from '../../sabotage.ts'
import { bodies } from '../../service/edits.ts'
import type { Sabotage } from '../../service/sabotage.ts'
import { readingsOf, type Group, type State } from '../state.ts'
import { found, inRecords, tools, type DeviceDefect } from './tools.ts'

const { asks, handles, replies, sends } = tools

const withoutQuery = (operationId: string, ...names: readonly string[]): Sabotage<State> =>
  asks(operationId, (values) => ({ ...values, query: omit(values.query, ...names) }))

/** Answers as it should, and then puts a record back as it was. */
const putsBack = (operationId: string, kind: 'devices' | 'groups', parameter: string): Sabotage<State> =>
  handles(operationId, (values, context, healthy) => {
    const records = context.state[kind] as Map<string, unknown>
    const id = values.path[parameter] ?? ''
    const before = records.get(id)
    const answered = healthy(values, context)
    if (before !== undefined) records.set(id, before)
    return answered
  })

/** Answers with what it first answered for each target. */
const caches = (operationId: string): Sabotage<State> => {
  const seen = new Map<string, Reply>()
  return replies(operationId, (answered, { target }) => {
    if (answered.status !== 200) return answered
    const first = seen.get(target) ?? answered
    seen.set(target, first)
    return first
  })
}

const itemsOf = (body: JsonObject): readonly JsonObject[] => body['items'] as readonly JsonObject[]

/** The list of what a body of a page holds, cut or filtered. */
const items = (
  operationId: string,
  edit: (all: readonly JsonObject[]) => readonly JsonObject[],
): Sabotage<State> =>
  replies(
    operationId,
    bodies((body) => ({ ...body, items: edit(itemsOf(body)) })),
  )

const leaks = (operationId: string): Sabotage<State> =>
  handles(operationId, (values, context, healthy) => {
    const secretOf = (device: JsonObject): JsonObject => {
      const secret = [...context.state.devices.values()].find(({ serial }) => serial === device['serial'])?.[
        'secret'
      ]
      return secret === undefined ? device : { ...device, secret }
    }
    return inRecords(secretOf)(healthy(values, context))
  })

const forgivesRepeats: Sabotage<State> = (service) => {
  const gone = new Set<string>()
  const { deleteGroup } = service.handlers
  service.handlers['deleteGroup'] = (values, context) => {
    const { groupId = '' } = values.path
    const answered = deleteGroup!(values, context)
    if (answered.status === 204) gone.add(groupId)
    return gone.has(groupId) ? reply(204) : answered
  }
}

const alwaysRegisters: Sabotage<State> = handles('putDevice', (values, context, healthy) => {
  const answered = healthy(values, context)
  const isReplaced = answered.status === 200
  return isReplaced
    ? { ...answered, status: 201, headers: { Location: `/devices/${values.path['serial'] ?? ''}` } }
    : answered
})

/** What becomes of records. */
export const recordDefects: readonly DeviceDefect[] = [
  ...found('created-readable', [
    [
      'createGroup',
      'group-forgotten',
      'A new group is not kept.',
      handles('createGroup', (values, { state, now }, healthy) => {
        const answered = healthy(values, { state, now })
        if (answered.status === 201) state.groups.delete(`group-${state.count.group}`)
        return answered
      }),
    ],
    [
      'registerDevice',
      'site-lost',
      'A new device has no site.',
      sends('registerDevice', (body) => omit(body, 'site')),
    ],
    [
      'putDevice',
      'registered-then-lost',
      'A device that is registered with its serial is not kept.',
      handles('putDevice', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 201) context.state.devices.delete(values.path['serial'] ?? '')
        return answered
      }),
    ],
  ]),
  ...found('created-listed', [
    [
      'listDevices',
      'new-devices-not-listed',
      'Devices that were added later are not listed.',
      items('listDevices', (all) => all.filter(({ createdAt }) => createdAt === '2026-02-01T08:00:00Z')),
    ],
    [
      'listGroups',
      'last-group-not-listed',
      'The last group of a page is not listed.',
      items('listGroups', (all) => all.slice(0, -1)),
    ],
  ]),
  ...found('update-visible', [
    [
      'updateDevice',
      'patch-forgotten',
      'A patched device stays as it was.',
      putsBack('updateDevice', 'devices', 'serial'),
    ],
    [
      'updateDevice',
      'null-kept',
      'What a patch takes away stays.',
      sends('updateDevice', (body) => omit(body, ...Object.keys(body).filter((name) => body[name] === null))),
    ],
    [
      'putDevice',
      'put-merges',
      'A replaced device keeps what the request left out.',
      handles('putDevice', (values, context, healthy) => {
        const device = context.state.devices.get(values.path['serial'] ?? '')
        const isSameKind = device?.kind === values.body['kind']
        return healthy(isSameKind ? { ...values, body: { ...device, ...values.body } } : values, context)
      }),
    ],
    [
      'replaceGroup',
      'members-stay',
      'The members of a group stay.',
      handles('replaceGroup', (values, context, healthy) => {
        const { members } = context.state.groups.get(values.path['groupId'] ?? '') ?? {}
        return healthy(members ? { ...values, body: { ...values.body, members } } : values, context)
      }),
    ],
  ]),
  ...found('deleted-gone', [
    [
      'deleteDevice',
      'device-stays',
      'A deleted device is still there.',
      putsBack('deleteDevice', 'devices', 'serial'),
    ],
    [
      'deleteGroup',
      'group-stays',
      'A deleted group is still there.',
      handles('deleteGroup', (values, context, healthy) => {
        const group = context.state.groups.get(values.path['groupId'] ?? '')
        const answered = healthy(values, context)
        if (group) context.state.groups.set(group.id, group)
        return answered
      }),
    ],
  ]),
  ...found('repeat-delete', [
    ['deleteGroup', 'gone-is-gone', 'A group that is gone can be deleted again.', forgivesRepeats],
  ]),
  ...found('ids-unique', [
    [
      'createGroup',
      'group-id-reused',
      'The id of a deleted group is given to the next.',
      handles('createGroup', (values, context, healthy) => {
        context.state.count.group = context.state.groups.size
        return healthy(values, context)
      }),
    ],
    [
      'registerDevice',
      'serial-reused',
      'The serial of a deleted device is given to the next.',
      handles('registerDevice', (values, context, healthy) => {
        context.state.count.device = 100
        return healthy(values, context)
      }),
    ],
  ]),
  ...found('list-limit', [
    [
      'listDevices',
      'per-page-ignored',
      'Ten devices come, whatever the limit.',
      asks('listDevices', (values) => ({ ...values, query: { ...values.query, per_page: 10 } })),
    ],
    [
      'listReadings',
      'limit-off-by-one',
      'One reading more than the limit comes.',
      asks('listReadings', (values) => ({
        ...values,
        query: { ...values.query, per_page: Number(values.query['per_page']) + 1 },
      })),
    ],
  ]),
  ...found('list-offset', [
    [
      'listDevices',
      'page-ignored',
      'Every page is the first.',
      asks('listDevices', (values) => ({ ...values, query: { ...values.query, page: 1 } })),
    ],
    [
      'listGroups',
      'pages-from-zero',
      'The first page is the second.',
      asks('listGroups', (values) => ({
        ...values,
        query: { ...values.query, page: Number(values.query['page']) + 1 },
      })),
    ],
    [
      'listReadings',
      'pages-overlap',
      'A page begins with the last reading of the page before.',
      handles('listReadings', (values, context, healthy) => {
        const [number, perPage] = [Number(values.query['page']), Number(values.query['per_page'])]
        const everything = healthy(
          { ...values, query: { ...values.query, page: 1, per_page: 1_000_000 } },
          context,
        )
        const start = Math.max(0, (number - 1) * perPage - (number > 1 ? 1 : 0))
        return bodies((body) => ({
          ...body,
          items: itemsOf(body).slice(start, start + perPage),
          page: number,
          perPage,
        }))(everything)
      }),
    ],
  ]),
  ...found('list-total', [
    [
      'listDevices',
      'total-of-page',
      'The total counts the page.',
      replies(
        'listDevices',
        bodies((body) => ({ ...body, total: itemsOf(body).length })),
      ),
    ],
    [
      'listGroups',
      'total-one-more',
      'The total counts a group too many.',
      replies(
        'listGroups',
        bodies((body) => ({ ...body, total: Number(body['total']) + 1 })),
      ),
    ],
  ]),
  ...found('list-filter', [
    ['listDevices', 'kinds-ignored', 'Devices of every kind come.', withoutQuery('listDevices', 'kinds')],
    [
      'listDevices',
      'first-kind-only',
      'Of several kinds only the first is looked for.',
      asks('listDevices', (values) => {
        const { kinds } = values.query
        return Array.isArray(kinds)
          ? { ...values, query: { ...values.query, kinds: kinds.slice(0, 1) as readonly string[] } }
          : values
      }),
    ],
    ['listDevices', 'tags-ignored', 'Devices with every tag come.', withoutQuery('listDevices', 'tags')],
    ['listDevices', 'filter-ignored', 'Devices of every site come.', withoutQuery('listDevices', 'filter')],
    [
      'listDevices',
      'least-ignored',
      'Devices come however few messages they have sent.',
      withoutQuery('listDevices', 'min_messages'),
    ],
    ['listReadings', 'from-ignored', 'Readings from before come.', withoutQuery('listReadings', 'from')],
    ['listReadings', 'to-ignored', 'Readings from after come.', withoutQuery('listReadings', 'to')],
  ]),
  ...found('safe-methods', [
    [
      'listReadings',
      'reading-forgets',
      'Reading the readings forgets the first.',
      handles('listReadings', (values, context, healthy) => {
        const answered = healthy(values, context)
        const { serial = '' } = values.path
        context.state.readings.set(serial, readingsOf(context.state, serial).slice(1))
        return answered
      }),
    ],
  ]),
  ...found('failed-write', [
    [
      'createGroup',
      'refused-then-kept',
      'A group with unknown members is refused, and kept without them.',
      handles('createGroup', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 422) healthy({ ...values, body: { ...values.body, members: [] } }, context)
        return answered
      }),
    ],
    [
      'replaceGroup',
      'refused-then-renamed',
      'A group with unknown members is refused, and renamed all the same.',
      handles('replaceGroup', (values, context, healthy) => {
        const group = context.state.groups.get(values.path['groupId'] ?? '')
        const answered = healthy(values, context)
        const renamed = { ...group, name: values.body['name'] } as Group
        if (group && answered.status === 422) context.state.groups.set(group.id, renamed)
        return answered
      }),
    ],
  ]),
  ...found('stale-read', [
    ['getDevice', 'first-answer-kept', 'A device stays as it was first read.', caches('getDevice')],
    ['listGroups', 'list-kept', 'The groups stay as they were first listed.', caches('listGroups')],
  ]),
  ...found('idempotency', [
    ['putDevice', 'always-201', 'Replacing a device is answered with 201.', alwaysRegisters],
  ]),
  ...found('aggregate', [
    [
      'getDevice',
      'readings-not-counted',
      'The number of readings stays.',
      replies(
        'getDevice',
        bodies((device) => ({ ...device, readingCount: device['serial'] === 'SN-000001' ? 3 : 0 })),
      ),
    ],
    [
      'getGroup',
      'members-not-counted',
      'A group has no members, whatever they are.',
      replies(
        'getGroup',
        bodies((group) => ({ ...group, memberCount: 0 })),
      ),
    ],
    [
      'deleteDevice',
      'member-stays',
      'A deleted device stays in its groups.',
      handles('deleteDevice', (values, context, healthy) => {
        const groups = new Map(context.state.groups)
        const answered = healthy(values, context)
        for (const [id, group] of groups) context.state.groups.set(id, group)
        return answered
      }),
    ],
  ]),
  ...found('hierarchy', [
    [
      'listReadings',
      'readings-of-nobody',
      'A device that does not exist has no readings.',
      handles('listReadings', (values, context, healthy) => {
        const { page, per_page: perPage } = values.query
        const answered = healthy(values, context)
        return answered.status === 404
          ? reply(200, { items: [], page: page!, perPage: perPage!, total: 0 })
          : answered
      }),
    ],
    [
      'listReadings',
      'readings-of-all',
      'Every device has the readings of all.',
      handles('listReadings', (values, context, healthy) => {
        const all = [...context.state.readings.values()].flat()
        const { serial = '' } = values.path
        return healthy(values, {
          ...context,
          state: { ...context.state, readings: new Map([[serial, all]]) },
        })
      }),
    ],
  ]),
  ...found('write-only', [
    ['getDevice', 'secret-shown', 'A device shows its secret.', leaks('getDevice')],
    ['listDevices', 'secrets-listed', 'The list shows the secrets.', leaks('listDevices')],
    ['putDevice', 'secret-returned', 'A device is registered and its secret sent back.', leaks('putDevice')],
  ]),
]
