import type { Answer, Client, Sent } from './client.ts'

export type Visit = readonly [method: string, path: string, json?: unknown, headers?: Sent['headers']]

const large = '9007199254740993'
const largest = '9223372036854775807'
export const text = (content: string | Uint8Array): { readonly text: string | Uint8Array } => ({
  text: content,
})
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

/** Reads everything there is, so that what a request changed shows. */
const look: readonly Visit[] = [
  ...reads.map((path): Visit => ['GET', path]),
  ...[2, 3, 4, 5, 6].flatMap((id): Visit[] => [
    ['GET', `/pets/${id}`],
    ['GET', `/inventory/${id}`],
    ['GET', `/categories/${id}`],
    ['GET', `/store/orders/${id}`],
  ]),
]

const readsOfAllKinds: readonly Visit[] = [
  ...reads.map((path): Visit => ['HEAD', path]),
  ...reads.map((path): Visit => ['GET', path, undefined, { 'if-none-match': '*' }]),
  ...reads.map((path): Visit => ['PUT', path]),
  ...['limit=2', 'limit=1', 'limit=100', 'offset=1', 'limit=1&offset=2'].map((query): Visit => [
    'GET',
    `/pets?${query}`,
  ]),
  ...['status=sold', 'status=pending', 'categoryId=1', `categoryId=${large}`, 'id=1&id=3', 'id=2'].map(
    (query): Visit => ['GET', `/pets?${query}`],
  ),
  ...['limit=0', 'limit=101', 'limit=many', 'limit=1.5', 'offset=-1', 'status=lost'].map((query): Visit => [
    'GET',
    `/pets?${query}`,
  ]),
  ...['categoryId=dogs', 'categoryId=9223372036854775808', 'id=0', 'id=x'].map((query): Visit => [
    'GET',
    `/pets?${query}`,
  ]),
  ...[large, largest, '9223372036854775808', '0', '1x', '1.5', '%E0%A4%A', '99'].flatMap((id): Visit[] => [
    ['GET', `/pets/${id}`],
    ['GET', `/categories/${id}`],
    ['GET', `/store/orders/${id}`],
    ['GET', `/inventory/${id}`],
  ]),
]

const creations: readonly Visit[] = [
  ...['', 'L', 'x'.repeat(100), '🐈'.repeat(60), long, 1, null].map((name): Visit => [
    'POST',
    '/pets',
    { ...pet, name },
  ]),
  ...['2', 0, 1.5, 99, null].map((categoryId): Visit => ['POST', '/pets', { ...pet, categoryId }]),
  ...['available', 'pending', 'sold', 'lost', null].map((status): Visit => [
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
  ...['Birds', 'Birds', '', long, 1].map((name): Visit => ['POST', '/categories', { name }]),
  ['POST', '/categories', {}],
  ['POST', '/categories', { name: 'Fish', description: 'Wet.', colour: 'silver' }],
  ['POST', '/categories', { name: 'Snakes', description: 1 }],
  ['POST', '/categories', text('{')],
  ['POST', '/categories', text('{"name":"a","name":"b"}')],
]

const orders: readonly Visit[] = [
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
  ...[0, 1.5, '1', 99, -1].map((quantity): Visit => ['POST', '/store/orders', { ...order, quantity }]),
  ...['tomorrow', 5, '2026-02-30T10:00:00Z'].map((shipDate): Visit => [
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

const changes: readonly Visit[] = [
  ['PATCH', '/pets/1', { name: 'Bella II' }, { 'if-match': '"stale"' }],
  ...[
    { name: 'Bella II' },
    { name: '' },
    { name: null },
    { status: 'lost' },
    {},
    { categoryId: 99 },
    { status: 'pending' },
  ].map((json): Visit => ['PATCH', '/pets/1', json]),
  ['PATCH', '/pets/1'],
  ['PATCH', '/pets/3', { status: 'pending' }],
  ['GET', '/pets'],
  ['GET', '/pets/1'],
  ['GET', '/inventory/1'],
  ...[0, 5, -1, 2 ** 31, 2 ** 31 - 1, null].flatMap((quantity): Visit[] => [
    ['PATCH', '/inventory/1', { quantity }],
    ['GET', '/inventory/1'],
  ]),
  ['PATCH', '/inventory/1', {}],
  ['PATCH', '/inventory/1', text('{"quantity":1,"quantity":2}')],
  ['PATCH', '/inventory/3', { quantity: 0 }],
  ['GET', '/inventory/3'],
]

const deletions: readonly Visit[] = [
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
  ].map((path): Visit => ['DELETE', path]),
  ...[5, 6, 7, 8, 9, 10, 11, 12].map((id): Visit => ['DELETE', `/pets/${id}`]),
  ['POST', '/pets', pet],
  ['POST', '/categories', { name: 'Frogs' }],
  ['POST', '/store/orders', order],
]

const manyPets: readonly Visit[] = Array.from({ length: 25 }, (): Visit => ['POST', '/pets', pet])

const visits: readonly Visit[] = [
  ...look,
  ...readsOfAllKinds,
  ...orders,
  ...look,
  ...changes,
  ...look,
  ...creations,
  ...look,
  ...deletions,
  ...look,
  ...manyPets,
  ...look,
]

const guarded: readonly Visit[] = [
  'Bearer open-sesame',
  'Bearer wrong',
  'Basic open-sesame',
  undefined,
].flatMap((authorization) =>
  ['GET /pets', 'GET /inventory', 'DELETE /categories/99'].map((line): Visit => {
    const [method = '', path = ''] = line.split(' ')
    return [method, path, undefined, authorization === undefined ? {} : { authorization }]
  }),
)

/** One answer of a walk. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly answer: Answer
}

/** Walks through the whole store, or around the gate of one that wants a token. */
export function walk(client: Client, isGuarded: boolean): AsyncGenerator<Step> {
  return follow(client, isGuarded ? guarded : visits)
}

export async function* follow(client: Client, along: readonly Visit[]): AsyncGenerator<Step> {
  for (const [method, path, json, headers = {}] of along) {
    const content = isText(json) ? json : { json }
    yield { method, path, answer: await client.send(method, path, { ...content, headers }) }
  }
}

const unstable = new Set(['date', 'connection', 'keep-alive'])

/** All of an answer that two healthy stores have in common. */
export function lineOf({ method, path, answer }: Step): string {
  const fields = Object.entries(answer.headers)
    .filter(([name]) => !unstable.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return [method, path, answer.status, JSON.stringify(fields), answer.text].join(' ')
}

function isText(json: unknown): json is { readonly text: string | Uint8Array } {
  return typeof json === 'object' && json !== null && 'text' in json
}
