import { withHeaders, withoutHeaders } from '../../shared/edits.ts'
import type { OperationId } from '../server/inputs.ts'
import { foundBy, editResponse, type Defect, type Sabotage } from './tools.ts'

const setHeaders = (headers: Readonly<Record<string, string>>): Sabotage =>
  editResponse('getPet', (wire) => withHeaders(wire, headers))

const omitHeader = (name: string, status?: number): Sabotage =>
  editResponse('getPet', (wire) =>
    status === undefined || wire.status === status ? withoutHeaders(wire, name) : wire,
  )

const setHeadersOf = (operationId: OperationId, headers: Readonly<Record<string, string>>): Sabotage =>
  editResponse(operationId, (wire) => withHeaders(wire, headers))

const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT'

export const lifecycleDefects: readonly Defect[] = [
  ...foundBy('deprecation-header', [
    ['getPet', 'deprecation-left-out', 'There is no Deprecation.', omitHeader('Deprecation')],
    [
      'getPet',
      'deprecation-left-out-of-404',
      'There is no Deprecation on 404.',
      omitHeader('Deprecation', 404),
    ],
    [
      'getPet',
      'deprecation-true',
      'Deprecation is `true`, as in old drafts.',
      setHeaders({ Deprecation: 'true' }),
    ],
    ['getPet', 'deprecation-boolean', 'Deprecation is `?1`.', setHeaders({ Deprecation: '?1' })],
    [
      'getPet',
      'deprecation-http-date',
      'Deprecation is an HTTP-date.',
      setHeaders({ Deprecation: 'Fri, 05 Dec 2025 00:00:00 GMT' }),
    ],
    [
      'getPet',
      'deprecation-milliseconds',
      'Deprecation is in milliseconds.',
      setHeaders({ Deprecation: '@1764892800000' }),
    ],
    [
      'getPet',
      'deprecation-of-other-day',
      'Deprecation is a day earlier than documented.',
      setHeaders({ Deprecation: '@1764806400' }),
    ],
  ]),
  ...foundBy('sunset-header', [
    ['getPet', 'sunset-left-out', 'There is no Sunset.', omitHeader('Sunset')],
    ['getPet', 'sunset-left-out-of-400', 'There is no Sunset on 400.', omitHeader('Sunset', 400)],
    ['getPet', 'sunset-iso', 'Sunset is an ISO 8601 date.', setHeaders({ Sunset: '2030-12-05T00:00:00Z' })],
    [
      'getPet',
      'sunset-weekday',
      'The weekday of Sunset is wrong.',
      setHeaders({ Sunset: 'Fri, 05 Dec 2030 00:00:00 GMT' }),
    ],
    [
      'getPet',
      'sunset-zone',
      'Sunset ends in UTC, not GMT.',
      setHeaders({ Sunset: sunset.replace('GMT', 'UTC') }),
    ],
    [
      'getPet',
      'sunset-of-other-day',
      'Sunset is a day later than documented.',
      setHeaders({ Sunset: 'Fri, 06 Dec 2030 00:00:00 GMT' }),
    ],
  ]),
  ...foundBy('sunset-order', [
    [
      'getPet',
      'sunset-before-deprecation',
      'Sunset is before Deprecation.',
      setHeaders({ Sunset: 'Wed, 04 Dec 2024 00:00:00 GMT' }),
    ],
    [
      'getPet',
      'deprecation-after-sunset',
      'Deprecation is after Sunset.',
      setHeaders({ Deprecation: '@2000000000' }),
    ],
  ]),
  ...foundBy('undeclared-deprecation', [
    [
      'listOrders',
      'orders-deprecated',
      'The orders claim to be deprecated.',
      setHeadersOf('listOrders', { Deprecation: '@1764892800' }),
    ],
    [
      'getInventoryItem',
      'inventory-sunset',
      'An inventory entry claims to have a sunset.',
      setHeadersOf('getInventoryItem', { Sunset: sunset }),
    ],
    [
      'updatePet',
      'update-deprecated',
      'Changing a pet claims to be deprecated and to have a sunset.',
      setHeadersOf('updatePet', { Deprecation: '@1764892800', Sunset: sunset }),
    ],
  ]),
]
