import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

const course = {
  type: 'object',
  required: ['id', 'status', 'title'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    status: { enum: ['draft', 'published'], readOnly: true },
    decided_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
}

const documentWith = (sentence: string, shown: object = course): object => ({
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': {
      get: listOf(shown),
      post: { description: 'Creates a course as a draft.', ...sent(shown), ...answer(201, shown) },
    },
    '/courses/{id}': { ...at('id'), get: answer(200, shown), delete: gone },
    '/courses/{id}/publish': {
      ...at('id'),
      post: {
        description: `Only a \`draft\` course can be published; 409 otherwise. ${sentence}`,
        ...answer(200, shown, { 409: { description: 'Not in this state' } }),
      },
    },
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/courses/actions')

const rule = 'Sets `decided_at`.'

describe('a time that an action sets according to its description', () => {
  it.each([
    rule,
    'Publishes the course and sets `decided_at` to the current time.',
    'It sets `decided_at` and `status`.',
    'Publishes the course and stamps `decided_at`.',
    'Sets `decided_at` and clears the note.',
    'Publishes the course and records the time in `decided_at`.',
    'The course becomes visible, and `decided_at` is set.',
  ])('is reported if it is missing: %s', async (stated) => {
    expect(await findingsOf(stated, '')).toEqual([
      expect.stringMatching(/^states: .*decided_at to be set, as the document says/),
    ])
  })

  it('is set by the mock', async () => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })

  it.each([
    '',
    'Sets `decided_at` if it is null.',
    'Sets `decided_at` to null.',
    'Never sets `decided_at`.',
    'The course is visible once `decided_at` is set.',
    'The job sets `decided_at` when it is done.',
    'Sets `title`.',
  ])('is not expected after other descriptions: %s', async (stated) => {
    expect(await findingsOf(stated, '')).toEqual([])
  })
})

describe('the time of an event, by the description of the property', () => {
  const findingsOfTime = findingsByRule((description) => {
    const published_at = { type: ['string', 'null'], format: 'date-time', readOnly: true, description }
    const properties = description === '' ? course.properties : { ...course.properties, published_at }
    return documentWith('', { ...course, properties })
  }, 'stateful/courses/actions')

  it.each(['When the course was published, else null', 'Set when the course is marked as published'])(
    'is reported if the action leaves it out: %s',
    async (stated) => {
      expect(await findingsOfTime(stated, '')).toEqual([
        expect.stringMatching(/^states: .*published_at to be set, as the document says/),
      ])
      expect(await findingsOfTime(stated, stated)).toEqual([])
    },
  )

  it.each(['When the course may be published', 'When the teacher was hired', 'Set unless published before'])(
    'is not expected after other descriptions: %s',
    async (stated) => {
      expect(await findingsOfTime(stated, '')).toEqual([])
    },
  )
})

describe('a time that a change sets according to its description', () => {
  const remark = {
    type: 'object',
    required: ['id', 'text', 'editedAt'],
    properties: {
      id: { ...text, readOnly: true },
      text,
      editedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
    },
  }
  const findingsOfEdit = findingsByRule(
    (description: string) => ({
      openapi: '3.1.0',
      info: { title: 'Remarks', version: '1' },
      paths: {
        '/remarks': { get: listOf(remark), post: { ...sent(remark), ...answer(201, remark) } },
        '/remarks/{id}': {
          ...at('id'),
          get: answer(200, remark),
          put: { description, ...sent(note), ...answer(200, remark) },
          delete: gone,
        },
      },
    }),
    'stateful/remarks/life',
  )
  const note = { type: 'object', required: ['text'], properties: { text } }
  const edit = 'Replaces the text and sets `editedAt`.'

  it('is reported if it is missing', async () => {
    expect(await findingsOfEdit(edit, 'Replaces the text.')).toEqual([
      expect.stringMatching(/^states: .*editedAt to be set, as the document says/),
    ])
  })

  it('is set by the mock', async () => {
    expect(await findingsOfEdit(edit, edit)).toEqual([])
  })
})

describe('a time that an action on a record without a state sets', () => {
  const guest = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { ...text, readOnly: true },
      name: text,
      flaggedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
    },
  }
  const sending = { type: 'object', required: ['name'], properties: { name: text } }
  const findingsOfGuests = findingsByRule(
    (description: string) => ({
      openapi: '3.1.0',
      info: { title: 'Guests', version: '1' },
      paths: {
        '/guests': { get: listOf(guest), post: { ...sent(sending), ...answer(201, guest) } },
        '/guests/{id}': { ...at('id'), get: answer(200, guest), delete: gone },
        '/guests/{id}/note': { ...at('id'), post: { description, ...answer(200, guest) } },
      },
    }),
    'stateful/guests/timed',
  )
  const flags = 'Sets `flaggedAt`.'

  it('is reported if it is missing', async () => {
    expect(await findingsOfGuests(flags, '')).toEqual([
      expect.stringMatching(/^states: .*flaggedAt to be set, as the document says/),
    ])
  })

  it('is set by the mock', async () => {
    expect(await findingsOfGuests(flags, flags)).toEqual([])
  })
})
