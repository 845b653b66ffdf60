import { defined, type Handler } from '../../document-service/call.ts'
import { instant } from '../../shared/date-time.ts'
import { reply } from '../../shared/exchange.ts'
import { type JsonObject, textOf } from '../../shared/json.ts'
import { matches, page } from './pages.ts'
import { noSuch, refuse } from './problems.ts'
import { nextId, type Author, type State } from './state.ts'

export const authors: Readonly<Record<string, Handler<State>>> = {
  listAuthors: (values, { state }) =>
    page(
      [...state.authors.values()].filter((author) => matches(author, values.query, ['name'])),
      values,
    ),

  createAuthor({ body }, { state, now }) {
    const id = nextId(state, 'author')
    const author = { id, ...written(body), createdAt: instant(now) }
    state.authors.set(id, author)
    return reply(201, { data: author }, { Location: `/authors/${id}` })
  },

  getAuthor({ path: { authorId = '' } }, { state }) {
    const author = state.authors.get(authorId)
    return author ? reply(200, { data: author }) : noSuch('author', authorId)
  },

  replaceAuthor({ path: { authorId = '' }, body }, { state }) {
    const author = state.authors.get(authorId)
    if (author === undefined) return noSuch('author', authorId)
    const replaced = { id: authorId, ...written(body), createdAt: author['createdAt']! }
    state.authors.set(authorId, replaced)
    return reply(200, { data: replaced })
  },

  deleteAuthor({ path: { authorId = '' } }, { state }) {
    if (!state.authors.has(authorId)) return noSuch('author', authorId)
    if ([...state.books.values()].some((book) => book.authorId === authorId)) {
      return refuse(409, 'author_has_books', 'There are books by this author.')
    }
    state.authors.delete(authorId)
    return reply(204)
  },
}

/** The properties that a client may write. */
function written({ name, bornOn, website }: JsonObject): Pick<Author, 'name'> & JsonObject {
  return { name: textOf(name), ...defined({ bornOn, website }) }
}
