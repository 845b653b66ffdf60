import { omit } from '../../shared/edits.ts'
import {
  addHeaders,
  setOptionsHeaders,
  refuseAcceptWith,
  acceptXmlAs,
} from '../../document-service/common-sabotages.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editBody } = tools

let count = 0

/** How the service speaks HTTP. */
export const protocolDefects: readonly DeviceDefect[] = [
  ...foundBy('charset', [
    [
      'getStats',
      'stats-in-utf-16',
      'The numbers are said to be in UTF-16.',
      addHeaders('getStats', { 'Content-Type': 'application/json; charset=utf-16' }),
    ],
  ]),
  ...foundBy('duplicate-headers', [
    [
      'listGroups',
      'two-types',
      'The groups have two media types.',
      addHeaders('listGroups', { 'content-type': 'application/json; charset=utf-8' }),
    ],
  ]),
  ...foundBy('options-allow', [
    [
      'listGroups',
      'options-without-post',
      'OPTIONS on the groups does not allow POST.',
      setOptionsHeaders('/groups', { Allow: 'GET, HEAD, OPTIONS' }),
    ],
  ]),
  ...foundBy('cors', [
    [
      'getStats',
      'credentials-in-capitals',
      'Credentials are allowed with True.',
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
      'A group links to one that does not exist.',
      addHeaders('getGroup', { Link: '</groups/no-such-group>; rel="up"' }),
    ],
  ]),
  ...foundBy('not-acceptable', [
    [
      'getStats',
      'accept-is-415',
      'A media type that does not exist is refused like content.',
      refuseAcceptWith('getStats', 415),
    ],
  ]),
  ...foundBy('unsupported-media-type', [
    [
      'createGroup',
      'group-of-xml',
      'Any XML is a new group.',
      acceptXmlAs('createGroup', () => ({ name: `Group ${String((count += 1))}`, members: [] })),
    ],
  ]),
  ...foundBy('retry-after', [
    [
      'getStats',
      'rate-limit-without-rest',
      'RateLimit does not say how many requests are left.',
      addHeaders('getStats', { RateLimit: '"default";t=30' }),
    ],
  ]),
  ...foundBy('merge-patch', [
    [
      'updateDevice',
      'null-site-kept',
      'A site that is taken away stays.',
      editBody('updateDevice', (body) => (body['site'] === null ? omit(body, 'site') : body)),
    ],
    [
      'updateDevice',
      'null-kept',
      'What a patch takes away stays.',
      editBody('updateDevice', (body) =>
        omit(body, ...Object.keys(body).filter((name) => body[name] === null)),
      ),
    ],
  ]),
]
