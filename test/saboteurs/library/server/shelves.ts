import { defined, type Handler } from '../../document-service/call.ts'
import { instant } from '../../shared/date-time.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { type JsonObject, textOf } from '../../shared/json.ts'
import { matches, page } from './pages.ts'
import { noSuch, refuse } from './problems.ts'
import { booksOn, nextId, showShelf, type Shelf, type State } from './state.ts'

export const shelves: Readonly<Record<string, Handler<State>>> = {
  listShelves(values, { state }) {
    const shelves = [...state.shelves.values()].filter((shelf) => matches(shelf, values.query, ['floor']))
    return page(
      shelves.map((shelf) => showShelf(state, shelf)),
      values,
    )
  },

  createShelf({ body }, { state, now }) {
    if (isTaken(state, body['code'])) return taken(body)
    const { code, label, floor, closed } = body
    const id = nextId(state, 'shelf')
    const shelf: Shelf = {
      id,
      code: textOf(code),
      ...defined({ label, floor, closed }),
      addedOn: instant(now),
      version: 1,
    }
    state.shelves.set(id, shelf)
    return reply(201, { data: showShelf(state, shelf) }, { Location: `/shelves/${id}` })
  },

  getShelf({ path: { shelfId = '' } }, { state }) {
    const shelf = state.shelves.get(shelfId)
    return shelf ? reply(200, { data: showShelf(state, shelf) }) : noSuch('shelf', shelfId)
  },

  updateShelf({ path: { shelfId = '' }, body }, { state }) {
    const shelf = state.shelves.get(shelfId)
    if (shelf === undefined) return noSuch('shelf', shelfId)
    if (body['code'] !== shelf.code && isTaken(state, body['code'])) return taken(body)
    if (body['version'] !== undefined && body['version'] !== shelf.version)
      return refuse(409, 'shelf_changed', 'The shelf has changed since.')
    const updated = { ...shelf, ...body, version: shelf.version + 1 }
    state.shelves.set(shelfId, updated)
    return reply(200, { data: showShelf(state, updated) })
  },

  deleteShelf({ path: { shelfId = '' } }, { state }) {
    if (!state.shelves.has(shelfId)) return noSuch('shelf', shelfId)
    if (booksOn(state, shelfId).length > 0)
      return refuse(409, 'shelf_not_empty', 'There are books on the shelf.')
    state.shelves.delete(shelfId)
    return reply(204)
  },
}

const isTaken = (state: State, code: unknown): boolean =>
  [...state.shelves.values()].some((shelf) => shelf.code === code)

const taken = ({ code }: JsonObject): Reply => refuse(409, 'code_taken', `There is a shelf ${textOf(code)}.`)
