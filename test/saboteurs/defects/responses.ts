import { textOf } from '../json.ts'
import {
  foundBy,
  members,
  omit,
  replies,
  repliesOf,
  wires,
  withHeaders,
  withoutHeaders,
} from '../sabotage.ts'
import type { Defect } from '../sabotage.ts'

const withText =
  (edit: (text: string) => string): Parameters<typeof wires>[1] =>
  (wire) =>
    wire.status === 200 && wire.text !== undefined ? { ...wire, text: edit(wire.text) } : wire

const inBody =
  (edit: Parameters<typeof members>[1]): Parameters<typeof replies>[1] =>
  (found) =>
    found.status < 300 ? { ...found, body: members(found.body, edit) } : found

export const responseDefects: readonly Defect[] = [
  ...foundBy('content-type', [
    [
      'getCategory',
      'json-as-html',
      'A category is said to be text/html.',
      repliesOf('getCategory', 200, (found) => withHeaders(found, { 'Content-Type': 'text/html' })),
    ],
    [
      'getOrder',
      'error-as-text',
      'An error is said to be text/plain.',
      repliesOf('getOrder', 404, (found) => withHeaders(found, { 'Content-Type': 'text/plain' })),
    ],
    [
      'listOrders',
      'no-content-type',
      'The orders come without a Content-Type.',
      wires('listOrders', (wire) => withoutHeaders(wire, 'Content-Type')),
    ],
  ]),
  ...foundBy('response-body', [
    [
      'listPets',
      'id-as-string',
      'Ids of listed pets are strings.',
      replies(
        'listPets',
        inBody((pet) => ({ ...pet, id: textOf(pet['id']) })),
      ),
    ],
    [
      'getOrder',
      'quantity-as-string',
      'The quantity of an order is a string.',
      replies(
        'getOrder',
        inBody((order) => ({ ...order, quantity: textOf(order['quantity']) })),
      ),
    ],
    [
      'getInventoryItem',
      'status-left-out',
      'An inventory entry has no status.',
      replies(
        'getInventoryItem',
        inBody((item) => omit(item, 'status')),
      ),
    ],
    [
      'createCategory',
      'created-without-id',
      'A new category has no id.',
      replies(
        'createCategory',
        inBody((category) => omit(category, 'id')),
      ),
    ],
    [
      'listInventory',
      'list-in-envelope',
      'The inventory is wrapped in an object.',
      repliesOf('listInventory', 200, (found) => ({ ...found, body: { data: found.body! } })),
    ],
    [
      'listCategories',
      'null-description',
      'A category without a description has null for one.',
      replies(
        'listCategories',
        inBody((category) => ({ description: null, ...category })),
      ),
    ],
    [
      'listOrders',
      'date-without-time',
      'Ship dates have no time.',
      replies(
        'listOrders',
        inBody((order) => ({ ...order, shipDate: textOf(order['shipDate']).slice(0, 10) })),
      ),
    ],
    [
      'updatePet',
      'unknown-status-sent',
      'A changed pet has a status that does not exist.',
      replies(
        'updatePet',
        inBody((pet) => ({ ...pet, status: 'changed' })),
      ),
    ],
    [
      'updateInventory',
      'negative-quantity-sent',
      'The new quantity comes back negative.',
      replies(
        'updateInventory',
        inBody((item) => ({ ...item, quantity: -1 })),
      ),
    ],
    [
      'getInventoryItem',
      'truncated-json',
      'An inventory entry is cut off.',
      wires(
        'getInventoryItem',
        withText((text) => text.slice(0, -1)),
      ),
    ],
    [
      'getCategory',
      'empty-success',
      'A category comes with no content.',
      wires(
        'getCategory',
        withText(() => ''),
      ),
    ],
  ]),
]
