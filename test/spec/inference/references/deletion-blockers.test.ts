import { expect, it } from 'vitest'
import {
  deletionBlocker,
  preventsDeletion,
  type DeletionBlocker,
} from '../../../../spec/inference/references/deletion-blockers.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

async function blockerOf(
  description: string,
  conflict = 'Conflict',
  status = '409',
): Promise<DeletionBlocker | undefined> {
  const responses = { 204: { description: 'Gone' }, [status]: { description: conflict } }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/courses/{id}': { delete: { description, responses } } },
  })
  const [operation] = operationsOf(document).operations
  return operation && deletionBlocker(operation, '/enrolments')
}

it('only a record in a certain state prevents a deletion', async () => {
  const description = 'A course with an active enrolment cannot be deleted (409).'
  expect(await blockerOf(description)).toMatchObject({ isUnconditional: false, states: ['active'] })
})

it.each([
  'A course with enrolments cannot be deleted; 409.',
  '409 if it has any enrolments.',
  'A course that lessons or enrolments refer to cannot be deleted.',
  'A course used by enrolments cannot be deleted.',
  'Fails with 409 while there are lessons or enrolments in it.',
  'Returns 409 if there are enrolments in the course.',
])('any record prevents a deletion: %s', async (description) => {
  expect(await blockerOf(description)).toMatchObject({ isUnconditional: true })
})

it('records prevent a deletion in the states that they are said to be in', async () => {
  const description = '409 if the course has enrolments that are open or in progress, or if it is over.'
  expect(await blockerOf(description)).toMatchObject({
    isUnconditional: false,
    states: ['open', 'in progress'],
  })
})

it.each([
  '409 while learners are enrolled.',
  '409 if a learner is still enrolled in it.',
  'Deletes it; 409 while somebody is enrolled.',
])('what a noun stands for prevents a deletion as long as it goes on: %s', async (description) => {
  expect(await blockerOf(description)).toMatchObject({ isUnconditional: false, areGoingOn: true })
  expect(await blockerOf(description.replace('enrolled', 'taught'))).toBeUndefined()
})

it.each(['409 if enrolments refer to it.', '409 if enrolments of it have been paid.'])(
  'records that a refusal begins with prevent a deletion: %s',
  async (description) => {
    expect(await blockerOf(description)).toBeDefined()
    expect(await blockerOf(description.replace('enrolments', 'teachers'))).toBeUndefined()
  },
)

it('any record prevents a deletion with a status that only the text names', async () => {
  const text = 'A course with enrolments cannot be deleted'
  expect(await blockerOf(`${text}; 409.`, 'An error', 'default')).toMatchObject({ isUnconditional: true })
  expect(await blockerOf(text, 'An error', 'default')).toBeUndefined()
})

it('any record prevents a deletion, by the description of 409', async () => {
  expect(await blockerOf('Deletes a course.', 'The course has enrolments.')).toMatchObject({
    isUnconditional: true,
    pointer: expect.stringMatching(/responses\/409$/),
  })
})

it.each(['Enrolments still use the course.', 'Some enrolments refer to it'])(
  'any record that is said to refer to the deleted one prevents a deletion: %s',
  async (conflict) => {
    expect(await blockerOf('Deletes a course.', conflict)).toMatchObject({ isUnconditional: true })
    expect(await blockerOf('Deletes a course.', `Open ${conflict.toLowerCase()}`)).not.toMatchObject({
      isUnconditional: true,
    })
  },
)

it('any record of several kinds prevents a deletion, by the description of 409', async () => {
  const blocker = await blockerOf('Deletes a course.', 'The course has lessons, enrolments or reviews.')
  expect(blocker).toMatchObject({ isUnconditional: true })
  const narrowed = await blockerOf('Deletes a course.', 'The course has open or unfinished enrolments.')
  expect(narrowed).toMatchObject({ isUnconditional: false, states: ['open', 'unfinished'] })
})

it.each(['A course with active enrolments cannot be deleted.', '409 if it has unfinished enrolments.'])(
  'some records prevent a deletion: %s',
  async (description) => {
    expect(await blockerOf(description)).toMatchObject({ isUnconditional: false })
  },
)

it.each([
  'Deletes a course with its enrolments.',
  'A course without enrolments cannot be deleted.',
  'Deletes a course.',
])('nothing prevents a deletion: %s', async (description) => {
  expect(await blockerOf(description)).toBeUndefined()
})

it('records in a state prevent a deletion, by the description of 409', async () => {
  for (const conflict of ['An enrolment is active in the course', 'Enrolments are still active.'])
    expect(await blockerOf('Deletes a course.', conflict)).toMatchObject({ states: ['active'] })
  expect(await blockerOf('Deletes a course.', 'An enrolment is active in one of its lessons')).toBeUndefined()
})

it('records that are not in a state prevent a deletion', async () => {
  const description = '409 while the course has enrolments that are not cancelled.'
  expect(await blockerOf(description)).toMatchObject({
    isUnconditional: false,
    states: ['cancelled'],
    isNot: true,
  })
})

it('what is called open, without a state of that name, prevents a deletion until it is done with', async () => {
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const blocker = { pointer: '', isUnconditional: false, states: ['open'] }
  const status = { type: 'string', enum: ['draft', 'submitted', 'received', 'cancelled'] }
  const schema = { schema: { type: 'object', properties: { status } }, pointer: '' }
  const prevents = preventsDeletion(document, blocker, schema)
  expect(status.enum.map((each) => prevents({ status: each }))).toEqual([true, true, false, false])
})
