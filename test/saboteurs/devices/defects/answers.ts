import { reply } from '../../exchange.ts'
import { isArray, stringifyJson, textOf, type Json } from '../../json.ts'
import { omit, withHeaders, withoutHeaders } from '../../sabotage.ts'
import { bodies, errors, stackTrace } from '../../service/edits.ts'
import { found, inRecords, tools, type DeviceDefect } from './tools.ts'

const { replies, repliesOf, wires } = tools

/** What an answer holds. */
export const answerDefects: readonly DeviceDefect[] = [
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
