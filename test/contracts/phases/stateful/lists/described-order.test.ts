import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, create, gone, note, query, read, sent, text } from '../../../support/document-parts.ts'

const lesson = {
  type: 'object',
  required: ['id', 'position', 'title'],
  properties: {
    id: { ...text, readOnly: true },
    position: { type: 'integer', minimum: 1, readOnly: true },
    title: { ...text, minLength: 1, maxLength: 30 },
  },
}
const documentWith = (description: string, ...parameters: readonly object[]): object => ({
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': { get: answer(200, { type: 'array', items: note }), post: create },
    '/courses/{courseId}': { ...at('courseId'), get: read, delete: gone },
    '/courses/{courseId}/lessons': {
      ...at('courseId'),
      get: {
        operationId: 'listLessons',
        description,
        parameters,
        ...answer(200, { type: 'array', items: lesson }),
      },
      post: {
        description: 'Adds a lesson at the end of the course; `position` counts from 1.',
        ...sent(lesson),
        ...answer(201, lesson),
      },
    },
    '/courses/{courseId}/lessons/{lessonId}': {
      ...at('courseId', 'lessonId'),
      get: answer(200, lesson),
      delete: gone,
    },
  },
})

/** What is found of a service that lists lessons by their position, or the other way round. */
async function findingsOf(
  description: string,
  isReversed: boolean,
  ...parameters: readonly object[]
): Promise<readonly string[]> {
  const document = documentWith(description, ...parameters)
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/*/order*',
    async target(request: Request) {
      const response = await mock.fetch(request)
      const { pathname, searchParams } = new URL(request.url)
      const isList = pathname.endsWith('/lessons') && !searchParams.has('sort')
      if (!isReversed || !isList || request.method !== 'GET' || response.status !== 200) return response
      return Response.json(((await response.json()) as readonly object[]).toReversed(), response)
    },
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

const described = 'Lists the lessons of a course, ordered by position.'

describe('a list below a parent that is ordered by a number that the server assigns', () => {
  it('has no finding in the described order', async () => {
    expect(await findingsOf(described, false)).toEqual([])
  })

  it('is reported in the opposite order', async () => {
    expect(await findingsOf(described, true)).toEqual(['list-order listLessons'])
  })

  it('is not judged if the document says nothing of the order', async () => {
    expect(await findingsOf('Lists the lessons of a course.', true)).toEqual([])
  })

  it('has the default of its sort parameter if no order is requested', async () => {
    const sort = query('sort', { enum: ['position', '-position'], default: 'position' })
    const description = 'Lists the lessons of a course.'
    expect(await findingsOf(description, false, sort)).toEqual([])
    expect(await findingsOf(description, true, sort)).toEqual(['list-order listLessons'])
  })
})

it.each([
  ['has the default order by a time that clients set', 'starts_at', false, []],
  [
    'is reported in another order than the default by a time that clients set',
    'starts_at',
    true,
    ['list-order listEvents'],
  ],
  ['has the default order by a text', 'name', false, []],
  ['is reported in another order than the default by a text', 'name', true, ['list-order listEvents']],
])('a list %s', async (_, by, isReversed, expected) => {
  const event = {
    type: 'object',
    required: ['id', by],
    properties: { id: { ...text, readOnly: true }, name: text, starts_at: { ...text, format: 'date-time' } },
  }
  const parameters = [
    query('sort', { enum: [by], default: by }),
    query('order', { enum: ['asc', 'desc'], default: 'desc' }),
  ]
  const document = {
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
    paths: {
      '/events': {
        get: { operationId: 'listEvents', parameters, ...answer(200, { type: 'array', items: event }) },
        post: { ...sent(event), ...answer(201, event) },
      },
      '/events/{id}': { ...at('id'), get: answer(200, event), delete: gone },
    },
  }
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/*/order',
    async target(request: Request) {
      const response = await mock.fetch(request)
      if (!isReversed || request.method !== 'GET' || !request.url.endsWith('/events')) return response
      return Response.json(((await response.json()) as readonly object[]).toReversed(), response)
    },
  })
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual(expected)
})
