import type { JsonObject } from '../../shared/json.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editValues, wrapHandler, editReply } = tools

const itemsOf = (body: JsonObject): readonly JsonObject[] => body['items'] as readonly JsonObject[]

/** Shows another page, and says that it is the one asked for. */
const asOther = (operationId: string, edit: (query: JsonObject) => JsonObject): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const { page = null, per_page: perPage = null } = values.query
    const other = healthy({ ...values, query: edit(values.query) }, context)
    return editSuccess((body) => ({ ...body, page, perPage }))(other)
  })

/** What a list shows of its records. */
export const listDefects: readonly DeviceDefect[] = [
  ...foundBy('list-limit', [
    [
      'listDevices',
      'per-page-ignored',
      'Ten devices come, whatever the limit.',
      editValues('listDevices', (values) => ({ ...values, query: { ...values.query, per_page: 10 } })),
    ],
    [
      'listReadings',
      'limit-off-by-one',
      'One reading more than the limit comes.',
      asOther('listReadings', (query) => ({ ...query, per_page: Number(query['per_page']) + 1 })),
    ],
  ]),
  ...foundBy('list-offset', [
    [
      'listDevices',
      'page-ignored',
      'Every page is the first.',
      editValues('listDevices', (values) => ({ ...values, query: { ...values.query, page: 1 } })),
    ],
    [
      'listGroups',
      'pages-from-zero',
      'The first page is the second.',
      asOther('listGroups', (query) => ({ ...query, page: Number(query['page']) + 1 })),
    ],
    [
      'listReadings',
      'pages-overlap',
      'A page begins with the last reading of the page before.',
      wrapHandler('listReadings', (values, context, healthy) => {
        const [number, perPage] = [Number(values.query['page']), Number(values.query['per_page'])]
        const everything = healthy(
          { ...values, query: { ...values.query, page: 1, per_page: 1_000_000 } },
          context,
        )
        const start = Math.max(0, (number - 1) * perPage - (number > 1 ? 1 : 0))
        return editSuccess((body) => ({
          ...body,
          items: itemsOf(body).slice(start, start + perPage),
          page: number,
          perPage,
        }))(everything)
      }),
    ],
  ]),
  ...foundBy('list-total', [
    [
      'listDevices',
      'total-of-page',
      'The total counts the page.',
      editReply(
        'listDevices',
        editSuccess((body) => ({ ...body, total: itemsOf(body).length })),
      ),
    ],
    [
      'listGroups',
      'total-one-more',
      'The total counts a group too many.',
      editReply(
        'listGroups',
        editSuccess((body) => ({ ...body, total: Number(body['total']) + 1 })),
      ),
    ],
  ]),
  ...foundBy('list-filter', [
    ['listDevices', 'kinds-ignored', 'Devices of every kind come.', ignoreParameters('listDevices', 'kinds')],
    [
      'listDevices',
      'first-kind-only',
      'Of several kinds only the first is looked for.',
      editValues('listDevices', (values) => {
        const { kinds } = values.query
        return Array.isArray(kinds)
          ? { ...values, query: { ...values.query, kinds: kinds.slice(0, 1) as readonly string[] } }
          : values
      }),
    ],
    ['listDevices', 'tags-ignored', 'Devices with every tag come.', ignoreParameters('listDevices', 'tags')],
    [
      'listDevices',
      'filter-ignored',
      'Devices of every site come.',
      ignoreParameters('listDevices', 'filter'),
    ],
    [
      'listDevices',
      'least-ignored',
      'Devices come however few messages they have sent.',
      ignoreParameters('listDevices', 'min_messages'),
    ],
    ['listReadings', 'from-ignored', 'Readings from before come.', ignoreParameters('listReadings', 'from')],
    ['listReadings', 'to-ignored', 'Readings from after come.', ignoreParameters('listReadings', 'to')],
  ]),
]
