import { expect, it } from 'vitest'
import { inferResources } from '../../../../../spec/inference/infer-resources.ts'
import { referencedStates } from '../../../../../spec/inference/states/refusals/referenced-states.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'
import { object, string } from '../../api.ts'

const states = ['draft', 'published', 'archived']
const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const answer = (schema: object): object => ({ description: 'Done', ...content(schema) })
const kept = (path: string, schema: object, post: object = {}): object => ({
  [path]: {
    get: { responses: { 200: answer({ type: 'array', items: schema }) } },
    post: { requestBody: content(schema), responses: { 201: answer(schema) }, ...post },
  },
  [`${path}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: string }],
    get: { responses: { 200: answer(schema) } },
  },
})

/** What an enrolment of a learner in a course demands of the state of these two. */
async function statesOf(
  description: string,
  refusals: Readonly<Record<string, string>> = { 409: 'Conflict' },
) {
  const enrolment = object('id', 'course_id', 'learner_id')
  const refused = Object.entries(refusals).map(([status, text]) => [status, { description: text }] as const)
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Courses', version: '1' },
    paths: {
      ...kept('/courses', object('id', 'title', { status: { type: 'string', enum: states } })),
      ...kept('/learners', object('id', 'name', { is_active: { type: 'boolean' } })),
      ...kept('/enrolments', enrolment, {
        operationId: 'enrol',
        description,
        responses: { 201: answer(enrolment), ...Object.fromEntries(refused) },
      }),
    },
  })
  const { operations } = operationsOf(document)
  const { resources, roles } = inferResources(document, operations)
  const enrol = operations.find(({ id }) => id === 'enrol')
  const references = roles.get('enrol')?.resource.references ?? []
  return enrol
    ? referencedStates(document, enrol, references, resources).map(
        ({ reference: { property: reference }, property, refused, certain, status }) => ({
          reference,
          property,
          refused,
          certain,
          status,
        }),
      )
    : []
}

const course = { reference: 'course_id', property: 'status', status: 409 }
const notPublished = { ...course, refused: ['draft', 'archived'] }

it.each([
  ['409 if the course is not `published`.', { ...notPublished, certain: ['draft', 'archived'] }],
  [
    '409 if the learner is enrolled already, or the course is not published.',
    { ...notPublished, certain: ['draft'] },
  ],
  ['The course must be published; 409 otherwise.', { ...notPublished, certain: ['draft'] }],
  ['409 unless the course is published.', { ...notPublished, certain: ['draft'] }],
  ['The course must be published (409).', { ...notPublished, certain: ['draft'] }],
  ['The course must exist (422) and be published (409).', { ...notPublished, certain: ['draft'] }],
  ['Only for published courses (409).', { ...notPublished, certain: ['draft'] }],
  [
    'Only places in a published course can be booked, and no more than are left.',
    { ...notPublished, certain: ['draft'] },
  ],
  ['Places can only be kept for a published course.', { ...notPublished, certain: ['draft'] }],
  ['The course must be published, and have places left.', { ...notPublished, certain: ['draft'] }],
  ['Archived courses take no enrolments (409).', { ...course, refused: ['archived'], certain: ['archived'] }],
  ["409 if the course's status is not published.", { ...notPublished, certain: ['draft', 'archived'] }],
  ['409 when the course is draft or archived.', { ...notPublished, certain: ['draft', 'archived'] }],
  ['409 if the course is archived.', { ...course, refused: ['archived'], certain: ['archived'] }],
])('"%s" excludes courses in certain states', async (description, rule) => {
  expect(await statesOf(description)).toEqual([rule])
})

it.each([
  'Only active learners can enrol.',
  'The learner must be active.',
  '409 if the learner is inactive.',
  '409 if the learner is not active.',
])('"%s" excludes learners by a flag', async (description) => {
  expect(await statesOf(description)).toEqual([
    { reference: 'learner_id', property: 'is_active', status: 409, refused: [false], certain: [false] },
  ])
})

it('the description of a response excludes states', async () => {
  const states = await statesOf('Enrols a learner.', { 422: 'The course is not published' })
  expect(states).toEqual([{ ...notPublished, status: 422, certain: ['draft'] }])
})

it.each([
  ['Enrols a learner in a published course.', undefined],
  ['For published courses.', undefined],
  ['The course must be published.', { 400: 'Invalid' }],
  ['409 if the course is published by another school.', undefined],
  ['409 if the course is full.', undefined],
  ['An archived course cannot be changed.', undefined],
  ['Places can only be kept for a published course or an archived one.', undefined],
  ['Only active learners can enrol in more than ten courses.', undefined],
  ['409 if the course is not published. 409 if the course is published.', undefined],
  ['A course that is archived is left out.', undefined],
])('"%s" excludes nothing', async (description, refusals) => {
  expect(await statesOf(description, refusals)).toEqual([])
})
