import { expect, it } from 'vitest'
import { describedOverlap } from '../../../../spec/inference/times/described-overlaps.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

/** Where an operation with that description, and that of its 409, says that periods must not overlap. */
async function overlapIn(description: string, conflict = 'Conflict'): Promise<string | undefined> {
  const post = {
    description,
    responses: { 201: { description: 'Made' }, 409: { description: conflict } },
  }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/bookings': { post } },
  })
  const [operation] = operationsOf(document).operations
  return operation && describedOverlap(operation)?.pointer
}

it.each([
  ['Bookings of one room may not overlap.', undefined],
  ['Two shifts of a person must not overlap (409).', undefined],
  ['Answers 409 if it overlaps another booking.', undefined],
  ['A room cannot be booked twice at the same time.', undefined],
  ['A guide cannot have two tours at the same time (409).', undefined],
  ['A guide cannot give two tours at the same time (409).', undefined],
  ['Books a room.', 'The booking overlaps another one.'],
  ['Books a room.', 'Overlapping booking.'],
  ['409 if the room is already booked at that time.', undefined],
  ['409 if the room is booked for part of that time already.', undefined],
  ['409 if the guest has another booking in the same period.', undefined],
  ['A booking that overlaps another one of the room is refused, unless that one was cancelled.', undefined],
])('periods must not overlap: %s %s', async (description, conflict) => {
  expect(await overlapIn(description, conflict)).toMatch(/^#\/paths\/~1bookings\/post/)
})

it.each([
  ['Bookings may overlap.', undefined],
  ['Books a room.', 'The room is closed.'],
  ['Shifts that overlap are merged.', undefined],
])('periods may overlap: %s %s', async (description, conflict) => {
  expect(await overlapIn(description, conflict)).toBeUndefined()
})
