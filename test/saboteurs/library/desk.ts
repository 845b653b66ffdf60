import { reply } from '../exchange.ts'
import { defined, type Handler } from '../service/call.ts'
import { noSuch, refuse } from './problems.ts'
import type { State } from './state.ts'

/** Of listCatalogue: 2031-06-30T00:00:00Z. */
export const sunset: number = Date.UTC(2031, 5, 30)

export const desk: Readonly<Record<string, Handler<State>>> = {
  getSettings: (_, { state }) => reply(200, { data: state.settings }),

  replaceSettings({ body: { loanDays, reminders, openingHours } }, { state }) {
    state.settings = defined({ loanDays, reminders, openingHours })
    return reply(200, { data: state.settings })
  },

  findByIsbn({ path: { isbn = '' } }, { state }) {
    const book = [...state.books.values()].find((each) => each['isbn'] === isbn)
    if (book === undefined) return noSuch('book with the ISBN', isbn)
    return reply(303, undefined, { Location: `/shelves/${book.shelfId}/books/${book.id}` })
  },

  listCatalogue(_, { state, now }) {
    if (now.getTime() >= sunset) return refuse(410, 'gone', 'The catalogue ended on 2031-06-30.')
    return reply(200, { data: [...state.books.values()].map(({ id, title }) => ({ bookId: id, title })) })
  },
}
