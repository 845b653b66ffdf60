import { reply } from '../../exchange.ts'
import { isArray, textOf, type Json } from '../../json.ts'
import { withHeaders } from '../../sabotage.ts'
import { bodies, crash } from '../../service/edits.ts'
import { timeOf } from '../../service/time.ts'
import { found, tools, type DeviceDefect } from './tools.ts'

const { replies, repliesOf, handles, mends } = tools

const kindOf = (body: Json): Json | undefined => (Object(body) as { readonly kind?: Json }).kind

/** Which answer comes. */
export const statusDefects: readonly DeviceDefect[] = [
  ...found('server-error', [
    [
      'registerDevice',
      'unknown-kind-crashes',
      'A device of an unknown kind crashes the service.',
      mends('registerDevice', (body) =>
        ['sensor', 'actuator', 'camera'].includes(textOf(kindOf(body))) ? body : crash(),
      ),
    ],
    [
      'listReadings',
      'inverted-range-crashes',
      'A range that ends before it begins crashes the service.',
      handles('listReadings', (values, context, healthy) => {
        const { from, to } = values.query
        const isInverted = typeof from === 'string' && typeof to === 'string' && timeOf(from) > timeOf(to)
        return isInverted ? crash() : healthy(values, context)
      }),
    ],
    [
      'listDevices',
      'last-page-crashes',
      'A page after the last crashes the service.',
      replies(
        'listDevices',
        bodies((body) => {
          const isBeyond = Number(body['page']) > 1 && isArray(body['items']!) && body['items'].length === 0
          return isBeyond ? crash() : body
        }),
      ),
    ],
    [
      'getGroup',
      'unknown-group-crashes',
      'An unknown group crashes the service.',
      repliesOf('getGroup', 404, crash),
    ],
  ]),
  ...found('status-declared', [
    [
      'rebootDevice',
      'restarted-with-200',
      'A restart is answered with 200.',
      repliesOf('rebootDevice', 202, (answer) => ({ ...answer, status: 200 })),
    ],
    [
      'recordReading',
      'reading-with-201',
      'A reading is answered with 201.',
      repliesOf('recordReading', 202, () => reply(201)),
    ],
    [
      'getHealth',
      'health-with-content',
      'The service says with 200 that it works.',
      repliesOf('getHealth', 204, () => reply(200, { status: 'up' })),
    ],
  ]),
  ...found('content-type', [
    [
      'getJob',
      'job-as-html',
      'A job is said to be text/html.',
      repliesOf('getJob', 200, (answer) =>
        withHeaders(answer, { 'Content-Type': 'text/html; charset=utf-8' }),
      ),
    ],
    [
      'getStats',
      'stats-as-other-json',
      'The numbers are said to be application/hal+json.',
      repliesOf('getStats', 200, (answer) => withHeaders(answer, { 'Content-Type': 'application/hal+json' })),
    ],
  ]),
  ...found('no-content', [
    [
      'getHealth',
      'no-content-with-length',
      '204 has a Content-Length.',
      repliesOf('getHealth', 204, (answer) => withHeaders(answer, { 'Content-Length': '0' })),
    ],
    [
      'deleteGroup',
      'deleted-with-length',
      '204 to a deletion has a Content-Length.',
      repliesOf('deleteGroup', 204, (answer) => withHeaders(answer, { 'Content-Length': '0' })),
    ],
  ]),
]
