import type { Reply } from '../../shared/exchange.ts'
import type { JsonObject } from '../../shared/json.ts'

export interface Author extends JsonObject {
  readonly id: string
  readonly name: string
}

export interface Shelf extends JsonObject {
  readonly id: string
  readonly code: string
  readonly version: number
}

export interface Book extends JsonObject {
  readonly id: string
  readonly shelfId: string
  readonly title: string
  readonly authorId: string
}

export interface Loan extends JsonObject {
  readonly id: string
  readonly bookId: string
  readonly status: 'active' | 'returned'
}

export interface Patron extends JsonObject {
  readonly id: string
  readonly name: string
  readonly interests: readonly string[]
}

/** Records by id, in the order of their creation. They are never mutated, only replaced. */
export interface State {
  readonly authors: Map<string, Author>
  readonly shelves: Map<string, Shelf>
  readonly books: Map<string, Book>
  readonly loans: Map<string, Loan>
  readonly patrons: Map<string, Patron>
  settings: JsonObject
  /** The number of records of each kind that were ever created. */
  readonly count: Record<Kind, number>
  /** The first reply for each idempotency key, and the body it answered. */
  readonly replies: Map<string, { readonly body: string; readonly reply: Reply }>
}

const prefixes = {
  author: 'a0000000',
  shelf: '50000000',
  book: 'b0000000',
  loan: '10000000',
  patron: '90000000',
} as const
export type Kind = keyof typeof prefixes

/** The UUID of the nth record of a kind. */
export function uuid(kind: Kind, n: number): string {
  return `${prefixes[kind]}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
}

/** The next unused id. */
export const nextId = ({ count }: State, kind: Kind): string => uuid(kind, ++count[kind])

const createdAt = '2026-01-02T09:30:00Z'

const authors: readonly Author[] = [
  { id: uuid('author', 1), name: 'Mary Shelley', bornOn: '1797-08-30', createdAt },
  {
    id: uuid('author', 2),
    name: 'Emily Dickinson',
    bornOn: null,
    website: 'https://dickinson.example/',
    createdAt,
  },
  { id: uuid('author', 3), name: 'Herodotus', createdAt },
]

const shelves: readonly Shelf[] = [
  { id: uuid('shelf', 1), code: 'FIC-1', label: 'Fiction', floor: 0, addedOn: createdAt, version: 1 },
  {
    id: uuid('shelf', 2),
    code: 'HIS-1',
    label: 'History and poetry',
    floor: 1,
    addedOn: createdAt,
    version: 1,
  },
]

const book = (
  n: number,
  shelf: number,
  author: number,
  title: string,
  genre: string,
  rest: JsonObject,
): Book => ({
  id: uuid('book', n),
  shelfId: uuid('shelf', shelf),
  title,
  authorId: uuid('author', author),
  genre,
  tags: [],
  ...rest,
  createdAt,
})

const books: readonly Book[] = [
  book(1, 1, 1, 'Frankenstein', 'fiction', {
    isbn: '9780000000019',
    publishedYear: 1818,
    price: 8.5,
    tags: ['classic'],
  }),
  book(2, 1, 1, 'Valperga', 'history', { isbn: null, publishedYear: 1823 }),
  book(3, 1, 2, 'Poems for Children', 'children', {
    isbn: '9780000000033',
    publishedYear: 1890,
    price: 0.99,
  }),
  book(4, 2, 3, 'Histories', 'history', { tags: ['greek', 'war'] }),
  book(5, 2, 2, 'Poems', 'poetry', { isbn: '9780000000057', publishedYear: 1890 }),
]

const loans: readonly Loan[] = [
  {
    id: uuid('loan', 1),
    bookId: uuid('book', 1),
    member: 'ada@example.org',
    status: 'returned',
    dueOn: '2026-02-01',
    returnedAt: '2026-01-20T16:00:00Z',
    changedAt: '2026-01-20T16:00:00Z',
  },
  {
    id: uuid('loan', 2),
    bookId: uuid('book', 4),
    member: 'alan@example.org',
    status: 'active',
    dueOn: '2026-03-01',
    returnedAt: null,
    changedAt: null,
  },
]

const patrons: readonly Patron[] = [
  {
    id: uuid('patron', 1),
    name: 'Ada Lovelace',
    town: 'London',
    interests: ['science'],
    createdAt,
    changedAt: null,
    blockedAt: null,
    deletedAt: null,
  },
  {
    id: uuid('patron', 2),
    name: 'Alan Turing',
    town: 'Wilmslow',
    interests: [],
    createdAt,
    changedAt: null,
    blockedAt: null,
    deletedAt: null,
  },
]

export function createState(): State {
  return {
    authors: byId(authors),
    shelves: byId(shelves),
    books: byId(books),
    loans: byId(loans),
    patrons: byId(patrons),
    settings: { loanDays: 14, reminders: true, openingHours: { monday: '09:00-17:00' } },
    count: {
      author: authors.length,
      shelf: shelves.length,
      book: books.length,
      loan: loans.length,
      patron: patrons.length,
    },
    replies: new Map(),
  }
}

const byId = <T extends { readonly id: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.id, record]))

export const booksOn = ({ books: all }: State, shelfId: string): Book[] =>
  [...all.values()].filter((book) => book.shelfId === shelfId)

export const isOnLoan = ({ loans: all }: State, bookId: string): boolean =>
  [...all.values()].some((loan) => loan.bookId === bookId && loan.status === 'active')

/** A shelf as it is returned. */
export const showShelf = (state: State, shelf: Shelf): JsonObject => ({
  ...shelf,
  bookCount: booksOn(state, shelf.id).length,
})

/** A book as it is returned. */
export const showBook = (state: State, book: Book): JsonObject => ({
  ...book,
  onLoan: isOnLoan(state, book.id),
})
