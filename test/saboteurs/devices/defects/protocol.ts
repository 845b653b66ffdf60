import {
  addHeaders,
  setOptionsHeaders,
  refuseAcceptWith,
  acceptXmlAs,
} from '../../document-service/common-sabotages.ts'
import { omit } from '../../shared/edits.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editBody } = tools

let count = 0

/** Defects of the use of HTTP. */
export const protocolDefects: readonly DeviceDefect[] = [
  ...foundBy('charset', [
    [
      'getStats',
      'stats-in-utf-16',
      'The charset of the statistics is UTF-16.',
      addHeaders('getStats', { 'Content-Type': 'application/json; charset=utf-16' }),
    ],
  ]),
  ...foundBy('duplicate-headers', [
    [
      'listGroups',
      'two-types',
      'The list of groups has two Content-Type headers.',
      addHeaders('listGroups', { 'content-type': 'application/json; charset=utf-8' }),
    ],
  ]),
  ...foundBy('options-allow', [
    [
      'listGroups',
      'options-without-post',
      'Allow of OPTIONS on the groups lacks POST.',
      setOptionsHeaders('/groups', { Allow: 'GET, HEAD, OPTIONS' }),
    ],
  ]),
  ...foundBy('cors', [
    [
      'getStats',
      'credentials-in-capitals',
      'Access-Control-Allow-Credentials is True instead of true.',
      addHeaders('getStats', {
        'Access-Control-Allow-Origin': 'https://a.example',
        'Access-Control-Allow-Credentials': 'True',
      }),
    ],
  ]),
  ...foundBy('link-targets', [
    [
      'getGroup',
      'link-to-no-group',
      'The Link header of a group leads to an unknown one.',
      addHeaders('getGroup', { Link: '</groups/no-such-group>; rel="up"' }),
    ],
  ]),
  ...foundBy('not-acceptable', [
    [
      'getStats',
      'accept-is-415',
      'An unacceptable Accept is answered with 415 instead of 406.',
      refuseAcceptWith('getStats', 415),
    ],
  ]),
  ...foundBy('unsupported-media-type', [
    [
      'createGroup',
      'group-of-xml',
      'Any XML body is accepted as a new group.',
      acceptXmlAs('createGroup', () => ({ name: `Group ${String((count += 1))}`, members: [] })),
    ],
  ]),
  ...foundBy('retry-after', [
    [
      'getStats',
      'rate-limit-without-rest',
      'RateLimit has no number of remaining requests.',
      addHeaders('getStats', { RateLimit: '"default";t=30' }),
    ],
  ]),
  ...foundBy('merge-patch', [
    [
      'updateDevice',
      'null-site-kept',
      'A merge patch cannot remove the site.',
      editBody('updateDevice', (body) => (body['site'] === null ? omit(body, 'site') : body)),
    ],
    [
      'updateDevice',
      'null-kept',
      'A merge patch cannot remove any property.',
      editBody('updateDevice', (body) =>
        omit(body, ...Object.keys(body).filter((name) => body[name] === null)),
      ),
    ],
  ]),
]
