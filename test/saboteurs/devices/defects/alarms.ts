import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { omit } from '../../shared/edits.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { alarmsOf, type State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editBody, editValues, wrapHandler } = tools

/** Changes the parameter that has everything a list is asked for. */
const editQuery = (edit: (query: JsonObject) => JsonObject): Sabotage<State> =>
  editValues('listAlarms', (values) => {
    const { query = null } = values.query
    return isObject(query) ? { ...values, query: { ...values.query, query: edit(query) } } : values
  })

/** Defects of a list whose parameters are the members of one, of records that are all deleted at once. */
export const alarmDefects: readonly DeviceDefect[] = [
  ...foundBy('list-limit', [
    ['listAlarms', 'alarms-unlimited', 'The limit is ignored.', editQuery((query) => omit(query, 'limit'))],
  ]),
  ...foundBy('list-offset', [
    [
      'listAlarms',
      'alarms-not-skipped',
      'The offset is ignored.',
      editQuery((query) => omit(query, 'offset')),
    ],
  ]),
  ...foundBy('list-order', [
    ['listAlarms', 'alarms-unordered', 'The order is ignored.', editQuery((query) => omit(query, 'order'))],
  ]),
  ...foundBy('list-filter', [
    [
      'listAlarms',
      'level-ignored',
      'A condition on the level is ignored.',
      editQuery((query) => {
        const { where = null } = query
        return isObject(where) ? { ...query, where: omit(where, 'level') } : query
      }),
    ],
  ]),
  ...foundBy('list-total', [
    [
      'countAlarms',
      'all-alarms-counted',
      'Conditions are ignored.',
      ignoreParameters('countAlarms', 'where'),
    ],
  ]),
  ...foundBy('deleted-gone', [
    [
      'clearAlarms',
      'last-alarm-left',
      'The last alarm of a device remains.',
      wrapHandler('clearAlarms', (values, context, healthy) => {
        const { serial = '' } = values.path
        const rest = alarmsOf(context.state, serial).slice(-1)
        const answered = healthy(values, context)
        if (answered.status === 204) context.state.alarms.set(serial, rest)
        return answered
      }),
    ],
  ]),
  ...foundBy('created-readable', [
    [
      'setAlarm',
      'threshold-lost',
      'The threshold of a new alarm is not stored.',
      editBody('setAlarm', (body) => omit(body, 'threshold')),
    ],
  ]),
]
