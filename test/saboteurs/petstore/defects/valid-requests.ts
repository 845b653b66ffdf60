import { isObject } from '../../shared/json.ts'
import { refuse } from '../server/call.ts'
import { editParsedBody } from './repairs.ts'
import {
  editRequest,
  foundBy,
  editProperty,
  editReply,
  editInputs,
  type Defect,
  type Sabotage,
} from './tools.ts'

const utf16: Sabotage = editReply('createPet', (reply, call) => {
  const name = /"name" *: *"([^"]*)"/.exec(new TextDecoder().decode(call.body))?.[1] ?? ''
  return name.length > 100 ? refuse(400, 'invalid_request', 'The name is too long.') : reply
})

const closed: Sabotage = editParsedBody('createCategory', (body) => {
  const isKnown = (name: string): boolean => name === 'name' || name === 'description'
  return isObject(body) && !Object.keys(body).every(isKnown) ? [] : body
})

const noCharset: Sabotage = editRequest('createPet', (call) => {
  const type = call.headers['content-type']?.includes(';') ? 'text/plain' : call.headers['content-type']
  return { ...call, headers: { ...call.headers, 'content-type': type } }
})

export const validDefects: readonly Defect[] = foundBy('valid-accepted', [
  [
    'createPet',
    'short-name-refused',
    'A name of 1 character is refused.',
    editProperty('createPet', 'name', (name) => void (name.minLength = 2)),
  ],
  [
    'createPet',
    'longest-name-refused',
    'A name of 100 characters is refused.',
    editProperty('createPet', 'name', (name) => void (name.maxLength = 99)),
  ],
  ['createPet', 'characters-counted-twice', 'The length of a name is counted in UTF-16 code units.', utf16],
  [
    'createPet',
    'status-required',
    'A pet without a status is refused.',
    editInputs('createPet', ({ body }) => void body!.required!.push('status')),
  ],
  [
    'createPet',
    'sold-refused',
    'A new pet with the status sold is refused.',
    editProperty('createPet', 'status', (status) => void (status.enum = ['available', 'pending'])),
  ],
  ['createPet', 'charset-refused', 'A Content-Type with a charset is refused.', noCharset],
  [
    'updatePet',
    'name-required-to-update',
    'A change without a name is refused.',
    editInputs('updatePet', ({ body }) => void (body!.required = ['name'])),
  ],
  [
    'createCategory',
    'description-required',
    'A category without a description is refused.',
    editInputs('createCategory', ({ body }) => void body!.required!.push('description')),
  ],
  ['createCategory', 'more-properties-refused', 'An undeclared property is refused.', closed],
  [
    'listPets',
    'largest-limit-refused',
    'A limit of 100 is refused.',
    editInputs('listPets', ({ query }) => void (query['limit']!.maximum = 99)),
  ],
  [
    'listPets',
    'smallest-limit-refused',
    'A limit of 1 is refused.',
    editInputs('listPets', ({ query }) => void (query['limit']!.minimum = 2)),
  ],
  [
    'listPets',
    'filter-by-sold-refused',
    'The status filter refuses sold.',
    editInputs('listPets', ({ query }) => void (query['status']!.enum = ['available', 'pending'])),
  ],
  [
    'listPets',
    'two-ids-refused',
    'The id filter refuses several ids.',
    editInputs('listPets', ({ query }) => void (query['id'] = query['id']!.items!)),
  ],
  [
    'placeOrder',
    'date-required',
    'An order without a ship date is refused.',
    editInputs('placeOrder', ({ body }) => void body!.required!.push('shipDate')),
  ],
  [
    'placeOrder',
    'single-unit-refused',
    'An order of quantity 1 is refused.',
    editProperty('placeOrder', 'quantity', (quantity) => void (quantity.minimum = 2)),
  ],
  [
    'placeOrder',
    'longest-key-refused',
    'An Idempotency-Key of 255 characters is refused.',
    editInputs('placeOrder', ({ header }) => void (header['idempotency-key']!.maxLength = 254)),
  ],
  [
    'updateOrder',
    'date-required-to-complete',
    'Completing without a ship date is refused.',
    editInputs('updateOrder', ({ body }) => void (body!.required = ['shipDate'])),
  ],
  [
    'updateInventory',
    'zero-refused',
    'A stock of 0 is refused.',
    editProperty('updateInventory', 'quantity', (quantity) => void (quantity.minimum = 1)),
  ],
  [
    'updateInventory',
    'largest-stock-refused',
    'A stock of the largest int32 is refused.',
    editProperty('updateInventory', 'quantity', (quantity) => void (quantity.maximum = 2 ** 31 - 2)),
  ],
])
