import type { Handler } from '../../document-service/call.ts'
import { reply } from '../../shared/exchange.ts'
import { noSuch, refuse } from './problems.ts'
import type { State } from './state.ts'

/** The sunset of listCatalogue, 2031-06-30T00:00:00Z, in milliseconds. */
export const sunset: number = Date.UTC(2031, 5, 30)

export const catalogue: Readonly<Record<string, Handler<State>>> = {
  findByIsbn({ path: { isbn = '' } }, { state }) {
    const book = [...state.books.values()].find((candidate) => candidate['isbn'] === isbn)
    if (book === undefined) return noSuch('book with the ISBN', isbn)
    return reply(303, undefined, { Location: `/shelves/${book.shelfId}/books/${book.id}` })
  },

  listCatalogue(_, { state, now }) {
    if (now.getTime() >= sunset) return refuse(410, 'gone', 'The catalogue ended on 2031-06-30.')
    return reply(200, { data: [...state.books.values()].map(({ id, title }) => ({ bookId: id, title })) })
  },
}
