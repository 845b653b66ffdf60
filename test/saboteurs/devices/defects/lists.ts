import { ignoreParameters } from '../../document-service/common-sabotages.ts'
import { editSuccess } from '../../document-service/reply-edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editValues, wrapHandler, editReply } = tools

const itemsOf = (body: JsonObject): readonly JsonObject[] => body['items'] as readonly JsonObject[]

/** Returns another page as if it were the requested one. */
const returnOtherPage = (operationId: string, edit: (query: JsonObject) => JsonObject): Sabotage<State> =>
  wrapHandler(operationId, (values, context, healthy) => {
    const { page = null, per_page: perPage = null } = values.query
    const other = healthy({ ...values, query: edit(values.query) }, context)
    return editSuccess((body) => ({ ...body, page, perPage }))(other)
  })

/** Defects of lists: pages, filters, order and totals. */
export const listDefects: readonly DeviceDefect[] = [
  ...foundBy('list-limit', [
    [
      'listDevices',
      'per-page-ignored',
      'per_page is ignored: ten devices are returned.',
      editValues('listDevices', (values) => ({ ...values, query: { ...values.query, per_page: 10 } })),
    ],
    [
      'listReadings',
      'limit-off-by-one',
      'One reading more than per_page is returned.',
      returnOtherPage('listReadings', (query) => ({ ...query, per_page: Number(query['per_page']) + 1 })),
    ],
  ]),
  ...foundBy('list-offset', [
    [
      'listDevices',
      'page-ignored',
      'Every page is the first one.',
      editValues('listDevices', (values) => ({ ...values, query: { ...values.query, page: 1 } })),
    ],
    [
      'listGroups',
      'pages-from-zero',
      'Page 1 returns the second page.',
      returnOtherPage('listGroups', (query) => ({ ...query, page: Number(query['page']) + 1 })),
    ],
    [
      'listGroups',
      'offset-ignored',
      'The offset is ignored: the first groups are returned.',
      ignoreParameters('listGroups', 'offset'),
    ],
    [
      'listReadings',
      'pages-overlap',
      'A page starts with the last reading of the previous page.',
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
  ...foundBy('page-position', [
    [
      'listGroups',
      'always-page-one',
      'Every page tells that it is the first one.',
      editReply(
        'listGroups',
        editSuccess((body) => ({ ...body, page: 1 })),
      ),
    ],
    [
      'listDevices',
      'default-size-told',
      'Every page tells the size that pages have by default.',
      editReply(
        'listDevices',
        editSuccess((body) => ({ ...body, perPage: 10 })),
      ),
    ],
  ]),
  ...foundBy('list-total', [
    [
      'listDevices',
      'total-of-page',
      'The total is the number of items on the page.',
      editReply(
        'listDevices',
        editSuccess((body) => ({ ...body, total: itemsOf(body).length })),
      ),
    ],
    [
      'listGroups',
      'total-one-more',
      'The total of groups is too high by one.',
      editReply(
        'listGroups',
        editSuccess((body) => ({ ...body, total: Number(body['total']) + 1 })),
      ),
    ],
  ]),
  ...foundBy('list-filter', [
    [
      'listDevices',
      'kinds-ignored',
      'The kinds filter is ignored.',
      ignoreParameters('listDevices', 'kinds'),
    ],
    [
      'listDevices',
      'first-kind-only',
      'Only the first of several kinds is filtered by.',
      editValues('listDevices', (values) => {
        const { kinds } = values.query
        return Array.isArray(kinds)
          ? { ...values, query: { ...values.query, kinds: kinds.slice(0, 1) as readonly string[] } }
          : values
      }),
    ],
    ['listDevices', 'tags-ignored', 'The tags filter is ignored.', ignoreParameters('listDevices', 'tags')],
    [
      'listDevices',
      'filter-ignored',
      'The deepObject filter is ignored.',
      ignoreParameters('listDevices', 'filter'),
    ],
    [
      'listDevices',
      'least-ignored',
      'The min_messages filter is ignored.',
      ignoreParameters('listDevices', 'min_messages'),
    ],
    ['listReadings', 'from-ignored', 'The from filter is ignored.', ignoreParameters('listReadings', 'from')],
    ['listReadings', 'to-ignored', 'The to filter is ignored.', ignoreParameters('listReadings', 'to')],
  ]),
]
