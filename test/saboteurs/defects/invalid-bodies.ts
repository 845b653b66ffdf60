import { foundBy, calls, property, takes, without, type Defect } from '../sabotage.ts'
import { isArray, textOf, type Json } from '../json.ts'
import { mends, mendsAbsent, mendsMalformed, mendsProperty } from '../lenient.ts'
import { violations } from '../shapes.ts'

type Value = Json | undefined

const isMissing = (value: Value): boolean => value === undefined
const isNull = (value: Value): boolean => value === null
const isEmpty = (value: Value): boolean => value === ''
const isNumeric = (value: Value): boolean => typeof value === 'number' || typeof value === 'bigint'
const isDigits = (value: Value): boolean => typeof value === 'string' && /^\d{1,15}$/.test(value)
const isFraction = (value: Value): boolean => typeof value === 'number' && !Number.isInteger(value)
const isLong = (value: Value): boolean => typeof value === 'string' && [...value].length > 100
const isWord = (value: Value): boolean => typeof value === 'string' && !isDateTime(value)
const isDateTime = (value: string): boolean =>
  violations({ type: 'string', format: 'date-time' }, value).length === 0
const isLost = (value: Value): boolean =>
  typeof value === 'string' && !['available', 'pending', 'sold'].includes(value)

const unnamed = (): string => 'Unnamed'
const cut = (value: Value): string => [...textOf(value)].slice(0, 100).join('')
const floor = (value: Value): number => Math.max(1, Math.floor(Number(value)))
const leftOut = (): undefined => undefined

const pet = { name: 'Unnamed', categoryId: 1 }

export const invalidBodyDefects: readonly Defect[] = foundBy('invalid-refused', [
  [
    'createPet',
    'name-not-required',
    'A pet needs no name.',
    mendsProperty('createPet', 'name', isMissing, unnamed),
  ],
  [
    'createPet',
    'name-may-be-empty',
    'A name may be empty.',
    mendsProperty('createPet', 'name', isEmpty, unnamed),
  ],
  [
    'createPet',
    'name-may-be-long',
    'A name may have more than 100 characters.',
    mendsProperty('createPet', 'name', isLong, cut),
  ],
  [
    'createPet',
    'name-may-be-number',
    'A name may be a number.',
    mendsProperty('createPet', 'name', isNumeric, String),
  ],
  [
    'createPet',
    'category-not-required',
    'A pet needs no category.',
    mendsProperty('createPet', 'categoryId', isMissing, () => 1),
  ],
  [
    'createPet',
    'category-may-be-string',
    'A categoryId may be a string.',
    mendsProperty('createPet', 'categoryId', isDigits, Number),
  ],
  [
    'createPet',
    'category-may-be-zero',
    'A categoryId may be 0.',
    mendsProperty(
      'createPet',
      'categoryId',
      (value) => value === 0,
      () => 1,
    ),
  ],
  [
    'createPet',
    'status-may-be-unknown',
    'A status may be any word.',
    mendsProperty('createPet', 'status', isLost, leftOut),
  ],
  [
    'createPet',
    'status-may-be-null',
    'A status may be null.',
    mendsProperty('createPet', 'status', isNull, leftOut),
  ],
  [
    'createPet',
    'body-may-be-array',
    'A body may be an array.',
    mends('createPet', (body) => (isArray(body) ? pet : body)),
  ],
  ['createPet', 'body-may-be-malformed', 'A body need not be JSON.', mendsMalformed('createPet', pet)],
  ['createPet', 'body-not-required', 'A body may be left out.', mendsAbsent('createPet', pet)],
  [
    'createPet',
    'body-of-any-type',
    'A body may be text/plain.',
    calls('createPet', (call) => ({
      ...call,
      headers: { ...call.headers, 'content-type': 'application/json' },
    })),
  ],
  [
    'createPet',
    'body-not-utf-8',
    'A body need not be UTF-8.',
    calls('createPet', (call) =>
      call.body ? { ...call, body: new TextEncoder().encode(new TextDecoder().decode(call.body)) } : call,
    ),
  ],
  [
    'updatePet',
    'update-may-be-empty',
    'A change may be of nothing.',
    takes('updatePet', ({ body }) => without('minProperties')(body!)),
  ],
  [
    'updatePet',
    'new-name-may-be-empty',
    'A new name may be empty.',
    mendsProperty('updatePet', 'name', isEmpty, unnamed),
  ],
  [
    'updatePet',
    'new-name-may-be-null',
    'A new name may be null.',
    mendsProperty('updatePet', 'name', isNull, unnamed),
  ],
  [
    'updatePet',
    'new-status-may-be-unknown',
    'A new status may be any word.',
    mendsProperty('updatePet', 'status', isLost, () => 'available'),
  ],
  [
    'createCategory',
    'category-name-not-required',
    'A category needs no name.',
    (store) => {
      let count = 1
      mendsProperty('createCategory', 'name', isMissing, () => `Unnamed ${count++}`)(store)
    },
  ],
  [
    'createCategory',
    'category-name-may-be-long',
    'The name of a category may have more than 100 characters.',
    mendsProperty('createCategory', 'name', isLong, cut),
  ],
  [
    'createCategory',
    'description-may-be-number',
    'A description may be a number.',
    mendsProperty('createCategory', 'description', isNumeric, String),
  ],
  [
    'placeOrder',
    'quantity-not-required',
    'An order needs no quantity.',
    mendsProperty('placeOrder', 'quantity', isMissing, () => 1),
  ],
  [
    'placeOrder',
    'quantity-may-be-zero',
    'An order may be of quantity 0.',
    mendsProperty(
      'placeOrder',
      'quantity',
      (value) => value === 0,
      () => 1,
    ),
  ],
  [
    'placeOrder',
    'quantity-may-be-string',
    'A quantity may be a string.',
    mendsProperty('placeOrder', 'quantity', isDigits, Number),
  ],
  [
    'placeOrder',
    'quantity-may-be-fraction',
    'A quantity may be a fraction.',
    mendsProperty('placeOrder', 'quantity', isFraction, floor),
  ],
  [
    'placeOrder',
    'date-may-be-word',
    'A ship date may be any text.',
    mendsProperty('placeOrder', 'shipDate', isWord, leftOut),
  ],
  [
    'placeOrder',
    'date-may-be-number',
    'A ship date may be a number.',
    mendsProperty('placeOrder', 'shipDate', isNumeric, leftOut),
  ],
  [
    'updateOrder',
    'complete-may-be-false',
    'An order may be completed with false.',
    property('updateOrder', 'complete', without('enum')),
  ],
  [
    'updateOrder',
    'complete-may-be-string',
    'Complete may be a string.',
    mendsProperty(
      'updateOrder',
      'complete',
      (value) => typeof value === 'string',
      () => true,
    ),
  ],
  [
    'updateOrder',
    'new-date-may-be-word',
    'A new ship date may be any text.',
    mendsProperty('updateOrder', 'shipDate', isWord, () => '2030-01-01T00:00:00Z'),
  ],
  [
    'updateInventory',
    'stock-not-required',
    'A new quantity may be left out.',
    mendsProperty('updateInventory', 'quantity', isMissing, () => 1),
  ],
  [
    'updateInventory',
    'stock-may-be-negative',
    'A new quantity may be below 0.',
    mendsProperty(
      'updateInventory',
      'quantity',
      (value) => Number(value) < 0,
      () => 0,
    ),
  ],
  [
    'updateInventory',
    'stock-may-be-huge',
    'A new quantity may be beyond int32.',
    mendsProperty(
      'updateInventory',
      'quantity',
      (value) => isNumeric(value) && Number(value) >= 2 ** 31,
      () => 2 ** 31 - 1,
    ),
  ],
  [
    'updateInventory',
    'stock-may-be-null',
    'A new quantity may be null.',
    mendsProperty('updateInventory', 'quantity', isNull, () => 1),
  ],
])
