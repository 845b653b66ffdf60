import { reply } from '../../shared/exchange.ts'
import { withoutHeaders } from '../../shared/edits.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { readingsOf, type Group, type State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { wrapHandler, editReply, editReplyWithStatus } = tools

const alwaysRegisters: Sabotage<State> = wrapHandler('putDevice', (values, context, healthy) => {
  const answered = healthy(values, context)
  const isReplaced = answered.status === 200
  return isReplaced
    ? { ...answered, status: 201, headers: { Location: `/devices/${values.path['serial'] ?? ''}` } }
    : answered
})

const neverRegisters: Sabotage<State> = editReplyWithStatus('putDevice', 201, (answered) =>
  withoutHeaders({ ...answered, status: 200 }, 'Location'),
)

/** What requests do beside what they are for. */
export const ruleDefects: readonly DeviceDefect[] = [
  ...foundBy('safe-methods', [
    [
      'listReadings',
      'reading-forgets',
      'Reading the readings forgets the first.',
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
      'A group with unknown members is refused, and kept without them.',
      wrapHandler('createGroup', (values, context, healthy) => {
        const answered = healthy(values, context)
        if (answered.status === 422) healthy({ ...values, body: { ...values.body, members: [] } }, context)
        return answered
      }),
    ],
    [
      'replaceGroup',
      'refused-then-renamed',
      'A group with unknown members is refused, and renamed all the same.',
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
    ['putDevice', 'always-201', 'Replacing a device is answered with 201.', alwaysRegisters],
  ]),
  ...foundBy('put-created', [
    ['putDevice', 'never-201', 'A device that PUT registers is answered with 200.', neverRegisters],
  ]),
  ...foundBy('aggregate', [
    [
      'getDevice',
      'readings-not-counted',
      'The number of readings stays.',
      editReply(
        'getDevice',
        editSuccess((device) => ({ ...device, readingCount: device['serial'] === 'SN-000001' ? 3 : 0 })),
      ),
    ],
    [
      'getGroup',
      'members-not-counted',
      'A group has no members, whatever they are.',
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
      'A deleted device stays in its groups.',
      wrapHandler('deleteDevice', (values, context, healthy) => {
        const groups = new Map(context.state.groups)
        const answered = healthy(values, context)
        for (const [id, group] of groups) context.state.groups.set(id, group)
        return answered
      }),
    ],
  ]),
  ...foundBy('hierarchy', [
    [
      'listReadings',
      'readings-of-nobody',
      'A device that does not exist has no readings.',
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
      'Every device has the readings of all.',
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
