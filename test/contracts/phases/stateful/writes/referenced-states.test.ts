import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

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

const findingsOf = findingsByRule(documentWith, 'book')

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
