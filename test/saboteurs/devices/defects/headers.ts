import { setAllow, skipAuthentication } from '../../document-service/common-sabotages.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import { reply } from '../../shared/exchange.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type DeviceDefect } from './tools.ts'

const { editReply, editReplyWithStatus, editResponse, editRequest, wrapHandler } = tools

const setRateLimitHeaders =
  (headers: Readonly<Record<string, string>>): Sabotage<State> =>
  ({ steps }) => {
    const { rate } = steps
    steps.rate = (call, parts) => {
      const answered = rate(call, parts)
      return answered && { ...answered, headers }
    }
  }

/** Defects of response headers. */
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
      'The Location of a reboot leads nowhere.',
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
    ['getStats', 'allow-left-out', '405 on the statistics has no Allow.', setAllow('/stats', {})],
    [
      'issueToken',
      'allow-of-get',
      'Allow of 405 on the tokens lists the refused method.',
      setAllow('/tokens', { Allow: 'GET, POST' }),
    ],
  ]),
  ...foundBy('head-agrees', [
    [
      'getStats',
      'head-not-allowed',
      'HEAD answers 405 where GET answers 200.',
      editResponse('getStats', (wire, { method }) =>
        method === 'HEAD' ? { ...wire, status: 405, headers: { ...wire.headers, Allow: 'GET' } } : wire,
      ),
    ],
    [
      'getDevice',
      'head-of-other-length',
      'HEAD has another Content-Length than GET.',
      editResponse('getDevice', (wire, { method }) =>
        method === 'HEAD' ? withHeaders(wire, { 'Content-Length': '2' }) : wire,
      ),
    ],
  ]),
  ...foundBy('redirects', [
    [
      'getStats',
      'redirect-to-itself',
      'The statistics redirect to themselves.',
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
      'A device is replaced despite If-None-Match: *.',
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
        'The statistics are served without a token.',
        skipAuthentication('/stats', 'authorization', () => true),
      ],
      [
        'listGroups',
        'any-token-opens',
        'The groups are served with any token.',
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
    'unauthorized',
    [
      [
        'logOut',
        'token-outlives-session',
        'The token is accepted after logging out.',
        wrapHandler('logOut', () => reply(204)),
      ],
    ],
    { auth: true, login: true },
  ),
  ...foundBy(
    'retry-after',
    [
      ['getStats', 'retry-after-left-out', '429 has no Retry-After.', setRateLimitHeaders({})],
      [
        'getStats',
        'retry-after-in-words',
        'The Retry-After of 429 is a word.',
        setRateLimitHeaders({ 'Retry-After': 'soon' }),
      ],
    ],
    { rateLimit: 5 },
  ),
]
