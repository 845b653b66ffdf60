import { editSuccess, crash } from '../../document-service/reply-edits.ts'
import { timeOf } from '../../shared/date-time.ts'
import { withHeaders } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import { isArray, textOf, type Json } from '../../shared/json.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editReply, editReplyWithStatus, wrapHandler, editParsedBody } = tools

const kindOf = (body: Json): Json | undefined => (Object(body) as { readonly kind?: Json }).kind

/** Defects of statuses and content types. */
export const statusDefects: readonly DeviceDefect[] = [
  ...foundBy('server-error', [
    [
      'registerDevice',
      'unknown-kind-crashes',
      'A device of an unknown kind crashes the service.',
      editParsedBody('registerDevice', (body) =>
        ['sensor', 'actuator', 'camera'].includes(textOf(kindOf(body))) ? body : crash(),
      ),
    ],
    [
      'listReadings',
      'inverted-range-crashes',
      'A range that ends before it begins crashes the service.',
      wrapHandler('listReadings', (values, context, healthy) => {
        const { from, to } = values.query
        const isInverted = typeof from === 'string' && typeof to === 'string' && timeOf(from) > timeOf(to)
        return isInverted ? crash() : healthy(values, context)
      }),
    ],
    [
      'listDevices',
      'last-page-crashes',
      'A page after the last crashes the service.',
      editReply(
        'listDevices',
        editSuccess((body) => {
          const isBeyond = Number(body['page']) > 1 && isArray(body['items']!) && body['items'].length === 0
          return isBeyond ? crash() : body
        }),
      ),
    ],
    [
      'getGroup',
      'unknown-group-crashes',
      'An unknown group crashes the service.',
      editReplyWithStatus('getGroup', 404, crash),
    ],
  ]),
  ...foundBy('status-declared', [
    [
      'rebootDevice',
      'restarted-with-200',
      'A reboot is answered with 200.',
      editReplyWithStatus('rebootDevice', 202, (answer) => ({ ...answer, status: 200 })),
    ],
    [
      'recordReading',
      'reading-with-201',
      'A reading is answered with 201.',
      editReplyWithStatus('recordReading', 202, () => reply(201)),
    ],
    [
      'getHealth',
      'health-with-content',
      'The health check is answered with 200 and content.',
      editReplyWithStatus('getHealth', 204, () => reply(200, { status: 'up' })),
    ],
  ]),
  ...foundBy('content-type', [
    [
      'getJob',
      'job-as-html',
      'The Content-Type of a job is text/html.',
      editReplyWithStatus('getJob', 200, (answer) =>
        withHeaders(answer, { 'Content-Type': 'text/html; charset=utf-8' }),
      ),
    ],
    [
      'getStats',
      'stats-as-other-json',
      'The Content-Type of the statistics is application/hal+json.',
      editReplyWithStatus('getStats', 200, (answer) =>
        withHeaders(answer, { 'Content-Type': 'application/hal+json' }),
      ),
    ],
  ]),
  ...foundBy('no-content', [
    [
      'getHealth',
      'no-content-with-length',
      '204 has a Content-Length.',
      editReplyWithStatus('getHealth', 204, (answer) => withHeaders(answer, { 'Content-Length': '0' })),
    ],
    [
      'deleteGroup',
      'deleted-with-length',
      '204 to a deletion has a Content-Length.',
      editReplyWithStatus('deleteGroup', 204, (answer) => withHeaders(answer, { 'Content-Length': '0' })),
    ],
  ]),
]
