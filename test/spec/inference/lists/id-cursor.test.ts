import { describe, expect, it } from 'vitest'
import type { Document, Parameter } from '../../../../spec/document.ts'
import { isIdCursor } from '../../../../spec/inference/lists/id-cursor.ts'

const isIdCursorBy = (description: string): boolean =>
  isIdCursor(
    { root: { parameters: [{ description }] } } as unknown as Document,
    { pointer: '#/parameters/0' } as Parameter,
  )

describe('a cursor is the id of the last item', () => {
  it.each([
    'A cursor: the id of the last course of the previous page.',
    'Identifier for the last event from the previous pagination request.',
    'A cursor for use in pagination. `after` is an object ID that defines your place in the list.',
    'Identifier for the last job from the previous page',
    "The last note's id.",
  ])('by "%s"', (description) => {
    expect(isIdCursorBy(description)).toBe(true)
  })

  it.each([
    '',
    'An opaque cursor.',
    'The cursor of the next page.',
    'A token made of the id of the last item.',
    'The id of the last page.',
    'Only courses of this id.',
  ])('but not by "%s"', (description) => {
    expect(isIdCursorBy(description)).toBe(false)
  })
})
