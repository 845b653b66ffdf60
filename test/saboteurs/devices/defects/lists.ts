import type { JsonObject } from '../../json.ts'
import { bodies } from '../../service/edits.ts'
import { ignores } from '../../service/recipes.ts'
import type { Sabotage } from '../../service/sabotage.ts'
import type { State } from '../state.ts'
import { found, tools, type DeviceDefect } from './tools.ts'

const { asks, handles, replies } = tools

const itemsOf = (body: JsonObject): readonly JsonObject[] => body['items'] as readonly JsonObject[]

/** Shows another page, and says that it is the one asked for. */
const asOther = (operationId: string, edit: (query: JsonObject) => JsonObject): Sabotage<State> =>
  handles(operationId, (values, context, healthy) => {
    const { page = null, per_page: perPage = null } = values.query
    const other = healthy({ ...values, query: edit(values.query) }, context)
    return bodies((body) => ({ ...body, page, perPage }))(other)
  })

/** What a list shows of its records. */
export const listDefects: readonly DeviceDefect[] = [
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
      asOther('listReadings', (query) => ({ ...query, per_page: Number(query['per_page']) + 1 })),
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
      asOther('listGroups', (query) => ({ ...query, page: Number(query['page']) + 1 })),
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
    ['listDevices', 'kinds-ignored', 'Devices of every kind come.', ignores('listDevices', 'kinds')],
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
    ['listDevices', 'tags-ignored', 'Devices with every tag come.', ignores('listDevices', 'tags')],
    ['listDevices', 'filter-ignored', 'Devices of every site come.', ignores('listDevices', 'filter')],
    [
      'listDevices',
      'least-ignored',
      'Devices come however few messages they have sent.',
      ignores('listDevices', 'min_messages'),
    ],
    ['listReadings', 'from-ignored', 'Readings from before come.', ignores('listReadings', 'from')],
    ['listReadings', 'to-ignored', 'Readings from after come.', ignores('listReadings', 'to')],
  ]),
]
