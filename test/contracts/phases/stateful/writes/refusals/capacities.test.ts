import { expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock, ok, refuse } from '../../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../../spec/json.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const number = { type: 'integer', minimum: 2, maximum: 30 }
const session = {
  type: 'object',
  required: ['id', 'title', 'seats', 'capacity'],
  properties: { id, title: text, seats: number, capacity: number },
}
const guest = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }

const documentOf = (description: string, sentGuest: object = guest): object => ({
  openapi: '3.1.0',
  info: { title: 'Sessions', version: '1' },
  paths: {
    '/sessions': kept(session),
    '/sessions/{id}': { ...at('id'), get: answer(200, session), delete: gone },
    '/sessions/{id}/guests': {
      ...at('id'),
      get: listOf(guest),
      post: {
        operationId: 'addGuest',
        description,
        ...sent(sentGuest),
        ...answer(201, guest, { 409: { description: 'The session is full' } }),
      },
    },
    '/sessions/{id}/guests/{guestId}': { ...at('id', 'guestId'), get: answer(200, guest), delete: gone },
  },
})

/** What is found of a service that takes as many more guests than there are seats. */
async function findingsWith(
  more: number,
  { limit = 'seats', document = documentOf('A session takes at most `seats` guests.') } = {},
): Promise<readonly string[]> {
  const mock = await createMock({
    document,
    behaviours: {
      async addGuest({ request, store, next }) {
        const { id = '' } = request.path as Readonly<Record<string, string>>
        const { [limit]: seats = Infinity } = (await store.collection('/sessions').get(id)) ?? {}
        const guests = store.collection('/sessions/guests', [id])
        const { total } = await guests.list()
        if (total < Number(seats)) return next()
        if (total >= Number(seats) + more) return refuse(409, 'full', 'The session is full.')
        const added = { ...(request.body as JsonObject), id: `guest-${String(total)}` }
        await guests.put(added.id, added)
        return ok(201, added)
      },
    },
  })
  const { findings } = await runContract({ document, phases: ['stateful'], target: mock })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('a record that takes more than its capacity is reported', async () => {
  const expected = 'expected a request with one more record than seats = 2 to be refused; got 201'
  expect(await findingsWith(1)).toEqual([
    expect.stringMatching(new RegExp(`^invalid-refused addGuest: .*${expected}`)),
  ])
})

it('a record that is full at its capacity has no finding', async () => {
  expect(await findingsWith(0)).toEqual([])
})

const full = { limit: 'capacity', document: documentOf('409 if the session is full.') }

it('a record that is only said to be full takes no more than its capacity', async () => {
  expect(await findingsWith(0, full)).toEqual([])
  expect(await findingsWith(1, full)).toEqual([
    expect.stringMatching(/^invalid-refused addGuest: .*one more record than capacity = 2 to be refused/),
  ])
})

it('the number that a request asks for may count towards the capacity', async () => {
  const party = { ...guest, properties: { ...guest.properties, size: number } }
  const document = documentOf('409 if the session is full.', party)
  expect(await findingsWith(1, { limit: 'capacity', document })).toEqual([])
})
