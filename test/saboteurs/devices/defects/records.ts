import { cacheResponses, acceptRepeatedDeletes } from '../../document-service/common-sabotages.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { isArray, isObject, type JsonObject } from '../../shared/json.ts'
import type { State } from '../server/state.ts'
import { foundBy, inRecords, tools, type DeviceDefect } from './tools.ts'

const { wrapHandler, editReply, editBody } = tools

/** Answers correctly, and then restores the record. */
const restoreRecord = (operationId: string, kind: 'devices' | 'groups', parameter: string): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const records = context.state[kind] as Map<string, unknown>
    const id = values.path[parameter] ?? ''
    const before = records.get(id)
    const answered = healthy(values, context)
    if (before !== undefined) records.set(id, before)
    return answered
  })

const itemsOf = (body: JsonObject): readonly JsonObject[] => body['items'] as readonly JsonObject[]

/** Changes the items of a page. */
const items = (
  operationId: string,
  edit: (all: readonly JsonObject[]) => readonly JsonObject[],
): Sabotage<State> =>
  editReply(
    operationId,
    editSuccess((body) => ({ ...body, items: edit(itemsOf(body)) })),
  )

const addSecret = (operationId: string): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const secretOf = (device: JsonObject): JsonObject => {
      const secret = [...context.state.devices.values()].find(({ serial }) => serial === device['serial'])?.[
        'secret'
      ]
      return secret === undefined ? device : { ...device, secret }
    }
    return inRecords(secretOf)(healthy(values, context))
  })

/** Defects of what is stored, updated and deleted. */
export const recordDefects: readonly DeviceDefect[] = [
  ...foundBy('created-readable', [
    [
      'createGroup',
      'group-forgotten',
      'A new group is not stored.',
      wrapHandler('createGroup', (values, { state, now }, healthy) => {
        const answered = healthy(values, { state, now })
        if (answered.status === 201) state.groups.delete(`group-${state.count.group}`)
        return answered
      }),
    ],
    [
      'registerDevice',
      'site-lost',
      'The site of a new device is not stored.',
      editBody('registerDevice', (body) => omit(body, 'site')),
    ],
    [
      'registerDevice',
      'tags-cut',
      'Only the first tag of a new device is stored.',
      editBody('registerDevice', (body) => {
        const { tags = null } = body
        return isArray(tags) ? { ...body, tags: tags.slice(0, 1) } : body
      }),
    ],
    [
      'registerDevice',
      'network-without-gateway',
      'The gateway of a new device is not stored.',
      editBody('registerDevice', (body) => {
        const { network = null } = body
        return isObject(network) ? { ...body, network: omit(network, 'gateway') } : body
      }),
    ],
    [
      'putDevice',
      'registered-then-lost',
      'A device that PUT registers is not stored.',
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
      'New devices are not listed.',
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
      'A patch of a device is not stored.',
      restoreRecord('updateDevice', 'devices', 'serial'),
    ],
    [
      'putDevice',
      'put-merges',
      'A replaced device keeps properties that the request left out.',
      wrapHandler('putDevice', (values, context, healthy) => {
        const device = context.state.devices.get(values.path['serial'] ?? '')
        const isSameKind = device?.kind === values.body['kind']
        return healthy(isSameKind ? { ...values, body: { ...device, ...values.body } } : values, context)
      }),
    ],
    [
      'replaceGroup',
      'members-stay',
      'New members of a group are not stored.',
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
      'A deleted device can still be read.',
      restoreRecord('deleteDevice', 'devices', 'serial'),
    ],
    [
      'deleteGroup',
      'group-stays',
      'A deleted group can still be read.',
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
      'A group can be deleted repeatedly.',
      acceptRepeatedDeletes('deleteGroup'),
    ],
  ]),
  ...foundBy('ids-unique', [
    [
      'createGroup',
      'group-id-reused',
      'The id of a deleted group is reused.',
      wrapHandler('createGroup', (values, context, healthy) => {
        context.state.count.group = context.state.groups.size
        return healthy(values, context)
      }),
    ],
    [
      'registerDevice',
      'serial-reused',
      'The serial of a deleted device is reused.',
      wrapHandler('registerDevice', (values, context, healthy) => {
        context.state.count.device = 100
        return healthy(values, context)
      }),
    ],
  ]),
  ...foundBy('stale-read', [
    [
      'getDevice',
      'first-answer-kept',
      'Later reads of a device return the first response.',
      cacheResponses('getDevice'),
    ],
    [
      'listGroups',
      'list-kept',
      'Later reads of the list of groups return the first response.',
      cacheResponses('listGroups'),
    ],
  ]),
  ...foundBy('write-only', [
    ['getDevice', 'secret-shown', 'A device is returned with its secret.', addSecret('getDevice')],
    ['listDevices', 'secrets-listed', 'Devices are listed with their secrets.', addSecret('listDevices')],
    [
      'putDevice',
      'secret-returned',
      'A registered device is returned with its secret.',
      addSecret('putDevice'),
    ],
  ]),
]
