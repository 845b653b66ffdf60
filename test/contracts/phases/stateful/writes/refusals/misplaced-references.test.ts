import { expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import {
  answer,
  at,
  content,
  gone,
  kept,
  listOf,
  note,
  sent,
  text,
} from '../../../../support/document-parts.ts'

const uuid = { ...text, format: 'uuid' }
const room = { ...note, properties: { ...note.properties, id: { ...uuid, readOnly: true } } }
const stay = {
  type: 'object',
  required: ['id', 'roomId'],
  properties: { id: { ...text, readOnly: true }, roomId: uuid },
}

const documentWith = (refusals: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Stays', version: '1' },
  paths: {
    '/houses': kept(note),
    '/houses/{house}': { ...at('house'), get: answer(200, note), delete: gone },
    '/houses/{house}/rooms': { ...at('house'), ...kept(room) },
    '/houses/{house}/rooms/{id}': { ...at('house', 'id'), get: answer(200, room), delete: gone },
    '/houses/{house}/stays': {
      ...at('house'),
      get: listOf(stay),
      post: {
        operationId: 'book',
        ...sent(stay),
        responses: { 201: { description: 'Fine', content: content(stay) }, ...refusals },
      },
    },
    '/houses/{house}/stays/{id}': { ...at('house', 'id'), get: answer(200, stay), delete: gone },
  },
})

const described = {
  400: { description: 'Refused' },
  404: { description: 'None' },
  422: { description: 'There is no such room.' },
}

/** What is found of a service that takes the rooms of any house if they are `anywhere`. */
async function findingsOf(isAnywhere: boolean): Promise<readonly string[]> {
  const document = documentWith(described)
  const mock = await createMock({ document: documentWith({}), world: 'empty' })
  const houses = new Map<string, string>()
  const { findings } = await runContract({
    document,
    only: 'stateful/houses-stays/refused-book',
    async target(request: Request) {
      const { pathname } = new URL(request.url)
      const [, , house = '', kind, id = ''] = pathname.split('/')
      if (request.method === 'DELETE') houses.delete(id)
      if (request.method !== 'POST' || kind === undefined) return mock.fetch(request)
      const body = (await request.clone().json()) as { readonly roomId?: string }
      const owner = houses.get(body.roomId ?? '')
      const isThere = body.roomId === undefined || (owner !== undefined && (isAnywhere || owner === house))
      if (kind === 'stays' && !isThere) return new Response(null, { status: 422 })
      const response = await mock.fetch(request)
      const made = (await response.clone().json()) as { readonly id?: string }
      if (kind === 'rooms' && made.id !== undefined) houses.set(made.id, house)
      return response
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('reports an accepted reference to a record below another parent', async () => {
  expect(await findingsOf(true)).toContainEqual(
    expect.stringMatching(
      /^invalid-refused: .*the roomId of a record below another parent to be refused; got 201/,
    ),
  )
})

it('has no finding if only records below the parent in the path are taken', async () => {
  expect(await findingsOf(false)).toEqual([])
})
