import { reply } from '../../exchange.ts'
import { withHeaders, withoutHeaders } from '../../sabotage.ts'
import { allows, opensTo } from '../../service/recipes.ts'
import type { Sabotage } from '../../service/sabotage.ts'
import type { State } from '../state.ts'
import { found, tools, type DeviceDefect } from './tools.ts'

const { replies, repliesOf, wires, calls } = tools

const waits =
  (headers: Readonly<Record<string, string>>): Sabotage<State> =>
  ({ steps }) => {
    const { rate } = steps
    steps.rate = (call, parts) => {
      const answered = rate(call, parts)
      return answered && { ...answered, headers }
    }
  }

/** What stands in the header of an answer. */
export const headerDefects: readonly DeviceDefect[] = [
  ...found('location-resolves', [
    [
      'registerDevice',
      'location-in-lower-case',
      'The Location of a new device leads nowhere.',
      repliesOf('registerDevice', 201, (answer) =>
        withHeaders(answer, { Location: answer.headers['Location']!.toLowerCase() }),
      ),
    ],
    [
      'rebootDevice',
      'location-of-no-job',
      'The Location of a restart leads nowhere.',
      repliesOf('rebootDevice', 202, (answer) =>
        withHeaders(answer, { Location: `${answer.headers['Location']!}0` }),
      ),
    ],
    [
      'createGroup',
      'location-on-another-host',
      'The Location of a new group is on a host that does not exist.',
      repliesOf('createGroup', 201, (answer) =>
        withHeaders(answer, { Location: `http://backend.invalid${answer.headers['Location']!}` }),
      ),
    ],
  ]),
  ...found('allow-on-405', [
    ['getStats', 'allow-left-out', '405 on the numbers has no Allow.', allows('/stats', {})],
    [
      'issueToken',
      'allow-of-get',
      '405 on the tokens allows the method it refuses.',
      allows('/tokens', { Allow: 'GET, POST' }),
    ],
  ]),
  ...found('head-agrees', [
    [
      'getStats',
      'head-not-allowed',
      'HEAD is not allowed where GET is.',
      wires('getStats', (wire, { method }) =>
        method === 'HEAD' ? { ...wire, status: 405, headers: { ...wire.headers, Allow: 'GET' } } : wire,
      ),
    ],
    [
      'getDevice',
      'head-of-other-length',
      'HEAD says another length than GET.',
      wires('getDevice', (wire, { method }) =>
        method === 'HEAD' ? withHeaders(wire, { 'Content-Length': '2' }) : wire,
      ),
    ],
  ]),
  ...found('redirects', [
    [
      'getStats',
      'redirect-to-itself',
      'The numbers are always elsewhere.',
      repliesOf('getStats', 200, () => reply(308, undefined, { Location: '/stats' })),
    ],
  ]),
  ...found('undeclared-deprecation', [
    [
      'listGroups',
      'groups-deprecated',
      'The groups claim to be deprecated.',
      wires('listGroups', (wire) => withHeaders(wire, { Deprecation: '@1767225600' })),
    ],
    [
      'getJob',
      'job-sunset',
      'A job claims to have a sunset.',
      wires('getJob', (wire) => withHeaders(wire, { Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })),
    ],
  ]),
  ...found('conditional-request', [
    [
      'putDevice',
      'if-none-match-ignored',
      'A device is replaced although it should only be registered.',
      calls('putDevice', (call) => ({ ...call, headers: { ...call.headers, 'if-none-match': undefined } })),
    ],
  ]),
  ...found(
    'unauthorized',
    [
      [
        'getStats',
        'stats-open',
        'The numbers need no token.',
        opensTo('/stats', 'authorization', () => true),
      ],
      [
        'listGroups',
        'any-token-opens',
        'Any token opens the groups.',
        opensTo('/groups', 'authorization', (field) => field !== undefined),
      ],
      [
        'getJob',
        'no-challenge',
        '401 has no WWW-Authenticate.',
        replies('getJob', (answer) => withoutHeaders(answer, 'WWW-Authenticate')),
      ],
    ],
    { auth: true },
  ),
  ...found(
    'retry-after',
    [
      ['getStats', 'retry-after-left-out', '429 does not say how long to wait.', waits({})],
      [
        'getStats',
        'retry-after-in-words',
        '429 says in words how long to wait.',
        waits({ 'Retry-After': 'soon' }),
      ],
    ],
    { rateLimit: 5 },
  ),
]
