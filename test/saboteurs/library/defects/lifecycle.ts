import { withHeaders, withoutHeaders } from '../../sabotage.ts'
import type { Sabotage } from '../../service/sabotage.ts'
import type { State } from '../state.ts'
import { found, tools, type LibraryDefect } from './tools.ts'

const { wires } = tools

const says = (headers: Readonly<Record<string, string>>): Sabotage<State> =>
  wires('listCatalogue', (wire) => withHeaders(wire, headers))

const alsoOn = (operationId: string, headers: Readonly<Record<string, string>>): Sabotage<State> =>
  wires(operationId, (wire) => withHeaders(wire, headers))

/** What the library says of its deprecated operation. */
export const lifecycleDefects: readonly LibraryDefect[] = [
  ...found('deprecation-header', [
    [
      'listCatalogue',
      'deprecation-left-out',
      'There is no Deprecation.',
      wires('listCatalogue', (wire) => withoutHeaders(wire, 'Deprecation')),
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
  ...found('sunset-header', [
    [
      'listCatalogue',
      'sunset-left-out',
      'There is no Sunset.',
      wires('listCatalogue', (wire) => withoutHeaders(wire, 'Sunset')),
    ],
    ['listCatalogue', 'sunset-iso', 'Sunset is an ISO 8601 date.', says({ Sunset: '2031-06-30' })],
    [
      'listCatalogue',
      'sunset-of-other-day',
      'Sunset is a day later than documented.',
      says({ Sunset: 'Tue, 01 Jul 2031 00:00:00 GMT' }),
    ],
  ]),
  ...found('sunset-order', [
    [
      'listCatalogue',
      'sunset-before-deprecation',
      'Sunset is before Deprecation.',
      says({ Sunset: 'Wed, 01 Jan 2025 00:00:00 GMT' }),
    ],
  ]),
  ...found('undeclared-deprecation', [
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
