import { expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, note, sent, text } from '../../../../support/document-parts.ts'
import { findingsByRule } from '../../../../support/findings-by-rule.ts'

const like = {
  type: 'object',
  required: ['id', 'postId', 'fanId'],
  properties: { id: { ...text, readOnly: true }, postId: text, fanId: text, remark: text },
}
const item = (schema: object): object => ({ ...at('id'), get: answer(200, schema), delete: gone })

const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Likes', version: '1' },
  paths: {
    '/posts': kept(note),
    '/posts/{id}': item(note),
    '/fans': kept(note),
    '/fans/{id}': item(note),
    '/likes': {
      get: listOf(like),
      post: { description: rule, ...sent(like), ...answer(201, like, { 409: { description: 'Conflict' } }) },
    },
    '/likes/{id}': item(like),
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/likes/refused-*')

const rules = ['409 if the fan likes the post already.', 'A fan can like a post only once.']

it.each(rules)('reports a second record with the same references that is accepted: %s', async (rule) => {
  expect(await findingsOf(rule, '')).toEqual([
    expect.stringMatching(/^invalid-refused: .*the values of an existing record to be refused; got 201/),
  ])
})

it.each(rules)('accepts a service that refuses it: %s', async (rule) => {
  expect(await findingsOf(rule, rule)).toEqual([])
})

const booking = {
  type: 'object',
  required: ['id', 'court', 'hour'],
  properties: { id: { ...text, readOnly: true }, court: text, hour: { type: 'integer' }, remark: text },
}

/** What is found of a service that takes the same booking as often as it is asked to, or once. */
async function findingsOfBookings(conflict: string, isOnce: boolean): Promise<readonly string[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Bookings', version: '1' },
    paths: {
      '/bookings': {
        get: listOf(booking),
        post: { ...sent(booking), ...answer(201, booking, { 409: { description: conflict } }) },
      },
      '/bookings/{id}': item(booking),
    },
  }
  const mock = await createMock({ document, world: 'empty' })
  const bodies = new Set<string>()
  const { findings } = await runContract({
    document,
    only: 'stateful/bookings/refused-*',
    async target(request: Request) {
      const body = request.method === 'POST' ? await request.clone().text() : ''
      const response = isOnce && bodies.has(body) ? new Response(null, { status: 409 }) : undefined
      if (body !== '') bodies.add(body)
      return response ?? mock.fetch(request)
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('reports the same request again that is accepted where what it names is said to be taken', async () => {
  const conflict = 'The court is already booked at that hour.'
  expect(await findingsOfBookings(conflict, true)).toEqual([])
  expect(await findingsOfBookings(conflict, false)).toEqual([
    expect.stringMatching(/^invalid-refused: .*the values of an existing record to be refused; got 201/),
  ])
})

it.each([
  'The court is already booked by another member.',
  'The coach is already booked at that hour.',
  'The court is already fully booked.',
])('accepts the same request again where the document may mean something else: %s', async (conflict) => {
  expect(await findingsOfBookings(conflict, false)).toEqual([])
})
