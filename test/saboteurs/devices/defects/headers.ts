import { reply } from '../../shared/exchange.ts'
import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import { setAllow, skipAuthentication } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editReply, editReplyWithStatus, editResponse, editRequest } = tools

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
  ...foundBy('location-resolves', [
    [
      'registerDevice',
      'location-in-lower-case',
      'The Location of a new device leads nowhere.',
      editReplyWithStatus('registerDevice', 201, (answer) =>
        withHeaders(answer, { Location: answer.headers['Location']!.toLowerCase() }),
      ),
    ],
    [
      'rebootDevice',
      'location-of-no-job',
      'The Location of a restart leads nowhere.',
      editReplyWithStatus('rebootDevice', 202, (answer) =>
        withHeaders(answer, { Location: `${answer.headers['Location']!}0` }),
      ),
    ],
    [
      'createGroup',
      'location-on-another-host',
      'The Location of a new group is on a host that does not exist.',
      editReplyWithStatus('createGroup', 201, (answer) =>
        withHeaders(answer, { Location: `http://backend.invalid${answer.headers['Location']!}` }),
      ),
    ],
  ]),
  ...foundBy('allow-on-405', [
    ['getStats', 'allow-left-out', '405 on the numbers has no Allow.', setAllow('/stats', {})],
    [
      'issueToken',
      'allow-of-get',
      '405 on the tokens allows the method it refuses.',
      setAllow('/tokens', { Allow: 'GET, POST' }),
    ],
  ]),
  ...foundBy('head-agrees', [
    [
      'getStats',
      'head-not-allowed',
      'HEAD is not allowed where GET is.',
      editResponse('getStats', (wire, { method }) =>
        method === 'HEAD' ? { ...wire, status: 405, headers: { ...wire.headers, Allow: 'GET' } } : wire,
      ),
    ],
    [
      'getDevice',
      'head-of-other-length',
      'HEAD says another length than GET.',
      editResponse('getDevice', (wire, { method }) =>
        method === 'HEAD' ? withHeaders(wire, { 'Content-Length': '2' }) : wire,
      ),
    ],
  ]),
  ...foundBy('redirects', [
    [
      'getStats',
      'redirect-to-itself',
      'The numbers are always elsewhere.',
      editReplyWithStatus('getStats', 200, () => reply(308, undefined, { Location: '/stats' })),
    ],
  ]),
  ...foundBy('undeclared-deprecation', [
    [
      'listGroups',
      'groups-deprecated',
      'The groups claim to be deprecated.',
      editResponse('listGroups', (wire) => withHeaders(wire, { Deprecation: '@1767225600' })),
    ],
    [
      'getJob',
      'job-sunset',
      'A job claims to have a sunset.',
      editResponse('getJob', (wire) => withHeaders(wire, { Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })),
    ],
  ]),
  ...foundBy('conditional-request', [
    [
      'putDevice',
      'if-none-match-ignored',
      'A device is replaced although it should only be registered.',
      editRequest('putDevice', (call) => ({
        ...call,
        headers: { ...call.headers, 'if-none-match': undefined },
      })),
    ],
  ]),
  ...foundBy(
    'unauthorized',
    [
      [
        'getStats',
        'stats-open',
        'The numbers need no token.',
        skipAuthentication('/stats', 'authorization', () => true),
      ],
      [
        'listGroups',
        'any-token-opens',
        'Any token opens the groups.',
        skipAuthentication('/groups', 'authorization', (field) => field !== undefined),
      ],
      [
        'getJob',
        'no-challenge',
        '401 has no WWW-Authenticate.',
        editReply('getJob', (answer) => withoutHeaders(answer, 'WWW-Authenticate')),
      ],
    ],
    { auth: true },
  ),
  ...foundBy(
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
