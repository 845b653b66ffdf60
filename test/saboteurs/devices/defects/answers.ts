import { reply } from '../../exchange.ts'
import { isArray, stringifyJson, textOf, type Json } from '../../json.ts'
import { omit, withHeaders, withoutHeaders } from '../../sabotage.ts'
import { bodies, crash, errors, stackTrace } from '../../service/edits.ts'
import { timeOf } from '../../service/time.ts'
import { found, inRecords, tools, type DeviceDefect } from './tools.ts'

const { replies, repliesOf, wires, handles, mends } = tools

const kindOf = (body: Json): Json | undefined => (Object(body) as { readonly kind?: Json }).kind

/** What an answer is made of. */
export const answerDefects: readonly DeviceDefect[] = [
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
  ...found('response-body', [
    [
      'getDevice',
      'firmware-as-text',
      'The firmware of a device is a string.',
      replies(
        'getDevice',
        inRecords((device) =>
          isArray(device['firmware'] ?? null)
            ? { ...device, firmware: (device['firmware'] as Json[]).map(textOf).join('.') }
            : device,
        ),
      ),
    ],
    [
      'getDevice',
      'internal-property',
      'A device has a property of the database.',
      replies(
        'getDevice',
        inRecords((device) => ({ ...device, _rev: 3 })),
      ),
    ],
    [
      'listDevices',
      'kind-of-another',
      'Listed cameras are said to be sensors.',
      replies(
        'listDevices',
        inRecords((device) => (device['kind'] === 'camera' ? { ...device, kind: 'sensor' } : device)),
      ),
    ],
    [
      'registerDevice',
      'created-without-zone',
      'The times of a new device have no zone.',
      replies(
        'registerDevice',
        inRecords((device) => ({ ...device, createdAt: textOf(device['createdAt']).replace('Z', '') })),
      ),
    ],
    [
      'getStats',
      'messages-as-string',
      'The number of messages is a string.',
      replies(
        'getStats',
        inRecords((stats) => ({ ...stats, messages: textOf(stats['messages']) })),
      ),
    ],
    [
      'listReadings',
      'total-left-out',
      'A page of readings has no total.',
      replies(
        'listReadings',
        bodies((body) => omit(body, 'total')),
      ),
    ],
    [
      'getGroup',
      'description-of-zero',
      'A group without a description has 0 for one.',
      replies(
        'getGroup',
        inRecords((group) => ({ ...group, description: group['description'] ?? 0 })),
      ),
    ],
    [
      'rebootDevice',
      'other-action',
      'The job of a restart is another one.',
      replies(
        'rebootDevice',
        inRecords((job) => ({ ...job, action: 'restart' })),
      ),
    ],
  ]),
  ...found('error-shape', [
    [
      'getGroup',
      'error-without-envelope',
      '404 comes without an envelope.',
      repliesOf(
        'getGroup',
        404,
        errors((body) => body['error']!),
      ),
    ],
    [
      'createGroup',
      'error-as-text',
      '409 is only a string.',
      repliesOf(
        'createGroup',
        409,
        errors((body) => ({ error: stringifyJson(body) })),
      ),
    ],
    [
      'issueToken',
      'error-without-content',
      '422 has no content.',
      repliesOf('issueToken', 422, () => reply(422)),
    ],
  ]),
  ...found('information-leak', [
    [
      'updateDevice',
      'stack-in-message',
      'The message of 400 is a stack trace.',
      repliesOf(
        'updateDevice',
        400,
        errors(() => ({ error: { code: 'invalid_request', message: stackTrace } })),
      ),
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
  ...found('duplicate-keys', [
    [
      'getJob',
      'status-twice',
      'The status of a job stands twice.',
      wires('getJob', (wire) => ({
        ...wire,
        text: wire.text?.replace('"status"', '"status":"queued","status"'),
      })),
    ],
  ]),
  ...found('response-headers', [
    [
      'registerDevice',
      'location-left-out',
      'A new device comes without a Location.',
      repliesOf('registerDevice', 201, (answer) => withoutHeaders(answer, 'Location')),
    ],
    [
      'rebootDevice',
      'job-without-location',
      'A restart does not say where to follow.',
      repliesOf('rebootDevice', 202, (answer) => withoutHeaders(answer, 'Location')),
    ],
    [
      'issueToken',
      'token-in-caches',
      'A token may be kept in caches.',
      repliesOf('issueToken', 200, (answer) => withHeaders(answer, { 'Cache-Control': 'max-age=60' })),
    ],
  ]),
]
