import type { OperationId } from '../inputs.ts'
import { stringifyJson, type Json } from '../json.ts'
import { mends } from '../lenient.ts'
import { foundBy, handles, rounded, takes, type Defect, type Sabotage } from '../sabotage.ts'
import type { State } from '../state.ts'

/** Assigns the id after the highest there is. */
const reuses = (
  operationId: OperationId,
  kind: 'pets' | 'categories' | 'orders',
  counter: keyof State['next'],
): Sabotage =>
  handles(operationId, (values, state, healthy) => {
    const small = [...state[kind].keys()].map(Number).filter(Number.isSafeInteger)
    state.next[counter] = Math.max(0, ...small) + 1
    return healthy(values, state)
  })

const roundsOutput =
  (operationId: OperationId): Sabotage =>
  ({ parts: { codec } }) => {
    codec.stringify = (value, call) =>
      stringifyJson(call.operationId === operationId ? rounded(value) : value)
  }

const roundsParameters =
  (operationId: OperationId): Sabotage =>
  ({ parts: { codec } }) => {
    const { integer } = codec
    codec.integer = (text, call) => {
      const value = integer(text, call)
      return call.operationId === operationId ? rounded(value) : value
    }
  }

/** Reads a body with the platform's own parser: the last of two members of one name wins. */
const lastWins =
  (operationId: OperationId): Sabotage =>
  ({ parts: { codec } }) => {
    const { parse } = codec
    codec.parse = (text, call) =>
      call.operationId === operationId ? (JSON.parse(text) as Json) : parse(text, call)
  }

/** Of two members of one name the first wins. */
const firstWins =
  (operationId: OperationId, name: string): Sabotage =>
  ({ parts: { codec } }) => {
    const { parse } = codec
    const second = new RegExp(`("${name}"\\s*:[^,}]*)(.*),\\s*"${name}"\\s*:[^,}]*`, 's')
    codec.parse = (text, call) =>
      parse(call.operationId === operationId ? text.replace(second, '$1$2') : text, call)
  }

export const identityDefects: readonly Defect[] = [
  ...foundBy('ids-unique', [
    [
      'createPet',
      'pet-id-reused',
      'The id of a deleted pet is given to the next.',
      reuses('createPet', 'pets', 'pet'),
    ],
    [
      'createCategory',
      'category-id-reused',
      'The id of a deleted category is given to the next.',
      reuses('createCategory', 'categories', 'category'),
    ],
    [
      'placeOrder',
      'order-id-reused',
      'The id of a cancelled order is given to the next.',
      reuses('placeOrder', 'orders', 'order'),
    ],
  ]),
  ...foundBy('int64', [
    [
      'listPets',
      'listed-id-rounded',
      'Ids beyond 2^53 are rounded in the list of pets.',
      roundsOutput('listPets'),
    ],
    [
      'getInventoryItem',
      'sent-id-rounded',
      'Ids beyond 2^53 are rounded in an inventory entry.',
      roundsOutput('getInventoryItem'),
    ],
    [
      'getCategory',
      'path-id-rounded',
      'Ids beyond 2^53 are rounded in the path of a category.',
      roundsParameters('getCategory'),
    ],
    [
      'listPets',
      'filter-id-rounded',
      'Ids beyond 2^53 are rounded in the filters of pets.',
      roundsParameters('listPets'),
    ],
    [
      'createPet',
      'body-id-rounded',
      'Ids beyond 2^53 are rounded in the body of a new pet.',
      mends('createPet', rounded),
    ],
    [
      'getOrder',
      'largest-id-refused',
      'An id beyond 2^53 is refused.',
      takes('getOrder', ({ path }) => void (path['orderId']!.maximum = Number.MAX_SAFE_INTEGER)),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    ['createPet', 'last-name-wins', 'Of two members of one name the last wins.', lastWins('createPet')],
    [
      'createCategory',
      'last-category-name-wins',
      'Of two members of one name the last wins.',
      lastWins('createCategory'),
    ],
    [
      'updateInventory',
      'first-quantity-wins',
      'Of two quantities the first wins.',
      firstWins('updateInventory', 'quantity'),
    ],
  ]),
]
