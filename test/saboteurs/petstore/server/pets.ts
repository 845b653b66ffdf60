import { reply, type Reply } from '../../shared/exchange.ts'
import { isArray, type Json, type JsonObject } from '../../shared/json.ts'
import { refuse, type Values } from './call.ts'
import type { OperationId } from './inputs.ts'
import { inOrder, key, type NewPet, type Pet, type PetStatus, type State } from './state.ts'

export type Handler = (values: Values, state: State) => Reply
export type Handlers = Record<OperationId, Handler>

type PetOperation = 'listPets' | 'createPet' | 'getPet' | 'updatePet' | 'deletePet'

export const noSuch = (record: string, id: Json | undefined): Reply =>
  refuse(404, 'not_found', `There is no ${record} ${key(id)}.`)

const transitions: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['available', 'pending', 'sold'],
  pending: ['pending', 'available', 'sold'],
  sold: ['sold', 'available'],
}

export const pets: Pick<Handlers, PetOperation> = {
  listPets({ query }, state) {
    const pets = inOrder(state.pets).filter((pet) => matches(pet, query))
    const [limit, offset] = [Number(query['limit']), Number(query['offset'])]
    const headers = {
      'X-Total-Count': String(pets.length),
      Link: pageLinks(query, limit, offset, pets.length),
    }
    return reply(200, pets.slice(offset, offset + limit), headers)
  },

  createPet({ body }, state) {
    if (!state.categories.has(key(body['categoryId']))) return unknownCategory(body)
    const id = state.next.pet++
    const { name, categoryId, status = 'available' } = body as unknown as NewPet
    const pet: Pet = { id, name, categoryId, status }
    state.pets.set(key(id), pet)
    state.inventory.set(key(id), { petId: id, quantity: status === 'sold' ? 0 : 1, status })
    return reply(201, pet, { Location: `/pets/${id}` })
  },

  getPet({ path }, state) {
    const pet = state.pets.get(key(path['petId']))
    return pet ? reply(200, pet) : noSuch('pet', path['petId'])
  },

  updatePet({ path, body }, state) {
    const pet = state.pets.get(key(path['petId']))
    if (pet === undefined) return noSuch('pet', path['petId'])
    const {
      name = pet.name,
      categoryId = pet.categoryId,
      status = pet.status,
    } = body as unknown as Partial<Pet>
    if ('categoryId' in body && !state.categories.has(key(categoryId))) return unknownCategory(body)
    if (!transitions[pet.status].includes(status)) {
      return refuse(409, 'invalid_transition', `A ${pet.status} pet cannot become ${status}.`)
    }
    return reply(200, putPet(state, { ...pet, name, categoryId, status }))
  },

  deletePet({ path }, state) {
    const id = key(path['petId'])
    if (!state.pets.has(id)) return noSuch('pet', path['petId'])
    if (openOrders(state, id) > 0)
      return refuse(409, 'pet_has_orders', `Pet ${id} has orders that are not complete.`)
    state.pets.delete(id)
    state.inventory.delete(id)
    return reply(204)
  },
}

/** Stores the pet, and copies its status to its inventory item. */
export function putPet(state: State, pet: Pet): Pet {
  const id = key(pet.id)
  const item = state.inventory.get(id)
  state.pets.set(id, pet)
  if (item) state.inventory.set(id, { ...item, status: pet.status })
  return pet
}

export function openOrders(state: State, petId: string): number {
  return [...state.orders.values()].filter((order) => key(order.petId) === petId && !order.complete).length
}

function unknownCategory(body: JsonObject): Reply {
  return refuse(422, 'unknown_category', `There is no category ${key(body['categoryId'])}.`)
}

function matches(pet: Pet, query: JsonObject): boolean {
  const ids = query['id']
  return (
    (query['status'] === undefined || pet.status === query['status']) &&
    (query['categoryId'] === undefined || key(pet.categoryId) === key(query['categoryId'])) &&
    (ids === undefined || (isArray(ids) && ids.map(key).includes(key(pet.id))))
  )
}

/** Links to the other pages of the same query (RFC 8288). */
function pageLinks(query: JsonObject, limit: number, offset: number, total: number): string {
  const pages: readonly (readonly [string, number, boolean])[] = [
    ['first', 0, true],
    ['prev', Math.max(0, offset - limit), offset > 0],
    ['next', offset + limit, offset + limit < total],
    ['last', Math.max(0, Math.ceil(total / limit) - 1) * limit, true],
  ]
  const link = (rel: string, at: number): string =>
    `</pets?${queryOf({ ...query, offset: at })}>; rel="${rel}"`
  return pages
    .filter(([, , exists]) => exists)
    .map(([rel, at]) => link(rel, at))
    .join(', ')
}

function queryOf(query: JsonObject): string {
  const values = (value: Json): readonly Json[] => (isArray(value) ? value : [value])
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    values(value).map((value) => [name, key(value)]),
  )
  return new URLSearchParams(pairs).toString()
}
