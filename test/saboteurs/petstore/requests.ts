import { text, type ScriptedRequest } from '../shared/script.ts'

const large = '9007199254740993'
const largest = '9223372036854775807'
const long = 'x'.repeat(101)
const pet = { name: 'Luna', categoryId: 2 }
const order = { petId: 1, quantity: 1 }

const reads = [
  '/pets',
  '/pets/1',
  '/categories',
  '/categories/1',
  '/store/orders',
  '/store/orders/1',
  '/inventory',
  '/inventory/1',
]

/** Reads every record, which shows what the requests before have changed. */
const readEverything: readonly ScriptedRequest[] = [
  ...reads.map((path): ScriptedRequest => ['GET', path]),
  ...[2, 3, 4, 5, 6].flatMap((id): ScriptedRequest[] => [
    ['GET', `/pets/${id}`],
    ['GET', `/inventory/${id}`],
    ['GET', `/categories/${id}`],
    ['GET', `/store/orders/${id}`],
  ]),
]

const readsOfAllKinds: readonly ScriptedRequest[] = [
  ...reads.map((path): ScriptedRequest => ['HEAD', path]),
  ...reads.map((path): ScriptedRequest => ['GET', path, undefined, { 'if-none-match': '*' }]),
  ...reads.map((path): ScriptedRequest => ['PUT', path]),
  ...['limit=2', 'limit=1', 'limit=100', 'offset=1', 'limit=1&offset=2'].map((query): ScriptedRequest => [
    'GET',
    `/pets?${query}`,
  ]),
  ...['status=sold', 'status=pending', 'categoryId=1', `categoryId=${large}`, 'id=1&id=3', 'id=2'].map(
    (query): ScriptedRequest => ['GET', `/pets?${query}`],
  ),
  ...['limit=0', 'limit=101', 'limit=many', 'limit=1.5', 'offset=-1', 'status=lost'].map(
    (query): ScriptedRequest => ['GET', `/pets?${query}`],
  ),
  ...['categoryId=dogs', 'categoryId=9223372036854775808', 'id=0', 'id=x'].map((query): ScriptedRequest => [
    'GET',
    `/pets?${query}`,
  ]),
  ...[large, largest, '9223372036854775808', '0', '1x', '1.5', '%E0%A4%A', '99'].flatMap(
    (id): ScriptedRequest[] => [
      ['GET', `/pets/${id}`],
      ['GET', `/categories/${id}`],
      ['GET', `/store/orders/${id}`],
      ['GET', `/inventory/${id}`],
    ],
  ),
]

const creations: readonly ScriptedRequest[] = [
  ...['', 'L', 'x'.repeat(100), '🐈'.repeat(60), long, 1, null].map((name): ScriptedRequest => [
    'POST',
    '/pets',
    { ...pet, name },
  ]),
  ...['2', 0, 1.5, 99, null].map((categoryId): ScriptedRequest => ['POST', '/pets', { ...pet, categoryId }]),
  ...['available', 'pending', 'sold', 'lost', null].map((status): ScriptedRequest => [
    'POST',
    '/pets',
    { ...pet, status },
  ]),
  ['POST', '/pets', { name: 'Luna' }],
  ['POST', '/pets', { categoryId: 2 }],
  ['POST', '/pets', [pet]],
  ['POST', '/pets'],
  ['POST', '/pets', text('{"name":')],
  ['POST', '/pets', text('{"name":"a","name":"b","categoryId":1}')],
  ['POST', '/pets', text(`{"name":"Luna","categoryId":${large}}`)],
  ['POST', '/pets', text(Buffer.from('{"name":"\xff","categoryId":1}', 'latin1'))],
  ['POST', '/pets', pet, { 'content-type': 'text/plain' }],
  ['POST', '/pets', pet, { 'content-type': 'application/json; charset=utf-8' }],
  ...['Birds', 'Birds', '', long, 1].map((name): ScriptedRequest => ['POST', '/categories', { name }]),
  ['POST', '/categories', {}],
  ['POST', '/categories', { name: 'Fish', description: 'Wet.', colour: 'silver' }],
  ['POST', '/categories', { name: 'Snakes', description: 1 }],
  ['POST', '/categories', text('{')],
  ['POST', '/categories', text('{"name":"a","name":"b"}')],
]

const orders: readonly ScriptedRequest[] = [
  ['POST', '/store/orders', order, { 'idempotency-key': 'a' }],
  ['POST', '/store/orders', order, { 'idempotency-key': 'a' }],
  ['GET', '/inventory/1'],
  ['POST', '/store/orders', { ...order, quantity: 2 }, { 'idempotency-key': 'a' }],
  [
    'POST',
    '/store/orders',
    { ...order, shipDate: '2026-04-01T10:00:00+02:00' },
    { 'idempotency-key': 'k'.repeat(255) },
  ],
  ['POST', '/store/orders', order, { 'idempotency-key': 'k'.repeat(256) }],
  ...[0, 1.5, '1', 99, -1].map((quantity): ScriptedRequest => [
    'POST',
    '/store/orders',
    { ...order, quantity },
  ]),
  ...['tomorrow', 5, '2026-02-30T10:00:00Z'].map((shipDate): ScriptedRequest => [
    'POST',
    '/store/orders',
    { ...order, shipDate },
  ]),
  ['POST', '/store/orders', { petId: 1 }],
  ['POST', '/store/orders', { petId: 99, quantity: 1 }],
  ['GET', '/inventory/1'],
  ['PATCH', '/store/orders/1', { complete: false }],
  ['PATCH', '/store/orders/1', { complete: 'true' }],
  ['PATCH', '/store/orders/1', { shipDate: 'tomorrow' }],
  ['PATCH', '/store/orders/1', { shipDate: '2027-01-01T00:00:00Z' }, { 'if-match': '*' }],
  ['PATCH', '/store/orders/1', { complete: true }],
  ['DELETE', '/store/orders/1'],
  ['DELETE', '/store/orders/3', undefined, { 'if-match': '"stale"' }],
  ['DELETE', '/store/orders/3'],
  ['DELETE', '/store/orders/3'],
  ['GET', '/store/orders/3'],
  ['GET', '/store/orders/4'],
  ['DELETE', '/store/orders/4'],
  ['POST', '/store/orders', order],
  ['GET', '/store/orders'],
  ['GET', '/inventory/1'],
]

const changes: readonly ScriptedRequest[] = [
  ['PATCH', '/pets/1', { name: 'Bella II' }, { 'if-match': '"stale"' }],
  ...[
    { name: 'Bella II' },
    { name: '' },
    { name: null },
    { status: 'lost' },
    {},
    { categoryId: 99 },
    { status: 'pending' },
  ].map((json): ScriptedRequest => ['PATCH', '/pets/1', json]),
  ['PATCH', '/pets/1'],
  ['PATCH', '/pets/3', { status: 'pending' }],
  ['GET', '/pets'],
  ['GET', '/pets/1'],
  ['GET', '/inventory/1'],
  ...[0, 5, -1, 2 ** 31, 2 ** 31 - 1, null].flatMap((quantity): ScriptedRequest[] => [
    ['PATCH', '/inventory/1', { quantity }],
    ['GET', '/inventory/1'],
  ]),
  ['PATCH', '/inventory/1', {}],
  ['PATCH', '/inventory/1', text('{"quantity":1,"quantity":2}')],
  ['PATCH', '/inventory/3', { quantity: 0 }],
  ['GET', '/inventory/3'],
]

const deletions: readonly ScriptedRequest[] = [
  ['POST', '/pets', pet],
  ...[
    '/pets/2',
    '/pets/4',
    '/pets/4',
    '/pets/5',
    '/pets/99',
    '/categories/1',
    '/categories/3',
    '/categories/3',
    '/categories/4',
  ].map((path): ScriptedRequest => ['DELETE', path]),
  ...[5, 6, 7, 8, 9, 10, 11, 12].map((id): ScriptedRequest => ['DELETE', `/pets/${id}`]),
  ['POST', '/pets', pet],
  ['POST', '/categories', { name: 'Frogs' }],
  ['POST', '/store/orders', order],
]

const manyPets: readonly ScriptedRequest[] = Array.from({ length: 25 }, (): ScriptedRequest => [
  'POST',
  '/pets',
  pet,
])

/** Requests to every operation, in an order in which each finds what it needs. */
export const requests: readonly ScriptedRequest[] = [
  ...readEverything,
  ...readsOfAllKinds,
  ...orders,
  ...readEverything,
  ...changes,
  ...readEverything,
  ...creations,
  ...readEverything,
  ...deletions,
  ...readEverything,
  ...manyPets,
  ...readEverything,
]
