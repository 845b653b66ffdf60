import { isArray, textOf, type Json } from '../../shared/json.ts'
import { violations } from '../server/shapes.ts'
import { editParsedBody, replaceAbsentBody, replaceMalformedBody, repairProperty } from './repairs.ts'
import { foundBy, editRequest, editProperty, editInputs, without, type Defect } from './tools.ts'

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
    'A pet without a name is accepted.',
    repairProperty('createPet', 'name', isMissing, unnamed),
  ],
  [
    'createPet',
    'name-may-be-empty',
    'A name may be empty.',
    repairProperty('createPet', 'name', isEmpty, unnamed),
  ],
  [
    'createPet',
    'name-may-be-long',
    'A name may have more than 100 characters.',
    repairProperty('createPet', 'name', isLong, cut),
  ],
  [
    'createPet',
    'name-may-be-number',
    'A name may be a number.',
    repairProperty('createPet', 'name', isNumeric, String),
  ],
  [
    'createPet',
    'category-not-required',
    'A pet without a category is accepted.',
    repairProperty('createPet', 'categoryId', isMissing, () => 1),
  ],
  [
    'createPet',
    'category-may-be-string',
    'A categoryId may be a string.',
    repairProperty('createPet', 'categoryId', isDigits, Number),
  ],
  [
    'createPet',
    'category-may-be-zero',
    'A categoryId may be 0.',
    repairProperty(
      'createPet',
      'categoryId',
      (value) => value === 0,
      () => 1,
    ),
  ],
  [
    'createPet',
    'status-may-be-unknown',
    'An unknown status is accepted.',
    repairProperty('createPet', 'status', isLost, leftOut),
  ],
  [
    'createPet',
    'status-may-be-null',
    'A status may be null.',
    repairProperty('createPet', 'status', isNull, leftOut),
  ],
  [
    'createPet',
    'body-may-be-array',
    'A body may be an array.',
    editParsedBody('createPet', (body) => (isArray(body) ? pet : body)),
  ],
  [
    'createPet',
    'body-may-be-malformed',
    'A body that is not JSON is accepted.',
    replaceMalformedBody('createPet', pet),
  ],
  ['createPet', 'body-not-required', 'A body may be left out.', replaceAbsentBody('createPet', pet)],
  [
    'createPet',
    'body-of-any-type',
    'A body may be text/plain.',
    editRequest('createPet', (call) => ({
      ...call,
      headers: { ...call.headers, 'content-type': 'application/json' },
    })),
  ],
  [
    'createPet',
    'body-not-utf-8',
    'A body that is not UTF-8 is accepted.',
    editRequest('createPet', (call) =>
      call.body ? { ...call, body: new TextEncoder().encode(new TextDecoder().decode(call.body)) } : call,
    ),
  ],
  [
    'updatePet',
    'update-may-be-empty',
    'An empty update is accepted.',
    editInputs('updatePet', ({ body }) => without('minProperties')(body!)),
  ],
  [
    'updatePet',
    'new-name-may-be-empty',
    'A new name may be empty.',
    repairProperty('updatePet', 'name', isEmpty, unnamed),
  ],
  [
    'updatePet',
    'new-name-may-be-null',
    'A new name may be null.',
    repairProperty('updatePet', 'name', isNull, unnamed),
  ],
  [
    'updatePet',
    'new-status-may-be-unknown',
    'An unknown new status is accepted.',
    repairProperty('updatePet', 'status', isLost, () => 'available'),
  ],
  [
    'createCategory',
    'category-name-not-required',
    'A category without a name is accepted.',
    (store) => {
      let count = 1
      repairProperty('createCategory', 'name', isMissing, () => `Unnamed ${count++}`)(store)
    },
  ],
  [
    'createCategory',
    'category-name-may-be-long',
    'The name of a category may have more than 100 characters.',
    repairProperty('createCategory', 'name', isLong, cut),
  ],
  [
    'createCategory',
    'description-may-be-number',
    'A description may be a number.',
    repairProperty('createCategory', 'description', isNumeric, String),
  ],
  [
    'placeOrder',
    'quantity-not-required',
    'An order without a quantity is accepted.',
    repairProperty('placeOrder', 'quantity', isMissing, () => 1),
  ],
  [
    'placeOrder',
    'quantity-may-be-zero',
    'An order may be of quantity 0.',
    repairProperty(
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
    repairProperty('placeOrder', 'quantity', isDigits, Number),
  ],
  [
    'placeOrder',
    'quantity-may-be-fraction',
    'A quantity may be a fraction.',
    repairProperty('placeOrder', 'quantity', isFraction, floor),
  ],
  [
    'placeOrder',
    'date-may-be-word',
    'A ship date that is not a date is accepted.',
    repairProperty('placeOrder', 'shipDate', isWord, leftOut),
  ],
  [
    'placeOrder',
    'date-may-be-number',
    'A ship date may be a number.',
    repairProperty('placeOrder', 'shipDate', isNumeric, leftOut),
  ],
  [
    'updateOrder',
    'complete-may-be-false',
    'An order may be completed with false.',
    editProperty('updateOrder', 'complete', without('enum')),
  ],
  [
    'updateOrder',
    'complete-may-be-string',
    'Complete may be a string.',
    repairProperty(
      'updateOrder',
      'complete',
      (value) => typeof value === 'string',
      () => true,
    ),
  ],
  [
    'updateOrder',
    'new-date-may-be-word',
    'A new ship date that is not a date is accepted.',
    repairProperty('updateOrder', 'shipDate', isWord, () => '2030-01-01T00:00:00Z'),
  ],
  [
    'updateInventory',
    'stock-not-required',
    'A new quantity may be left out.',
    repairProperty('updateInventory', 'quantity', isMissing, () => 1),
  ],
  [
    'updateInventory',
    'stock-may-be-negative',
    'A new quantity may be below 0.',
    repairProperty(
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
    repairProperty(
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
    repairProperty('updateInventory', 'quantity', isNull, () => 1),
  ],
])
