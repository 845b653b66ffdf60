import type { OperationId } from '../server/inputs.ts'
import { foundBy, editResponse, type Defect, type Sabotage } from './tools.ts'
import { withHeaders, withoutHeaders } from '../../shared/edits.ts'

const says = (headers: Readonly<Record<string, string>>): Sabotage =>
  editResponse('getPet', (wire) => withHeaders(wire, headers))

const leavesOut = (name: string, status?: number): Sabotage =>
  editResponse('getPet', (wire) =>
    status === undefined || wire.status === status ? withoutHeaders(wire, name) : wire,
  )

const alsoOn = (operationId: OperationId, headers: Readonly<Record<string, string>>): Sabotage =>
  editResponse(operationId, (wire) => withHeaders(wire, headers))

const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT'

export const lifecycleDefects: readonly Defect[] = [
  ...foundBy('deprecation-header', [
    ['getPet', 'deprecation-left-out', 'There is no Deprecation.', leavesOut('Deprecation')],
    [
      'getPet',
      'deprecation-left-out-of-404',
      'There is no Deprecation on 404.',
      leavesOut('Deprecation', 404),
    ],
    ['getPet', 'deprecation-true', 'Deprecation is `true`, as in old drafts.', says({ Deprecation: 'true' })],
    ['getPet', 'deprecation-boolean', 'Deprecation is `?1`.', says({ Deprecation: '?1' })],
    [
      'getPet',
      'deprecation-http-date',
      'Deprecation is an HTTP-date.',
      says({ Deprecation: 'Fri, 05 Dec 2025 00:00:00 GMT' }),
    ],
    [
      'getPet',
      'deprecation-milliseconds',
      'Deprecation is in milliseconds.',
      says({ Deprecation: '@1764892800000' }),
    ],
    [
      'getPet',
      'deprecation-of-other-day',
      'Deprecation is a day earlier than documented.',
      says({ Deprecation: '@1764806400' }),
    ],
  ]),
  ...foundBy('sunset-header', [
    ['getPet', 'sunset-left-out', 'There is no Sunset.', leavesOut('Sunset')],
    ['getPet', 'sunset-left-out-of-400', 'There is no Sunset on 400.', leavesOut('Sunset', 400)],
    ['getPet', 'sunset-iso', 'Sunset is an ISO 8601 date.', says({ Sunset: '2030-12-05T00:00:00Z' })],
    [
      'getPet',
      'sunset-weekday',
      'The weekday of Sunset is wrong.',
      says({ Sunset: 'Fri, 05 Dec 2030 00:00:00 GMT' }),
    ],
    ['getPet', 'sunset-zone', 'Sunset ends in UTC, not GMT.', says({ Sunset: sunset.replace('GMT', 'UTC') })],
    [
      'getPet',
      'sunset-of-other-day',
      'Sunset is a day later than documented.',
      says({ Sunset: 'Fri, 06 Dec 2030 00:00:00 GMT' }),
    ],
  ]),
  ...foundBy('sunset-order', [
    [
      'getPet',
      'sunset-before-deprecation',
      'Sunset is before Deprecation.',
      says({ Sunset: 'Wed, 04 Dec 2024 00:00:00 GMT' }),
    ],
    [
      'getPet',
      'deprecation-after-sunset',
      'Deprecation is after Sunset.',
      says({ Deprecation: '@2000000000' }),
    ],
  ]),
  ...foundBy('undeclared-deprecation', [
    [
      'listOrders',
      'orders-deprecated',
      'The orders claim to be deprecated.',
      alsoOn('listOrders', { Deprecation: '@1764892800' }),
    ],
    [
      'getInventoryItem',
      'inventory-sunset',
      'An inventory entry claims to have a sunset.',
      alsoOn('getInventoryItem', { Sunset: sunset }),
    ],
    [
      'updatePet',
      'update-deprecated',
      'Changing a pet claims to be deprecated and to have a sunset.',
      alsoOn('updatePet', { Deprecation: '@1764892800', Sunset: sunset }),
    ],
  ]),
]
