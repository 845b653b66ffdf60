import { rounded } from '../../shared/edits.ts'
import { stringifyJson, type Json } from '../../shared/json.ts'
import type { OperationId } from '../server/inputs.ts'
import type { State } from '../server/state.ts'
import { editParsedBody } from './repairs.ts'
import { foundBy, wrapHandler, editInputs, type Defect, type Sabotage } from './tools.ts'

/** Assigns the id that follows the highest one in use. */
const reuseIds = (
  operationId: OperationId,
  kind: 'pets' | 'categories' | 'orders',
  counter: keyof State['next'],
): Sabotage =>
  wrapHandler(operationId, (values, state, healthy) => {
    const small = [...state[kind].keys()].map(Number).filter(Number.isSafeInteger)
    state.next[counter] = Math.max(0, ...small) + 1
    return healthy(values, state)
  })

const roundOutput =
  (operationId: OperationId): Sabotage =>
  ({ parts: { codec } }) => {
    codec.stringify = (value, call) =>
      stringifyJson(call.operationId === operationId ? rounded(value) : value)
  }

const roundParameters =
  (operationId: OperationId): Sabotage =>
  ({ parts: { codec } }) => {
    const { integer } = codec
    codec.integer = (text, call) => {
      const value = integer(text, call)
      return call.operationId === operationId ? rounded(value) : value
    }
  }

/** Parses bodies with `JSON.parse`, which keeps the last of two members of one name. */
const keepLastMember =
  (operationId: OperationId): Sabotage =>
  ({ parts: { codec } }) => {
    const { parse } = codec
    codec.parse = (text, call) =>
      call.operationId === operationId ? (JSON.parse(text) as Json) : parse(text, call)
  }

/** Keeps the first of two members of one name. */
const keepFirstMember =
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
      'The id of a deleted pet is reused.',
      reuseIds('createPet', 'pets', 'pet'),
    ],
    [
      'createCategory',
      'category-id-reused',
      'The id of a deleted category is reused.',
      reuseIds('createCategory', 'categories', 'category'),
    ],
    [
      'placeOrder',
      'order-id-reused',
      'The id of a cancelled order is reused.',
      reuseIds('placeOrder', 'orders', 'order'),
    ],
  ]),
  ...foundBy('int64', [
    [
      'listPets',
      'listed-id-rounded',
      'Ids beyond 2^53 are rounded in the list of pets.',
      roundOutput('listPets'),
    ],
    [
      'getInventoryItem',
      'sent-id-rounded',
      'Ids beyond 2^53 are rounded in an inventory entry.',
      roundOutput('getInventoryItem'),
    ],
    [
      'getCategory',
      'path-id-rounded',
      'Ids beyond 2^53 are rounded in the path of a category.',
      roundParameters('getCategory'),
    ],
    [
      'listPets',
      'filter-id-rounded',
      'Ids beyond 2^53 are rounded in the filters of pets.',
      roundParameters('listPets'),
    ],
    [
      'createPet',
      'body-id-rounded',
      'Ids beyond 2^53 are rounded in the body of a new pet.',
      editParsedBody('createPet', rounded),
    ],
    [
      'getOrder',
      'largest-id-refused',
      'An id beyond 2^53 is refused.',
      editInputs('getOrder', ({ path }) => void (path['orderId']!.maximum = Number.MAX_SAFE_INTEGER)),
    ],
  ]),
  ...foundBy('duplicate-keys', [
    [
      'createPet',
      'last-name-wins',
      'A body that repeats a name is accepted; the last value counts.',
      keepLastMember('createPet'),
    ],
    [
      'createCategory',
      'last-category-name-wins',
      'A body that repeats a name is accepted; the last value counts.',
      keepLastMember('createCategory'),
    ],
    [
      'updateInventory',
      'first-quantity-wins',
      'A body that repeats the quantity is accepted; the first value counts.',
      keepFirstMember('updateInventory', 'quantity'),
    ],
  ]),
]
