import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock, ok, refuse, type Behaviour } from '../../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../support/document-parts.ts'

const course = {
  type: 'object',
  required: ['id', 'status', 'title'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    status: { enum: ['draft', 'published', 'archived'], readOnly: true },
  },
}
const enrolment = {
  type: 'object',
  required: ['id', 'course_id', 'note'],
  properties: { id: { ...text, readOnly: true }, course_id: text, note: text },
}
const conflict = { 409: { description: 'Not in this state' } }
const action = (description: string): object => ({
  ...at('id'),
  post: { description, ...answer(200, course, conflict) },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': {
      get: listOf(course),
      post: { description: 'Creates a course as a draft.', ...sent(course), ...answer(201, course) },
    },
    '/courses/{id}': { ...at('id'), get: answer(200, course) },
    '/courses/{id}/archive': action('Only a `published` course can be archived; 409 otherwise.'),
    '/courses/{id}/publish': action('Only a `draft` course can be published; 409 otherwise.'),
    '/enrolments': {
      get: listOf(enrolment),
      post: { operationId: 'enrol', ...sent(enrolment), ...answer(201, enrolment, conflict) },
    },
    '/enrolments/{id}': { ...at('id'), get: answer(200, enrolment), delete: gone },
  },
}

/** Takes enrolments in courses of one state alone. */
function enrolIn(state: string): Behaviour {
  return async ({ request, store, next }) => {
    const { course_id: id } = request.body as { readonly course_id: string }
    const course = await store.collection('/courses').get(id)
    return course?.['status'] === state ? next() : refuse(409, 'wrong_state', 'The course is not open.')
  }
}

async function run(enrol: Behaviour) {
  const { findings, summary } = await runContract({
    document,
    phases: ['stateful'],
    target: await createMock({ document, behaviours: { enrol } }),
  })
  return { checks: findings.map(({ check }) => check), ...summary }
}

it.each(['published', 'archived'])(
  'covers an operation that accepts only references to %s records',
  async (state) => {
    const { checks, covered } = await run(enrolIn(state))
    expect(checks).toEqual([])
    expect(covered).toBe(9)
  },
)

it('reports a defect of records that refer to records in a certain state', async () => {
  const { checks } = await run(async (context) => {
    const outcome = await enrolIn('published')(context)
    return outcome.kind === 'refused'
      ? outcome
      : ok(201, { ...(outcome.body as object), note: 'lost', id: 'x' })
  })
  expect(checks).toContain('created-readable')
})

it('covers an operation that accepts a reference only after an action was repeated', async () => {
  const stages = ['draft', 'review', 'approval', 'published']
  const staged = structuredClone(document) as typeof document & {
    readonly paths: Record<string, unknown>
  }
  Object.assign(staged.paths, {
    '/courses/{id}/advance': action('Moves the course one stage further.'),
    '/courses/{id}/publish': undefined,
    '/courses/{id}/archive': undefined,
  })
  const text = JSON.stringify(staged).replaceAll('["draft","published","archived"]', JSON.stringify(stages))
  const advance: Behaviour = async ({ request, store }) => {
    const courses = store.collection('/courses')
    const id = request.path['id'] as string
    const course = await courses.get(id)
    const next = stages[stages.findIndex((stage) => stage === course?.['status']) + 1]
    if (!course || next === undefined) return refuse(409, 'wrong_state', 'The course is published.')
    await courses.put(id, { ...course, status: next })
    return ok(200, { ...course, status: next })
  }
  const changed = JSON.parse(text) as { readonly paths: object }
  const { findings, summary } = await runContract({
    document: changed,
    phases: ['stateful'],
    target: await createMock({
      document: changed,
      behaviours: { enrol: enrolIn('published'), 'POST /courses/{id}/advance': advance },
    }),
  })
  expect(findings).toEqual([])
  expect(summary.covered).toBe(8)
})

it('stops searching for a state that no action leads to', async () => {
  const { checks, covered, requests } = await run(enrolIn('cancelled'))
  expect(checks).toEqual([])
  expect(covered).toBe(7)
  expect(requests).toBeLessThan(400)
})

it('covers an operation that accepts only references to records in a state that an action is sent', async () => {
  const moved = {
    type: 'object',
    required: ['status'],
    properties: { status: { enum: ['draft', 'review', 'ready'] } },
  }
  const draft = {
    ...course,
    properties: { ...course.properties, status: { ...moved.properties.status, readOnly: true } },
  }
  const staged = {
    ...document,
    paths: {
      '/courses': { get: listOf(draft), post: { ...sent(draft), ...answer(201, draft) } },
      '/courses/{id}': { ...at('id'), get: answer(200, draft) },
      '/courses/{id}/move': { ...at('id'), post: { ...sent(moved), ...answer(200, draft, conflict) } },
      '/enrolments': {
        get: listOf(enrolment),
        post: {
          ...sent(enrolment),
          ...answer(201, enrolment, { 409: { description: 'The course is not in the status `ready`.' } }),
        },
      },
      '/enrolments/{id}': { ...at('id'), get: answer(200, enrolment) },
    },
  }
  const { findings, summary } = await runContract({
    document: staged,
    phases: ['stateful'],
    target: await createMock({ document: staged }),
  })
  expect(findings).toEqual([])
  expect(summary.covered).toBe(7)
})
