import { omit } from '../../sabotage.ts'
import { adds, optionsSay, refusesAcceptWith, takesXmlFor } from '../../service/protocol.ts'
import { found, tools, type DeviceDefect } from './tools.ts'

const { sends } = tools

let count = 0

/** How the service speaks HTTP. */
export const protocolDefects: readonly DeviceDefect[] = [
  ...found('charset', [
    [
      'getStats',
      'stats-in-utf-16',
      'The numbers are said to be in UTF-16.',
      adds('getStats', { 'Content-Type': 'application/json; charset=utf-16' }),
    ],
  ]),
  ...found('duplicate-headers', [
    [
      'listGroups',
      'two-types',
      'The groups have two media types.',
      adds('listGroups', { 'content-type': 'application/json; charset=utf-8' }),
    ],
  ]),
  ...found('options-allow', [
    [
      'listGroups',
      'options-without-post',
      'OPTIONS on the groups does not allow POST.',
      optionsSay('/groups', { Allow: 'GET, HEAD, OPTIONS' }),
    ],
  ]),
  ...found('cors', [
    [
      'getStats',
      'credentials-in-capitals',
      'Credentials are allowed with True.',
      adds('getStats', {
        'Access-Control-Allow-Origin': 'https://a.example',
        'Access-Control-Allow-Credentials': 'True',
      }),
    ],
  ]),
  ...found('link-targets', [
    [
      'getGroup',
      'link-to-no-group',
      'A group links to one that does not exist.',
      adds('getGroup', { Link: '</groups/no-such-group>; rel="up"' }),
    ],
  ]),
  ...found('not-acceptable', [
    [
      'getStats',
      'accept-is-415',
      'A media type that does not exist is refused like content.',
      refusesAcceptWith('getStats', 415),
    ],
  ]),
  ...found('unsupported-media-type', [
    [
      'createGroup',
      'group-of-xml',
      'Any XML is a new group.',
      takesXmlFor('createGroup', () => ({ name: `Group ${String((count += 1))}`, members: [] })),
    ],
  ]),
  ...found('retry-after', [
    [
      'getStats',
      'rate-limit-without-rest',
      'RateLimit does not say how many requests are left.',
      adds('getStats', { RateLimit: '"default";t=30' }),
    ],
  ]),
  ...found('merge-patch', [
    [
      'updateDevice',
      'null-site-kept',
      'A site that is taken away stays.',
      sends('updateDevice', (body) => (body['site'] === null ? omit(body, 'site') : body)),
    ],
    [
      'updateDevice',
      'null-kept',
      'What a patch takes away stays.',
      sends('updateDevice', (body) => omit(body, ...Object.keys(body).filter((name) => body[name] === null))),
    ],
  ]),
]
