import { editObjects, omit, withHeaders, withoutHeaders } from '../../shared/edits.ts'
import { textOf } from '../../shared/json.ts'
import { foundBy, editReply, editReplyWithStatus, editResponse, type Defect } from './tools.ts'

const withText =
  (edit: (text: string) => string): Parameters<typeof editResponse>[1] =>
  (wire) =>
    wire.status === 200 && wire.text !== undefined ? { ...wire, text: edit(wire.text) } : wire

const inBody =
  (edit: Parameters<typeof editObjects>[1]): Parameters<typeof editReply>[1] =>
  (original) =>
    original.status < 300 ? { ...original, body: editObjects(original.body, edit) } : original

export const responseDefects: readonly Defect[] = [
  ...foundBy('content-type', [
    [
      'getCategory',
      'json-as-html',
      'The Content-Type of a category is text/html.',
      editReplyWithStatus('getCategory', 200, (original) =>
        withHeaders(original, { 'Content-Type': 'text/html' }),
      ),
    ],
    [
      'getOrder',
      'error-as-text',
      'The Content-Type of an error is text/plain.',
      editReplyWithStatus('getOrder', 404, (original) =>
        withHeaders(original, { 'Content-Type': 'text/plain' }),
      ),
    ],
    [
      'listOrders',
      'no-content-type',
      'The list of orders has no Content-Type.',
      editResponse('listOrders', (wire) => withoutHeaders(wire, 'Content-Type')),
    ],
  ]),
  ...foundBy('response-body', [
    [
      'listPets',
      'id-as-string',
      'Ids of listed pets are strings.',
      editReply(
        'listPets',
        inBody((pet) => ({ ...pet, id: textOf(pet['id']) })),
      ),
    ],
    [
      'getOrder',
      'quantity-as-string',
      'The quantity of an order is a string.',
      editReply(
        'getOrder',
        inBody((order) => ({ ...order, quantity: textOf(order['quantity']) })),
      ),
    ],
    [
      'getInventoryItem',
      'status-left-out',
      'An inventory entry has no status.',
      editReply(
        'getInventoryItem',
        inBody((item) => omit(item, 'status')),
      ),
    ],
    [
      'createCategory',
      'created-without-id',
      'A new category has no id.',
      editReply(
        'createCategory',
        inBody((category) => omit(category, 'id')),
      ),
    ],
    [
      'listInventory',
      'list-in-envelope',
      'The inventory is wrapped in an object.',
      editReplyWithStatus('listInventory', 200, (original) => ({
        ...original,
        body: { data: original.body! },
      })),
    ],
    [
      'listCategories',
      'null-description',
      'The description of a category is null instead of absent.',
      editReply(
        'listCategories',
        inBody((category) => ({ description: null, ...category })),
      ),
    ],
    [
      'listOrders',
      'date-without-time',
      'Ship dates have no time.',
      editReply(
        'listOrders',
        inBody((order) => ({ ...order, shipDate: textOf(order['shipDate']).slice(0, 10) })),
      ),
    ],
    [
      'updatePet',
      'unknown-status-sent',
      'An updated pet has an undeclared status.',
      editReply(
        'updatePet',
        inBody((pet) => ({ ...pet, status: 'changed' })),
      ),
    ],
    [
      'updateInventory',
      'negative-quantity-sent',
      'The new quantity is returned as a negative number.',
      editReply(
        'updateInventory',
        inBody((item) => ({ ...item, quantity: -1 })),
      ),
    ],
    [
      'getInventoryItem',
      'truncated-json',
      'The JSON of an inventory item is cut off.',
      editResponse(
        'getInventoryItem',
        withText((text) => text.slice(0, -1)),
      ),
    ],
    [
      'getCategory',
      'empty-success',
      'A category is returned without content.',
      editResponse(
        'getCategory',
        withText(() => ''),
      ),
    ],
  ]),
]
