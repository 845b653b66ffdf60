import { editSuccess } from '../../document-service/reply-edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { withoutHeaders } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'
import { readingsOf, type Group, type State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { wrapHandler, editReply, editReplyWithStatus } = tools

const answer201OnReplace: Sabotage<State> = wrapHandler('putDevice', (values, context, healthy) => {
  const answered = healthy(values, context)
  const isReplaced = answered.status === 200
  return isReplaced
    ? { ...answered, status: 201, headers: { Location: `/devices/${values.path['serial'] ?? ''}` } }
    : answered
})

const answer200OnCreate: Sabotage<State> = editReplyWithStatus('putDevice', 201, (answered) =>
  withoutHeaders({ ...answered, status: 200 }, 'Location'),
)

/** Defects of side effects, derived values, keys and states. */
export const ruleDefects: readonly DeviceDefect[] = [
  ...foundBy('safe-methods', [
    [
      'listReadings',
      'reading-forgets',
      'Each read of the readings removes the first one.',
      wrapHandler('listReadings', (values, context, healthy) => {
        const answered = healthy(values, context)
        const { serial = '' } = values.path
        context.state.readings.set(serial, readingsOf(context.state, serial).slice(1))
        return answered
      }),
    ],
  ]),
  ...foundBy('failed-write', [
    [
      'createGroup',
      'refused-then-kept',
      'A group that is refused for its members is stored without them.',
      wrapHandler('createGroup', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 422) healthy({ ...values, body: { ...values.body, members: [] } }, context)
        return answered
      }),
    ],
    [
      'replaceGroup',
      'refused-then-renamed',
      'A group whose replacement is refused for its members is renamed.',
      wrapHandler('replaceGroup', (values, context, healthy) => {
        const group = context.state.groups.get(values.path['groupId'] ?? '')
        const answered = healthy(values, context)
        const renamed = { ...group, name: values.body['name'] } as Group
        if (group && answered.status === 422) context.state.groups.set(group.id, renamed)
        return answered
      }),
    ],
  ]),
  ...foundBy('repeat-put', [
    ['putDevice', 'always-201', 'Replacing a device is answered with 201.', answer201OnReplace],
  ]),
  ...foundBy('put-created', [
    ['putDevice', 'never-201', 'A device that PUT registers is answered with 200.', answer200OnCreate],
  ]),
  ...foundBy('aggregate', [
    [
      'getDevice',
      'readings-not-counted',
      'The readingCount of a device does not change.',
      editReply(
        'getDevice',
        editSuccess((device) => ({ ...device, readingCount: device['serial'] === 'SN-000001' ? 3 : 0 })),
      ),
    ],
    [
      'getGroup',
      'members-not-counted',
      'The memberCount of a group is always 0.',
      editReply(
        'getGroup',
        editSuccess((group) => ({ ...group, memberCount: 0 })),
      ),
    ],
    [
      'getStats',
      'devices-never-counted-again',
      'The number of devices stays what it was.',
      editReply(
        'getStats',
        editSuccess((stats) => ({ ...stats, devices: 3 })),
      ),
    ],
    [
      'deleteDevice',
      'member-stays',
      'A deleted device remains a member of its groups.',
      wrapHandler('deleteDevice', (values, context, healthy) => {
        const groups = new Map(context.state.groups)
        const answered = healthy(values, context)
        for (const [id, group] of groups) context.state.groups.set(id, group)
        return answered
      }),
    ],
  ]),
  ...foundBy('batch-results', [
    [
      'createGroups',
      'stops-at-refusal',
      'The groups after one that is refused have no result.',
      editReply(
        'createGroups',
        editSuccess((body) => {
          const results = body['results'] as readonly JsonObject[]
          const refused = results.findIndex(({ status }) => status !== 201)
          return refused < 0 ? body : { ...body, results: results.slice(0, refused + 1) }
        }),
      ),
    ],
    [
      'createGroups',
      'results-from-one',
      'The results count the groups from 1.',
      editReply(
        'createGroups',
        editSuccess((body) => {
          const results = body['results'] as readonly JsonObject[]
          return { ...body, results: results.map((each) => ({ ...each, index: Number(each['index']) + 1 })) }
        }),
      ),
    ],
    [
      'createGroups',
      'all-told-created',
      'The refused groups are counted as made.',
      editReply(
        'createGroups',
        editSuccess((body) => ({ ...body, created: (body['results'] as readonly JsonObject[]).length })),
      ),
    ],
  ]),
  ...foundBy('created-readable', [
    [
      'createGroups',
      'last-of-several-lost',
      'Of several groups, the last one is not stored.',
      wrapHandler('createGroups', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (values.list.length > 1) context.state.groups.delete(`group-${context.state.count.group}`)
        return answered
      }),
    ],
  ]),
  ...foundBy('invalid-refused', [
    [
      'createGroups',
      'refused-told-created',
      'The result of a group whose name is taken is that of one that was made.',
      editReply(
        'createGroups',
        editSuccess((body) => {
          const results = body['results'] as readonly JsonObject[]
          return {
            ...body,
            results: results.map((each) => (each['status'] === 409 ? { ...each, status: 201 } : each)),
          }
        }),
      ),
    ],
  ]),
  ...foundBy('hierarchy', [
    [
      'listReadings',
      'readings-of-nobody',
      'The readings of an unknown device are an empty list instead of 404.',
      wrapHandler('listReadings', (values, context, healthy) => {
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
      'The readings of a device include those of all devices.',
      wrapHandler('listReadings', (values, context, healthy) => {
        const all = [...context.state.readings.values()].flat()
        const { serial = '' } = values.path
        return healthy(values, {
          ...context,
          state: { ...context.state, readings: new Map([[serial, all]]) },
        })
      }),
    ],
  ]),
]
