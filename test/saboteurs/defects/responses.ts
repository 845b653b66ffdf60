import { reply } from '../exchange.ts'
import { textOf } from '../json.ts'
import { key, type State } from '../state.ts'
import {
  foundBy,
  handles,
  members,
  omit,
  replies,
  repliesOf,
  wires,
  withHeaders,
  withoutHeaders,
} from '../sabotage.ts'
import type { Defect, Sabotage } from '../sabotage.ts'

const crash = (): never => {
  throw new Error('The store crashed.')
}

const withText =
  (edit: (text: string) => string): Parameters<typeof wires>[1] =>
  (wire) =>
    wire.status === 200 && wire.text !== undefined ? { ...wire, text: edit(wire.text) } : wire

const inBody =
  (edit: Parameters<typeof members>[1]): Parameters<typeof replies>[1] =>
  (found) =>
    found.status < 300 ? { ...found, body: members(found.body, edit) } : found

const crashOnMalformed: Sabotage = ({ parts: { codec } }) => {
  const { parse } = codec
  codec.parse = (text, call) => {
    try {
      return parse(text, call)
    } catch (error) {
      return call.operationId === 'createCategory' && error instanceof SyntaxError
        ? crash()
        : parse(text, call)
    }
  }
}

const isLost = (state: State, id: unknown): boolean => !state.pets.has(String(id))

export const responseDefects: readonly Defect[] = [
  ...foundBy('server-error', [
    [
      'createPet',
      'long-name-crashes',
      'A name of 100 characters crashes the store.',
      handles('createPet', (values, state, healthy) =>
        textOf(values.body['name']).length >= 100 ? crash() : healthy(values, state),
      ),
    ],
    [
      'createCategory',
      'malformed-json-crashes',
      'A body that is not JSON crashes the store.',
      crashOnMalformed,
    ],
    [
      'getCategory',
      'huge-id-crashes',
      'An id beyond 2^53 that is unknown crashes the store.',
      handles('getCategory', ({ path }, state, healthy) => {
        const id = path['categoryId']
        return typeof id === 'bigint' && !state.categories.has(key(id))
          ? crash()
          : healthy({ path, query: {}, header: {}, body: {} }, state)
      }),
    ],
    [
      'getInventoryItem',
      'unknown-id-crashes',
      'An unknown pet crashes the store.',
      handles('getInventoryItem', (values, state, healthy) =>
        isLost(state, values.path['petId']) ? crash() : healthy(values, state),
      ),
    ],
    [
      'updatePet',
      'empty-body-crashes',
      'A request without a body crashes the store.',
      replies('updatePet', (found, call) => (call.body?.length === 0 ? crash() : found)),
    ],
  ]),
  ...foundBy('status-declared', [
    [
      'createCategory',
      'created-with-200',
      'A new category is answered with 200.',
      repliesOf('createCategory', 201, (found) => ({ ...found, status: 200 })),
    ],
    [
      'deletePet',
      'deleted-with-200',
      'A deleted pet is answered with 200 and a message.',
      repliesOf('deletePet', 204, () => reply(200, { message: 'Deleted.' })),
    ],
    [
      'updateOrder',
      'updated-with-202',
      'A changed order is answered with 202.',
      repliesOf('updateOrder', 200, (found) => ({ ...found, status: 202 })),
    ],
  ]),
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
  ...foundBy('no-content', [
    [
      'deletePet',
      'no-content-with-length',
      '204 to a deletion has a Content-Length.',
      repliesOf('deletePet', 204, (found) => withHeaders(found, { 'Content-Length': '0' })),
    ],
    [
      'cancelOrder',
      'cancelled-with-length',
      '204 to a cancellation has a Content-Length.',
      repliesOf('cancelOrder', 204, (found) => withHeaders(found, { 'Content-Length': '0' })),
    ],
  ]),
]
