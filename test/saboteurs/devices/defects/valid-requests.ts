import type { Sabotage } from '../../document-service/sabotage.ts'
import { rounded } from '../../shared/edits.ts'
import { isObject, stringifyJson } from '../../shared/json.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editDocument, editRequest, editParsedBody } = tools

const roundOutput =
  (operationId: string): Sabotage<State> =>
  ({ codec }) => {
    const { stringify } = codec
    codec.stringify = (value, call) =>
      stringify(call.operation?.id === operationId ? rounded(value) : value, call)
  }

/** Valid requests that the service refuses, and integers that it rounds. */
export const valueDefects: readonly DeviceDefect[] = [
  ...foundBy('valid-accepted', [
    [
      'putDevice',
      'null-site-refused',
      'A site that is null is refused.',
      editParsedBody('putDevice', (body) =>
        isObject(body) && body['site'] === null ? { ...body, site: '' } : body,
      ),
    ],
    [
      'listReadings',
      'offset-refused',
      'A time with an offset is refused.',
      editRequest('listReadings', (call) => ({
        ...call,
        target: call.target.replace(/%2B\d\d(?::|%3A)\d\d/gi, ''),
      })),
    ],
    [
      'issueToken',
      'ttl-required',
      'A token request without a lifetime is refused.',
      editDocument(
        '/components/schemas/TokenRequest',
        (part) => void (part['required'] = ['serial', 'scope', 'ttl']),
      ),
    ],
    [
      'listDevices',
      'second-kind-refused',
      'The kinds filter refuses several kinds.',
      editRequest('listDevices', (call) => ({
        ...call,
        target: call.target.replace(/([?&]kinds=[a-z]+),/, '$1;'),
      })),
    ],
    [
      'recordReading',
      'fractions-refused',
      'A reading with a fractional value is refused.',
      editDocument('/components/schemas/Reading/properties/value', (part) => void (part['type'] = 'integer')),
    ],
    [
      'createGroup',
      'null-description-refused',
      'A description that is null is refused.',
      editParsedBody('createGroup', (body) =>
        isObject(body) && body['description'] === null ? { ...body, description: 0 } : body,
      ),
    ],
  ]),
  ...foundBy('int64', [
    [
      'getDevice',
      'sent-count-rounded',
      'Counts beyond 2^53 are rounded in a device.',
      roundOutput('getDevice'),
    ],
    [
      'listDevices',
      'listed-count-rounded',
      'Counts beyond 2^53 are rounded in the list.',
      roundOutput('listDevices'),
    ],
    [
      'putDevice',
      'received-count-rounded',
      'Counts beyond 2^53 are rounded when a device is registered.',
      editParsedBody('putDevice', rounded),
    ],
    [
      'registerDevice',
      'large-count-refused',
      'Counts beyond 2^53 are refused.',
      editParsedBody('registerDevice', (body) =>
        stringifyJson(rounded(body)) === stringifyJson(body) ? body : 'too large',
      ),
    ],
    [
      'listDevices',
      'large-minimum-refused',
      'The min_messages filter refuses numbers beyond 2^53.',
      editDocument(
        '/paths/~1devices/get/parameters/5/schema',
        (part) => void (part['maximum'] = Number.MAX_SAFE_INTEGER),
      ),
    ],
  ]),
]
