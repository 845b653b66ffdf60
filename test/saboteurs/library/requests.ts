import type { Needs } from '../document-service/sabotage.ts'
import { text, type ScriptedRequest } from '../shared/script.ts'
import { uuid } from './server/state.ts'

const [shelf, otherShelf] = [`/shelves/${uuid('shelf', 1)}`, `/shelves/${uuid('shelf', 2)}`]
const bookAt = (n: number, on = shelf): string => `${on}/books/${uuid('book', n)}`
const authorAt = (n: number): string => `/authors/${uuid('author', n)}`
const loanAt = (n: number): string => `/loans/${uuid('loan', n)}`
const patronAt = (n: number): string => `/patrons/${uuid('patron', n)}`
const get = (path: string, headers?: Readonly<Record<string, string>>): ScriptedRequest => [
  'GET',
  path,
  undefined,
  headers,
]

const book = { title: 'Lodore', authorId: uuid('author', 1), genre: 'fiction', tags: [] }
const loan = { bookId: uuid('book', 2), member: 'ada@example.org' }
const stale = { 'if-match': '"stale"' }

const reads = [
  '/authors',
  authorAt(1),
  authorAt(3),
  '/shelves',
  shelf,
  otherShelf,
  `${shelf}/books`,
  bookAt(1),
  bookAt(2),
  bookAt(4, otherShelf),
  '/loans',
  loanAt(1),
  '/patrons',
  patronAt(1),
  '/settings',
  '/isbn/9780000000019',
  '/catalogue',
]

/** Reads every record, which shows what the requests before have changed. */
const readEverything: readonly ScriptedRequest[] = [
  ...reads.map((path) => get(path)),
  ...[4, 5, 6].map((n) => get(authorAt(n))),
  ...[3, 6, 7, 8].map((n) => get(bookAt(n))),
  ...[2, 3, 4].map((n) => get(loanAt(n))),
]

const methodsAndHeaders: readonly ScriptedRequest[] = reads.flatMap((path): readonly ScriptedRequest[] => [
  ['HEAD', path],
  ['OPTIONS', path],
  ['PROPFIND', path],
  get(path, { accept: 'text/html' }),
  get(path, { 'if-none-match': '*' }),
  get(`${path}?x=%E0%A4%A`),
  get(`${path}?x=${'y'.repeat(9000)}`),
])

const lists: readonly ScriptedRequest[] = [
  ...[
    'limit=1',
    'limit=2',
    'limit=50',
    'limit=51',
    'limit=0',
    'limit=x',
    'limit=1&limit=2',
    'cursor=',
    'cursor=nonsense',
  ].flatMap((query) => [
    get(`/authors?${query}`),
    get(`/shelves?${query}`),
    get(`${shelf}/books?${query}`),
    get(`/loans?${query}`),
  ]),
  ...[
    'sort=title',
    'sort=-title',
    'sort=publishedYear',
    'sort=-publishedYear',
    'sort=price',
    'genre=children',
    'genre=none',
  ].map((query) => get(`${shelf}/books?${query}`)),
  ...[
    `authorId=${uuid('author', 2)}`,
    `authorId=${uuid('author', 99)}`,
    'authorId=me',
    'onLoan=true',
    'onLoan=false',
    'onLoan=1',
  ].map((query) => get(`${shelf}/books?${query}`)),
  ...[
    'status=active',
    'status=returned',
    'status=lost',
    `bookId=${uuid('book', 1)}`,
    'dueFrom=2026-03-01',
    'dueTo=2026-02-01',
    'dueFrom=2026-02-02&dueTo=2026-02-28',
    'dueTo=soon',
  ].map((query) => get(`/loans?${query}`)),
  ...['floor=1', 'floor=x', 'floor=21'].map((query) => get(`/shelves?${query}`)),
  ...['name=Herodotus', 'name=', 'name=Nobody&limit=1'].map((query) => get(`/authors?${query}`)),
  get(`/shelves?limit=1&cursor=${cursor(0, uuid('shelf', 1))}`),
  get(`/authors?limit=1&cursor=${cursor(0, uuid('author', 1))}`),
  get(`${shelf}/books?limit=1&cursor=${cursor(0, uuid('book', 1))}`),
  get(`${shelf}/books?limit=1&sort=-title&cursor=${cursor('Valperga', uuid('book', 2))}`),
]

function cursor(key: string | number, id: string): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

const unknownPaths: readonly ScriptedRequest[] = [
  ...['x', uuid('shelf', 9), '%E0%A4%A', '%00'].flatMap((id) => [
    get(`/shelves/${id}`),
    get(`/shelves/${id}/books`),
    get(`/authors/${id}`),
    get(`/loans/${id}`),
    get(`${shelf}/books/${id}`),
  ]),
  get(bookAt(1, otherShelf)),
  get('/isbn/9780000000088'),
  get('/isbn/1'),
  get('/nothing'),
  get('/authors/'),
]

const authors: readonly ScriptedRequest[] = [
  ...['Ada', '', 'x'.repeat(120), 'x'.repeat(121), '🦉'.repeat(120), 1, null].map((name): ScriptedRequest => [
    'POST',
    '/authors',
    { name },
  ]),
  ...['1815-12-10', null, '1815-02-30', 'long ago'].map((bornOn): ScriptedRequest => [
    'POST',
    '/authors',
    { name: 'Ada', bornOn },
  ]),
  ['POST', '/authors', { name: 'Ada', id: uuid('author', 77), createdAt: 'never' }],
  get(authorAt(77)),
  ['POST', '/authors', text('{"name":"a","name":"b"}')],
  ['POST', '/authors', text('{"name":')],
  ['POST', '/authors', text(Buffer.from('{"name":"\xff"}', 'latin1'))],
  ['POST', '/authors', text('')],
  ['POST', '/authors', { name: 'Ada' }, { 'content-type': 'text/plain' }],
  ['POST', '/authors', { name: 'Ada' }, { 'content-type': 'application/xml' }],
  ['POST', '/authors', text(`{"name":"${'x'.repeat(1_100_000)}"}`)],
  ['PUT', authorAt(2), { name: 'Emily D.' }],
  get(authorAt(2)),
  ['PUT', authorAt(9), { name: 'Nobody' }],
  ['PUT', authorAt(2), {}],
  ['DELETE', authorAt(1)],
  ['DELETE', authorAt(4)],
  ['DELETE', authorAt(4)],
  ['POST', '/authors', { name: 'Grace' }],
]

const shelves: readonly ScriptedRequest[] = [
  ['POST', '/shelves', { code: 'FIC-1', label: 'Again', floor: 0 }],
  ['POST', '/shelves', { code: 'SCI-1', label: 'Science', floor: 2, bookCount: 9 }],
  ['POST', '/shelves', { code: 'SCI-2', label: 'Science', floor: '2' }],
  ['POST', '/shelves', { code: 'sci', label: '', floor: 99 }],
  get('/shelves'),
  ['PATCH', shelf, { label: 'Tales' }],
  ['PATCH', otherShelf, { label: 'Times' }],
  get(otherShelf),
  ['PATCH', shelf, { code: 'HIS-1', label: 'Never' }],
  ['PATCH', shelf, { label: 'Too late', version: 9 }],
  ['PATCH', shelf, {}],
  ['PATCH', shelf, { colour: 'red' }],
  ['PATCH', otherShelf, { closed: true }],
  ['POST', `${otherShelf}/books`, book],
  ['PATCH', otherShelf, { closed: false }],
  get(shelf),
  ['DELETE', shelf],
  ['DELETE', `/shelves/${uuid('shelf', 3)}`],
  ['DELETE', `/shelves/${uuid('shelf', 3)}`],
]

const books: readonly ScriptedRequest[] = [
  ['POST', `${shelf}/books`, { ...book, isbn: '9780000000064', price: 8.29, publishedYear: 1835 }],
  get(shelf),
  get(otherShelf),
  get(bookAt(6)),
  get(bookAt(6)),
  ...[
    { authorId: uuid('author', 99) },
    { isbn: '9780000000019' },
    { isbn: null },
    { id: uuid('book', 99) },
  ].map((members): ScriptedRequest => ['POST', `${shelf}/books`, { ...book, ...members }]),
  get(`${shelf}/books`),
  get(`${shelf}/books?sort=-title`),
  ...['x'.repeat(200), 'x'.repeat(201), '', 7].map((title): ScriptedRequest => [
    'POST',
    `${shelf}/books`,
    { ...book, title },
  ]),
  ...[0, -1, 0.001, 10_000, 10_000.01, 'free'].map((price): ScriptedRequest => [
    'POST',
    `${shelf}/books`,
    { ...book, price },
  ]),
  ...[['a', 'a'], ['a', ''], 'a', ['a', 'b', 'c', 'd', 'e', 'f']].map((tags): ScriptedRequest => [
    'POST',
    `${shelf}/books`,
    { ...book, tags },
  ]),
  ['POST', `${shelf}/books`, { title: 'Nameless', authorId: uuid('author', 1), tags: [] }],
  ['PATCH', bookAt(1), { price: 3 }],
  get(bookAt(1)),
  ['PATCH', bookAt(1), { title: null }],
  ['PATCH', bookAt(1), { title: null, price: 4 }],
  ['PATCH', bookAt(1), {}],
  ['PATCH', bookAt(1), { price: 5 }, stale],
  ['PATCH', bookAt(1), { authorId: uuid('author', 99) }],
  ['PUT', bookAt(1), book, stale],
  ['PUT', bookAt(1), book],
  ['PUT', bookAt(1), { ...book, createdAt: '1999-01-01T00:00:00Z' }, { 'if-match': '*' }],
  get(bookAt(1)),
  get(shelf),
  ['DELETE', bookAt(6), undefined, stale],
  ['DELETE', bookAt(6, otherShelf)],
  ['DELETE', bookAt(4, otherShelf)],
  ['DELETE', bookAt(6)],
  ['DELETE', bookAt(6)],
  get(bookAt(6)),
  get(shelf),
  ['POST', `${shelf}/books`, book],
]

const loans: readonly ScriptedRequest[] = [
  ['POST', '/loans', loan, { 'idempotency-key': 'a' }],
  ['POST', '/loans', loan, { 'idempotency-key': 'a' }],
  ['POST', '/loans', { ...loan, member: 'alan@example.org' }, { 'idempotency-key': 'a' }],
  ['POST', '/loans', loan, { 'idempotency-key': 'x'.repeat(65) }],
  ['POST', '/loans', loan],
  ['POST', '/loans', { ...loan, bookId: uuid('book', 99) }],
  ['POST', '/loans', { ...loan, member: 'nobody' }],
  ['POST', '/loans', { ...loan, bookId: uuid('book', 3), member: 'Ada@example.org' }],
  ['POST', '/loans', { ...loan, dueOn: 'soon' }],
  ['DELETE', bookAt(2)],
  get(bookAt(2)),
  ['POST', `${loanAt(3)}/return`],
  ['POST', `${loanAt(3)}/return`],
  ['POST', `${loanAt(9)}/return`],
  get(loanAt(3)),
  get(loanAt(3)),
  get(bookAt(2)),
]

const patrons: readonly ScriptedRequest[] = [
  ['POST', '/patrons', { name: 'Grace Hopper', town: 'New York', notes: 'Likes compilers.' }],
  ['POST', '/patrons', { name: '' }],
  ['PATCH', patronAt(3), { notes: 'Likes nanoseconds.' }],
  ['PATCH', patronAt(3), {}],
  ['PUT', `${patronAt(3)}/interests/poetry`],
  ['PUT', `${patronAt(3)}/interests/poetry`],
  get(patronAt(3)),
  ['PUT', `${patronAt(3)}/interests/cars`],
  ['DELETE', `${patronAt(3)}/interests/poetry`],
  get(patronAt(3)),
  ['DELETE', `${patronAt(3)}/interests/poetry`],
  ...['block', 'unblock'].flatMap((action): readonly ScriptedRequest[] => [
    ['POST', `${patronAt(3)}/${action}`],
    get(patronAt(3)),
    ['POST', `${patronAt(9)}/${action}`],
  ]),
  ['POST', `${patronAt(3)}/restore`],
  ['POST', `${patronAt(9)}/restore`],
  ['DELETE', patronAt(3)],
  ['DELETE', patronAt(3)],
  get(patronAt(3)),
  get('/patrons'),
  ...[
    'includeDeleted=true',
    'includeDeleted=false',
    'town=London',
    'town=',
    'q=LOVE',
    'q=compiler',
    'q=',
  ].map((query) => get(`/patrons?${query}`)),
  ['POST', `${patronAt(3)}/restore`],
  get(patronAt(3)),
  get('/patrons'),
]

const settings: readonly ScriptedRequest[] = [
  ['PUT', '/settings', { loanDays: 7, reminders: false, openingHours: { sunday: '10:00-12:00' } }],
  get('/settings'),
  ['PUT', '/settings', { loanDays: 7, reminders: false }],
  ['PUT', '/settings', { loanDays: 0, reminders: false }],
  ['PUT', '/settings', { loanDays: 7, reminders: 'no' }],
  ['PUT', '/settings', { loanDays: 7, reminders: true, colour: 'red' }],
  ['PUT', '/settings', { loanDays: 7, reminders: true, openingHours: { sunday: 'never' } }],
  get('/settings'),
]

const allRequests: readonly ScriptedRequest[] = [
  ...readEverything,
  ...methodsAndHeaders,
  ...lists,
  ...unknownPaths,
  ...loans,
  ...readEverything,
  ...authors,
  ...shelves,
  ...books,
  ...patrons,
  ...settings,
  ...readEverything,
]

const authenticationRequests: readonly ScriptedRequest[] = [undefined, 'wrong', 'open-sesame'].flatMap(
  (key) =>
    ['/settings', '/loans', authorAt(1), '/nothing'].map((path) =>
      get(path, key === undefined ? {} : { 'x-api-key': key }),
    ),
)

/** Requests to all operations of the library, or those that show what the options do. */
export const requestsFor = ({ auth }: Needs): readonly ScriptedRequest[] =>
  auth ? authenticationRequests : allRequests
