import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import type { Sabotage } from '../../document-service/sabotage.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editResponse } = tools

const says = (headers: Readonly<Record<string, string>>): Sabotage<State> =>
  editResponse('listCatalogue', (wire) => withHeaders(wire, headers))

const alsoOn = (operationId: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  editResponse(operationId, (wire) => withHeaders(wire, headers))

/** What the library says of its deprecated operation. */
export const lifecycleDefects: readonly LibraryDefect[] = [
  ...foundBy('deprecation-header', [
    [
      'listCatalogue',
      'deprecation-left-out',
      'There is no Deprecation.',
      editResponse('listCatalogue', (wire) => withoutHeaders(wire, 'Deprecation')),
    ],
    [
      'listCatalogue',
      'deprecation-true',
      'Deprecation is `true`, as in old drafts.',
      says({ Deprecation: 'true' }),
    ],
    [
      'listCatalogue',
      'deprecation-of-other-day',
      'Deprecation is a year later than documented.',
      says({ Deprecation: '@1799971200' }),
    ],
  ]),
  ...foundBy('sunset-header', [
    [
      'listCatalogue',
      'sunset-left-out',
      'There is no Sunset.',
      editResponse('listCatalogue', (wire) => withoutHeaders(wire, 'Sunset')),
    ],
    ['listCatalogue', 'sunset-iso', 'Sunset is an ISO 8601 date.', says({ Sunset: '2031-06-30' })],
    [
      'listCatalogue',
      'sunset-of-other-day',
      'Sunset is a day later than documented.',
      says({ Sunset: 'Tue, 01 Jul 2031 00:00:00 GMT' }),
    ],
  ]),
  ...foundBy('sunset-order', [
    [
      'listCatalogue',
      'sunset-before-deprecation',
      'Sunset is before Deprecation.',
      says({ Sunset: 'Wed, 01 Jan 2025 00:00:00 GMT' }),
    ],
  ]),
  ...foundBy('undeclared-deprecation', [
    [
      'listLoans',
      'loans-deprecated',
      'The loans claim to be deprecated.',
      alsoOn('listLoans', { Deprecation: '@1768435200' }),
    ],
    [
      'getSettings',
      'settings-sunset',
      'The settings claim to have a sunset.',
      alsoOn('getSettings', { Sunset: 'Mon, 30 Jun 2031 00:00:00 GMT' }),
    ],
  ]),
]
