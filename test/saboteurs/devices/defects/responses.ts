import { editSuccess, editError, stackTrace } from '../../document-service/reply-edits.ts'
import { omit, withHeaders, withoutHeaders } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import { isArray, stringifyJson, textOf, type Json } from '../../shared/json.ts'
import { foundBy, inRecords, tools, type DeviceDefect } from './tools.ts'

const { editReply, editReplyWithStatus, editResponse } = tools

/** Defects of response bodies. */
export const answerDefects: readonly DeviceDefect[] = [
  ...foundBy('described-value', [
    [
      'getStats',
      'records-without-devices',
      'The number of records leaves out the devices.',
      editReply(
        'getStats',
        inRecords((stats) => ({ ...stats, records: stats['readings'] ?? 0 })),
      ),
    ],
  ]),
  ...foundBy('response-body', [
    [
      'getDevice',
      'firmware-as-text',
      'The firmware of a device is a string.',
      editReply(
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
      'A device has an undeclared property.',
      editReply(
        'getDevice',
        inRecords((device) => ({ ...device, _rev: 3 })),
      ),
    ],
    [
      'listDevices',
      'kind-of-another',
      'The kind of listed cameras is sensor.',
      editReply(
        'listDevices',
        inRecords((device) => (device['kind'] === 'camera' ? { ...device, kind: 'sensor' } : device)),
      ),
    ],
    [
      'registerDevice',
      'created-without-zone',
      'The createdAt of a new device has no time zone.',
      editReply(
        'registerDevice',
        inRecords((device) => ({ ...device, createdAt: textOf(device['createdAt']).replace('Z', '') })),
      ),
    ],
    [
      'getStats',
      'messages-as-string',
      'The number of messages is a string.',
      editReply(
        'getStats',
        inRecords((stats) => ({ ...stats, messages: textOf(stats['messages']) })),
      ),
    ],
    [
      'listReadings',
      'total-left-out',
      'A page of readings has no total.',
      editReply(
        'listReadings',
        editSuccess((body) => omit(body, 'total')),
      ),
    ],
    [
      'getGroup',
      'description-of-zero',
      'The description of a group is 0 instead of null.',
      editReply(
        'getGroup',
        inRecords((group) => ({ ...group, description: group['description'] ?? 0 })),
      ),
    ],
    [
      'rebootDevice',
      'other-action',
      'The job of a reboot has an undeclared action.',
      editReply(
        'rebootDevice',
        inRecords((job) => ({ ...job, action: 'restart' })),
      ),
    ],
  ]),
  ...foundBy('error-shape', [
    [
      'getGroup',
      'error-without-envelope',
      '404 has no envelope.',
      editReplyWithStatus(
        'getGroup',
        404,
        editError((body) => body['error']!),
      ),
    ],
    [
      'createGroup',
      'error-as-text',
      'The error of 409 is a string.',
      editReplyWithStatus(
        'createGroup',
        409,
        editError((body) => ({ error: stringifyJson(body) })),
      ),
    ],
    [
      'issueToken',
      'error-without-content',
      '422 has no content.',
      editReplyWithStatus('issueToken', 422, () => reply(422)),
    ],
  ]),
  ...foundBy('information-leak', [
    [
      'updateDevice',
      'stack-in-message',
      'The message of 400 is a stack trace.',
      editReplyWithStatus(
        'updateDevice',
        400,
        editError(() => ({ error: { code: 'invalid_request', message: stackTrace } })),
      ),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    [
      'getJob',
      'status-twice',
      "The response repeats the name of a job's status.",
      editResponse('getJob', (wire) => ({
        ...wire,
        text: wire.text?.replace('"status"', '"status":"queued","status"'),
      })),
    ],
  ]),
  ...foundBy('response-headers', [
    [
      'registerDevice',
      'location-left-out',
      'A new device is returned without a Location.',
      editReplyWithStatus('registerDevice', 201, (answer) => withoutHeaders(answer, 'Location')),
    ],
    [
      'rebootDevice',
      'job-without-location',
      'The 202 of a reboot has no Location.',
      editReplyWithStatus('rebootDevice', 202, (answer) => withoutHeaders(answer, 'Location')),
    ],
    [
      'issueToken',
      'token-in-caches',
      'The Cache-Control of a token allows caching.',
      editReplyWithStatus('issueToken', 200, (answer) =>
        withHeaders(answer, { 'Cache-Control': 'max-age=60' }),
      ),
    ],
  ]),
]
