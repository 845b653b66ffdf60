import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...text, readOnly: true }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const document = {
  openapi: '3.1.0',
  info: { title: 'Workshops', version: '1' },
  paths: {
    '/workshops': {
      get: answer(200, list(ref('Workshop'))),
      post: {
        requestBody: json(object({ topic: text, capacity: integer })),
        ...answer(201, ref('Workshop')),
      },
    },
    '/workshops/{id}': { ...at, get: answer(200, ref('Workshop')) },
    '/signups': {
      get: answer(200, list(ref('Signup'))),
      post: {
        description:
          'Signs up for a workshop. If the workshop is full, the signup is put on the waiting list.',
        requestBody: json(object({ workshopId: text, name: text })),
        ...answer(201, ref('Signup')),
      },
    },
    '/signups/{id}': {
      ...at,
      get: answer(200, ref('Signup')),
      delete: {
        summary: 'Cancel a signup',
        description: 'It stays readable as `cancelled`. The first on the waiting list gets the place.',
        ...answer(204),
      },
    },
  },
  components: {
    schemas: {
      Workshop: object({
        id: own,
        topic: text,
        capacity: integer,
        signups: {
          ...integer,
          readOnly: true,
          description: 'Number of signups that are confirmed or attended',
        },
      }),
      Signup: object({
        id: own,
        workshopId: text,
        name: text,
        status: { ...own, enum: ['confirmed', 'waiting', 'attended', 'cancelled'] },
      }),
    },
  },
}

let send: Send
let workshopId: string

const created = async (path: string, body: JsonObject): Promise<JsonObject & { readonly id: string }> =>
  (await send('POST', path, body)).body as JsonObject & { readonly id: string }
const signUp = async (name: string) => created('/signups', { workshopId, name })
const read = async (path: string) => (await send('GET', path)).body

beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  workshopId = (await created('/workshops', { topic: 'Bread', capacity: 1 })).id
})

it('what there is no room for waits, and does not count', async () => {
  expect(await signUp('Ann')).toMatchObject({ status: 'confirmed' })
  expect(await signUp('Bob')).toMatchObject({ status: 'waiting' })
  expect(await read(`/workshops/${workshopId}`)).toMatchObject({ signups: 1 })
  const other = await created('/workshops', { topic: 'Cake', capacity: 1 })
  expect(await created('/signups', { workshopId: other.id, name: 'Cy' })).toMatchObject({
    status: 'confirmed',
  })
})

it('the first one that waits gets a place that is given up', async () => {
  const [ann, bob, cy] = [await signUp('Ann'), await signUp('Bob'), await signUp('Cy')]
  await send('DELETE', `/signups/${ann.id}`)
  expect(await read(`/signups/${bob.id}`)).toMatchObject({ status: 'confirmed' })
  expect(await read(`/signups/${cy.id}`)).toMatchObject({ status: 'waiting' })
  expect(await read(`/workshops/${workshopId}`)).toMatchObject({ signups: 1 })
})

it('nobody gets a place when somebody stops waiting', async () => {
  await signUp('Ann')
  const [bob, cy] = [await signUp('Bob'), await signUp('Cy')]
  await send('DELETE', `/signups/${bob.id}`)
  expect(await read(`/signups/${cy.id}`)).toMatchObject({ status: 'waiting' })
})
