import { defined, type Context, type Handler, type Values } from '../../document-service/call.ts'
import { instant } from '../../shared/date-time.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { type JsonObject, textOf } from '../../shared/json.ts'
import { matches, orderOf, page } from './pages.ts'
import { noSuch, refuse, unknown } from './problems.ts'
import { booksOn, isOnLoan, nextId, showBook, type Book, type State } from './state.ts'

export const books: Readonly<Record<string, Handler<State>>> = {
  listBooks(values, { state }) {
    const { shelfId = '' } = values.path
    if (!state.shelves.has(shelfId)) return noSuch('shelf', shelfId)
    const shown = booksOn(state, shelfId).map((book) => showBook(state, book))
    const books = shown.filter((book) => matches(book, values.query, ['authorId', 'genre', 'onLoan']))
    return page(books, values, orderOf(values.query['sort']))
  },

  createBook({ path: { shelfId = '' }, body }, { state, now }) {
    const shelf = state.shelves.get(shelfId)
    if (!shelf) return noSuch('shelf', shelfId)
    if (shelf['closed'] === true) return refuse(409, 'shelf_closed', 'The shelf is closed.')
    const refusal = refused(state, body, undefined)
    if (refusal) return refusal
    const id = nextId(state, 'book')
    const book: Book = { id, shelfId, ...written(body), createdAt: instant(now) }
    state.books.set(id, book)
    return reply(201, { data: showBook(state, book) }, { Location: `/shelves/${shelfId}/books/${id}` })
  },

  getBook: (values, { state }) =>
    onBook(values, state, (book) => reply(200, { data: showBook(state, book) })),

  replaceBook: (values, context) =>
    change(values, context, ({ id, shelfId, createdAt }) => ({
      id,
      shelfId,
      ...written(values.body),
      createdAt: createdAt!,
    })),

  updateBook: (values, context) => change(values, context, (book) => ({ ...book, ...values.body })),

  deleteBook: (values, { state }) =>
    onBook(values, state, ({ id }) => {
      if (isOnLoan(state, id)) return refuse(409, 'book_on_loan', 'The book is on loan.')
      state.books.delete(id)
      return reply(204)
    }),
}

/** Finds a book through its own shelf only. */
function findBook({ path: { shelfId = '', bookId = '' } }: Values, state: State): Book | undefined {
  const book = state.books.get(bookId)
  return book?.shelfId === shelfId ? book : undefined
}

function onBook(values: Values, state: State, then: (book: Book) => Reply): Reply {
  const book = findBook(values, state)
  return book ? then(book) : noSuch('book', values.path['bookId'] ?? '')
}

function change(values: Values, { state }: Context<State>, changed: (book: Book) => Book): Reply {
  return onBook(values, state, (book) => {
    const refusal = refused(state, values.body, book.id)
    if (refusal) return refusal
    const updated = changed(book)
    state.books.set(book.id, updated)
    return reply(200, { data: showBook(state, updated) })
  })
}

/** The conflict or unknown reference of a valid book, if there is one. */
function refused(state: State, { authorId, isbn }: JsonObject, id: string | undefined): Reply | undefined {
  if (authorId !== undefined && !state.authors.has(textOf(authorId))) return unknown('author', authorId)
  const others = [...state.books.values()].filter((book) => book.id !== id)
  const isTaken = typeof isbn === 'string' && others.some((book) => book['isbn'] === isbn)
  return isTaken ? refuse(409, 'isbn_taken', `There is a book with the ISBN ${isbn}.`) : undefined
}

/** The properties that a client may write. */
function written({
  title,
  authorId,
  isbn,
  genre,
  publishedYear,
  price,
  tags,
}: JsonObject): Pick<Book, 'title' | 'authorId'> & JsonObject {
  return {
    title: textOf(title),
    authorId: textOf(authorId),
    ...defined({ isbn, genre, publishedYear, price, tags }),
  }
}
