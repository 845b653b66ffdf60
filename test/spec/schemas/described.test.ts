import { describe, expect, it } from 'vitest'
import { describedBy } from '../../../spec/schemas/described.ts'

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })

describe('values that a description lists', () => {
  it.each([
    ['Its kind. Value: the fixed string "garden#bed".', ['garden#bed']],
    ['Its kind. This is always `garden#bed`.', ['garden#bed']],
    ['State of the bed. This is either "empty" or "planted".', ['empty', 'planted']],
    ['State of the bed, one of `empty`, `planted`, or `resting`.', ['empty', 'planted', 'resting']],
    ['Either `wood` for planks, or `stone`.', ['wood', 'stone']],
    ['The state of the bed: `empty`, `planted`, or `resting`.', ['empty', 'planted', 'resting']],
    ['Whether the bed is EMPTY, PLANTED, or RESTING.', ['EMPTY', 'PLANTED', 'RESTING']],
    ['Possible values are: - "sun" - Full sun all day. - "shade" - Under a tree.', ['sun', 'shade']],
  ])('%s', (description, values) => {
    expect(describedBy(text(description)).values).toEqual(values)
  })

  it.each([
    'Either `width` or `area` is required.',
    'For example "sun" or "shade".',
    'Where it is, for instance: `sun`, `shade`.',
    'Is given in USD, EUR or CHF per bed.',
    'Always `null` unless the bed is planted.',
    'The bed.',
  ])('are none in: %s', (description) => {
    expect(describedBy(text(description)).values).toBeUndefined()
  })

  it('give way to keywords', () => {
    const schema = text('This is either "empty" or "planted".', { enum: ['empty', 'planted', 'resting'] })
    expect(describedBy(schema).values).toBeUndefined()
  })
})

describe('a format that a description tells', () => {
  it.each([
    ['When it was planted (as an RFC 3339 timestamp).', 'date-time'],
    ['Time of the harvest in ISO 8601 format', 'date-time'],
    ['First day, YYYY-MM-DD', 'date'],
    ['Planted at, as YYYY-MM-DDTHH:MM:SSZ (ISO 8601)', 'date-time'],
    ['How long it takes, as an ISO 8601 duration.', undefined],
    ['Either UNIX seconds or an RFC 3339 timestamp.', undefined],
    ['Opening time, ISO 8601 hh:mm', undefined],
  ])('%s', (description, format) => {
    expect(describedBy(text(description)).format).toBe(format)
  })
})
