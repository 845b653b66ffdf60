import { isArray, isObject, type JsonObject } from '../../shared/json.ts'
import { omit } from '../../shared/edits.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import { cacheResponses, acceptRepeatedDeletes } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { State } from '../server/state.ts'
import { foundBy, inRecords, tools, type DeviceDefect } from './tools.ts'

const { wrapHandler, editReply, editBody } = tools

/** Answers as it should, and then puts a record back as it was. */
const putsBack = (operationId: string, kind: 'devices' | 'groups', parameter: string): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const records = context.state[kind] as Map<string, unknown>
    const id = values.path[parameter] ?? ''
    const before = records.get(id)
    const answered = healthy(values, context)
    if (before !== undefined) records.set(id, before)
    return answered
  })

const itemsOf = (body: JsonObject): readonly JsonObject[] => body['items'] as readonly JsonObject[]

/** The list of what a body of a page holds, cut or filtered. */
const items = (
  operationId: string,
  edit: (all: readonly JsonObject[]) => readonly JsonObject[],
): Sabotage<State> =>
  editReply(
    operationId,
    editSuccess((body) => ({ ...body, items: edit(itemsOf(body)) })),
  )

const leaks = (operationId: string): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const secretOf = (device: JsonObject): JsonObject => {
      const secret = [...context.state.devices.values()].find(({ serial }) => serial === device['serial'])?.[
        'secret'
      ]
      return secret === undefined ? device : { ...device, secret }
    }
    return inRecords(secretOf)(healthy(values, context))
  })

/** What becomes of records. */
export const recordDefects: readonly DeviceDefect[] = [
  ...foundBy('created-readable', [
    [
      'createGroup',
      'group-forgotten',
      'A new group is not kept.',
      wrapHandler('createGroup', (values, { state, now }, healthy) => {
        const answered = healthy(values, { state, now })
        if (answered.status === 201) state.groups.delete(`group-${state.count.group}`)
        return answered
      }),
    ],
    [
      'registerDevice',
      'site-lost',
      'A new device has no site.',
      editBody('registerDevice', (body) => omit(body, 'site')),
    ],
    [
      'registerDevice',
      'tags-cut',
      'Of the tags of a new device only the first is kept.',
      editBody('registerDevice', (body) => {
        const { tags = null } = body
        return isArray(tags) ? { ...body, tags: tags.slice(0, 1) } : body
      }),
    ],
    [
      'registerDevice',
      'network-without-gateway',
      'The network of a new device has no gateway.',
      editBody('registerDevice', (body) => {
        const { network = null } = body
        return isObject(network) ? { ...body, network: omit(network, 'gateway') } : body
      }),
    ],
    [
      'putDevice',
      'registered-then-lost',
      'A device that is registered with its serial is not kept.',
      wrapHandler('putDevice', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 201) context.state.devices.delete(values.path['serial'] ?? '')
        return answered
      }),
    ],
  ]),
  ...foundBy('created-listed', [
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
  ...foundBy('update-visible', [
    [
      'updateDevice',
      'patch-forgotten',
      'A patched device stays as it was.',
      putsBack('updateDevice', 'devices', 'serial'),
    ],
    [
      'putDevice',
      'put-merges',
      'A replaced device keeps what the request left out.',
      wrapHandler('putDevice', (values, context, healthy) => {
        const device = context.state.devices.get(values.path['serial'] ?? '')
        const isSameKind = device?.kind === values.body['kind']
        return healthy(isSameKind ? { ...values, body: { ...device, ...values.body } } : values, context)
      }),
    ],
    [
      'replaceGroup',
      'members-stay',
      'The members of a group stay.',
      wrapHandler('replaceGroup', (values, context, healthy) => {
        const { members } = context.state.groups.get(values.path['groupId'] ?? '') ?? {}
        return healthy(members ? { ...values, body: { ...values.body, members } } : values, context)
      }),
    ],
  ]),
  ...foundBy('deleted-gone', [
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
      wrapHandler('deleteGroup', (values, context, healthy) => {
        const group = context.state.groups.get(values.path['groupId'] ?? '')
        const answered = healthy(values, context)
        if (group) context.state.groups.set(group.id, group)
        return answered
      }),
    ],
  ]),
  ...foundBy('repeat-delete', [
    [
      'deleteGroup',
      'gone-is-gone',
      'A group that is gone can be deleted again.',
      acceptRepeatedDeletes('deleteGroup'),
    ],
  ]),
  ...foundBy('ids-unique', [
    [
      'createGroup',
      'group-id-reused',
      'The id of a deleted group is given to the next.',
      wrapHandler('createGroup', (values, context, healthy) => {
        context.state.count.group = context.state.groups.size
        return healthy(values, context)
      }),
    ],
    [
      'registerDevice',
      'serial-reused',
      'The serial of a deleted device is given to the next.',
      wrapHandler('registerDevice', (values, context, healthy) => {
        context.state.count.device = 100
        return healthy(values, context)
      }),
    ],
  ]),
  ...foundBy('stale-read', [
    ['getDevice', 'first-answer-kept', 'A device stays as it was first read.', cacheResponses('getDevice')],
    ['listGroups', 'list-kept', 'The groups stay as they were first listed.', cacheResponses('listGroups')],
  ]),
  ...foundBy('write-only', [
    ['getDevice', 'secret-shown', 'A device shows its secret.', leaks('getDevice')],
    ['listDevices', 'secrets-listed', 'The list shows the secrets.', leaks('listDevices')],
    ['putDevice', 'secret-returned', 'A device is registered and its secret sent back.', leaks('putDevice')],
  ]),
]
