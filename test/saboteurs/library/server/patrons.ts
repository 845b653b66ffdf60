import { defined, type Handler, type Values } from '../../document-service/call.ts'
import { instant } from '../../shared/date-time.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { type Json, type JsonObject, textOf } from '../../shared/json.ts'
import { matches, page } from './pages.ts'
import { noSuch, refuse } from './problems.ts'
import { nextId, type Patron, type State } from './state.ts'

export const patrons: Readonly<Record<string, Handler<State>>> = {
  listPatrons: (values, { state }) =>
    page(
      [...state.patrons.values()].filter(
        (patron) =>
          matches(patron, values.query, ['town']) &&
          isFoundBy(patron, values.query['q']) &&
          (!isDeleted(patron) || values.query['includeDeleted']),
      ),
      values,
    ),

  createPatron({ body }, { state, now }) {
    const id = nextId(state, 'patron')
    const { name, town, notes, mayReserve = true } = body
    const patron = {
      id,
      name: textOf(name),
      ...defined({ town, notes, mayReserve }),
      interests: [],
      createdAt: instant(now),
      changedAt: null,
      blockedAt: null,
      deletedAt: null,
    }
    state.patrons.set(id, patron)
    return reply(201, { data: { ...patron, pin: pinOf(patron) } }, { Location: `/patrons/${id}` })
  },

  getPatron: (values, { state }) => onPatron(values, state, (patron) => reply(200, { data: patron })),

  updatePatron: (values, { state, now }) =>
    onPatron(values, state, (patron) => keep(state, { ...patron, ...values.body, changedAt: instant(now) })),

  deletePatron: (values, { state, now }) =>
    onPatron(values, state, (patron) => {
      keep(state, { ...patron, deletedAt: instant(now) })
      return reply(204)
    }),

  addInterest: (values, { state, now }) =>
    onPatron(values, state, (patron) => {
      const { genre = '' } = values.path
      const others = patron.interests.filter((interest) => interest !== genre)
      return keep(state, { ...patron, interests: [...others, genre], changedAt: instant(now) })
    }),

  removeInterest: (values, { state, now }) =>
    onPatron(values, state, (patron) => {
      const { genre = '' } = values.path
      const others = patron.interests.filter((interest) => interest !== genre)
      if (others.length === patron.interests.length) return noSuch('interest', genre)
      return keep(state, { ...patron, interests: others, changedAt: instant(now) })
    }),

  blockPatron: (values, { state, now }) =>
    onPatron(values, state, (patron) => keep(state, { ...patron, blockedAt: instant(now) })),

  unblockPatron: (values, { state }) =>
    onPatron(values, state, (patron) => keep(state, { ...patron, blockedAt: null })),

  restorePatron({ path: { patronId = '' } }, { state }) {
    const patron = state.patrons.get(patronId)
    if (patron === undefined) return noSuch('patron', patronId)
    if (!isDeleted(patron)) return refuse(409, 'patron_not_deleted', 'The patron is not deleted.')
    return keep(state, { ...patron, deletedAt: null })
  },
}

/** The PIN of a patron's card, which only the creation returns. */
export const pinOf = ({ id }: Patron): string => `pin-${id.slice(-8)}`

/** Whether the name or the notes contain a text, in any case. */
const isFoundBy = ({ name, notes = '' }: Patron, text: Json = ''): boolean =>
  [name, textOf(notes)].some((each) => each.toLowerCase().includes(textOf(text).toLowerCase()))

const isDeleted = ({ deletedAt }: JsonObject): boolean => deletedAt !== null

function onPatron({ path }: Values, { patrons: all }: State, then: (patron: Patron) => Reply): Reply {
  const patron = all.get(path['patronId'] ?? '')
  return patron && !isDeleted(patron) ? then(patron) : noSuch('patron', path['patronId'] ?? '')
}

function keep(state: State, patron: Patron): Reply {
  state.patrons.set(patron.id, patron)
  return reply(200, { data: patron })
}
