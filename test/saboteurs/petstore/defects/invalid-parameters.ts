import { repairPath, dropQueryValue } from './repairs.ts'
import { foundBy, editInputs, without, type Defect } from './tools.ts'

export const invalidParameterDefects: readonly Defect[] = foundBy('invalid-refused', [
  [
    'listPets',
    'limit-may-be-zero',
    'A limit may be 0.',
    dropQueryValue('listPets', 'limit', (text) => text === '0'),
  ],
  [
    'listPets',
    'limit-may-be-huge',
    'A limit may be above 100.',
    dropQueryValue('listPets', 'limit', (text) => Number(text) > 100),
  ],
  [
    'listPets',
    'limit-may-be-word',
    'A limit may be a word.',
    dropQueryValue('listPets', 'limit', (text) => Number.isNaN(Number(text))),
  ],
  [
    'listPets',
    'limit-may-be-fraction',
    'A limit may be a fraction.',
    dropQueryValue('listPets', 'limit', (text) => !Number.isInteger(Number(text))),
  ],
  [
    'listPets',
    'offset-may-be-negative',
    'An offset may be below 0.',
    dropQueryValue('listPets', 'offset', (text) => Number(text) < 0),
  ],
  [
    'listPets',
    'filter-by-unknown-status',
    'A filter by an unknown status is accepted.',
    dropQueryValue('listPets', 'status', (text) => !['available', 'pending', 'sold'].includes(text)),
  ],
  [
    'listPets',
    'filter-by-word',
    'A filter by category may be a word.',
    dropQueryValue('listPets', 'categoryId', (text) => !/^-?\d+$/.test(text)),
  ],
  [
    'listPets',
    'filter-beyond-int64',
    'A filter by category may be beyond int64.',
    editInputs('listPets', ({ query }) => without('format')(query['categoryId']!)),
  ],
  [
    'listPets',
    'filter-by-id-zero',
    'A filter by id may be 0.',
    editInputs('listPets', ({ query }) => without('minimum')(query['id']!.items!)),
  ],
  [
    'getPet',
    'id-with-trailing-letters',
    'An id may end in letters.',
    repairPath('getPet', (text) => text.replace(/[a-z]+$/i, '')),
  ],
  [
    'getInventoryItem',
    'id-may-be-fraction',
    'An id may be a fraction.',
    repairPath('getInventoryItem', (text) => text.replace(/\.\d+$/, '')),
  ],
  [
    'placeOrder',
    'idempotency-key-may-be-long',
    'An Idempotency-Key may have more than 255 characters.',
    editInputs('placeOrder', ({ header }) => without('maxLength')(header['idempotency-key']!)),
  ],
])
