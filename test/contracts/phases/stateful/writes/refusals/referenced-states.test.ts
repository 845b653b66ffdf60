import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../../../support/document-parts.ts'
import { findingsByRule } from '../../../../support/findings-by-rule.ts'

const conflict = { 409: { description: 'Conflict' } }
const course = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    status: { enum: ['draft', 'published', 'archived'], readOnly: true },
  },
}
const member = {
  type: 'object',
  required: ['id', 'name', 'active', 'role'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    active: { type: 'boolean' },
    role: { enum: ['guest', 'trainer', 'clerk'] },
  },
}
const room = {
  type: 'object',
  required: ['id', 'name', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    status: { enum: ['available', 'rented', 'in_repair'] },
  },
}
const booking = {
  type: 'object',
  required: ['id', 'course_id', 'member_id', 'room_id'],
  properties: { id: { ...text, readOnly: true }, course_id: text, member_id: text, room_id: text },
}
const action = (description: string): object => ({
  ...at('id'),
  post: { description, ...answer(200, course, conflict) },
})

const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': {
      get: listOf(course),
      post: { description: 'Creates a course as a draft.', ...sent(course), ...answer(201, course) },
    },
    '/courses/{id}': { ...at('id'), get: answer(200, course), delete: gone },
    '/courses/{id}/publish': action('Only a `draft` course can be published; 409 otherwise.'),
    '/courses/{id}/archive': action('Only a `published` course can be archived; 409 otherwise.'),
    '/members': { get: listOf(member), post: { ...sent(member), ...answer(201, member) } },
    '/members/{id}': {
      ...at('id'),
      get: answer(200, member),
      put: { ...sent(member), ...answer(200, member) },
      delete: gone,
    },
    '/rooms': { get: listOf(room), post: { ...sent(room), ...answer(201, room) } },
    '/rooms/{id}': {
      ...at('id'),
      get: answer(200, room),
      put: { ...sent(room), ...answer(200, room) },
      delete: gone,
    },
    '/bookings': {
      get: listOf(booking),
      post: { operationId: 'book', description: rule, ...sent(booking), ...answer(201, booking, conflict) },
    },
    '/bookings/{id}': { ...at('id'), get: answer(200, booking), delete: gone },
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/bookings/refused-book')

const rules = [
  ['409 if the course is not published.', 'the course_id of a record with status = "draft"'],
  ['Answers 409 if the room is not available.', 'the room_id of a record with status = "rented"'],
  ['409 if the course is archived.', 'the course_id of a record with status = "archived"'],
  ['Only active members can book.', 'the member_id of a record with active = false'],
  [
    'Booking for an inactive member or for a closed course is a 409.',
    'the member_id of a record with active = false',
  ],
  ['The member must be a trainer.', 'the member_id of a record with role = "guest"'],
] as const

describe('a reference to a record in a state that the document excludes', () => {
  it.each(rules)('is reported if it is accepted: %s', async (rule, title) => {
    expect(await findingsOf(rule, '')).toEqual([
      expect.stringContaining(`expected a request with ${title} to be refused; got 201`),
    ])
  })

  it.each(rules)('has no finding if it is refused: %s', async (rule) => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })
})

describe('a reference to a record that another request has already taken', () => {
  const seat = {
    type: 'object',
    required: ['id', 'status'],
    properties: { id: { ...text, readOnly: true }, status: { enum: ['free', 'taken'], readOnly: true } },
  }
  const ticket = {
    type: 'object',
    required: ['id', 'seatId'],
    properties: { id: { ...text, readOnly: true }, seatId: text },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Seats', version: '1' },
    paths: {
      '/seats': {
        get: listOf(seat),
        post: { description: 'A new seat is `free`.', ...sent(seat), ...answer(201, seat) },
      },
      '/seats/{id}': { ...at('id'), get: answer(200, seat), delete: gone },
      '/tickets': {
        get: listOf(ticket),
        post: {
          operationId: 'take',
          description: '409 if the seat is not `free`.',
          ...sent(ticket),
          ...answer(201, ticket, conflict),
        },
      },
      '/tickets/{id}': { ...at('id'), get: answer(200, ticket), delete: gone },
    },
  }

  /** What is found of a service that takes the seats for which there are tickets. */
  async function findings(isRefused: boolean): Promise<readonly string[]> {
    // One that knows nothing of what is taken.
    const { post } = document.paths['/tickets']
    const tickets = { ...document.paths['/tickets'], post: { ...post, description: '' } }
    const mock = await createMock({
      document: { ...document, paths: { ...document.paths, '/tickets': tickets } },
      world: 'empty',
    })
    const taken = new Set<string>()
    const { findings } = await runContract({
      document,
      only: 'stateful/*/refused-*',
      include: ['take'],
      async target(request: Request) {
        const { pathname } = new URL(request.url)
        if (request.method === 'POST' && pathname === '/tickets') {
          const { seatId } = (await request.clone().json()) as { readonly seatId: string }
          if (isRefused && taken.has(seatId)) return Response.json({}, { status: 409 })
          const response = await mock.fetch(request)
          if (response.ok) taken.add(seatId)
          return response
        }
        const response = await mock.fetch(request)
        const id = pathname.split('/').at(-1) ?? ''
        return request.method === 'GET' && response.ok && taken.has(id)
          ? Response.json({ ...((await response.json()) as object), status: 'taken' })
          : response
      },
    })
    return findings
      .map(({ check, message }) => `${check}: ${message}`)
      .filter((each) => each.includes('status'))
  }

  it('is reported if it is accepted', async () => {
    expect(await findings(false)).toEqual([
      expect.stringContaining('the seatId of a record with status = "taken" to be refused; got 201'),
    ])
  })

  it('has no finding if it is refused', async () => {
    expect(await findings(true)).toEqual([])
  })
})
