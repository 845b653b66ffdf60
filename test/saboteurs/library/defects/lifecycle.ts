import type { Sabotage } from '../../document-service/sabotage.ts'
import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import type { State } from '../server/state.ts'
import { foundBy, tools, type LibraryDefect } from './tools.ts'

const { editResponse } = tools

const setHeaders = (headers: Readonly<Record<string, string>>): Sabotage<State> =>
  editResponse('listCatalogue', (wire) => withHeaders(wire, headers))

const setHeadersOf = (operationId: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  editResponse(operationId, (wire) => withHeaders(wire, headers))

/** Defects of the deprecation and sunset headers. */
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
      setHeaders({ Deprecation: 'true' }),
    ],
    [
      'listCatalogue',
      'deprecation-of-other-day',
      'Deprecation is a year later than documented.',
      setHeaders({ Deprecation: '@1799971200' }),
    ],
  ]),
  ...foundBy('sunset-header', [
    [
      'listCatalogue',
      'sunset-left-out',
      'There is no Sunset.',
      editResponse('listCatalogue', (wire) => withoutHeaders(wire, 'Sunset')),
    ],
    ['listCatalogue', 'sunset-iso', 'Sunset is an ISO 8601 date.', setHeaders({ Sunset: '2031-06-30' })],
    [
      'listCatalogue',
      'sunset-of-other-day',
      'Sunset is a day later than documented.',
      setHeaders({ Sunset: 'Tue, 01 Jul 2031 00:00:00 GMT' }),
    ],
  ]),
  ...foundBy('sunset-order', [
    [
      'listCatalogue',
      'sunset-before-deprecation',
      'Sunset is before Deprecation.',
      setHeaders({ Sunset: 'Wed, 01 Jan 2025 00:00:00 GMT' }),
    ],
  ]),
  ...foundBy('undeclared-deprecation', [
    [
      'listLoans',
      'loans-deprecated',
      'The loans claim to be deprecated.',
      setHeadersOf('listLoans', { Deprecation: '@1768435200' }),
    ],
    [
      'getSettings',
      'settings-sunset',
      'The settings claim to have a sunset.',
      setHeadersOf('getSettings', { Sunset: 'Mon, 30 Jun 2031 00:00:00 GMT' }),
    ],
  ]),
]
