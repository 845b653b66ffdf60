import { expect, it } from 'vitest'
import type { Finding } from '../../../contracts/findings/finding.ts'
import { byLikeness } from '../../../contracts/reporters/likeness.ts'
import { wrongType } from './sample-run.ts'

const failure = (deed: string, actual: string): Finding => {
  const { reason: _, ...finding } = { ...wrongType, check: 'server-error', expected: '4xx', actual }
  return { ...finding, message: `PUT /pets/{id} ${deed}: expected 4xx; got ${actual}.` }
}
const sizes = (...findings: readonly Finding[]): readonly number[] =>
  byLikeness(findings).map(({ length }) => length)

it('tells server errors without a message of their own apart by what was sent', () => {
  const mute = '500 (Internal Server Error)'
  expect(
    sizes(
      failure('with a NUL character in the path', mute),
      failure('refuses name = null, null where it is not nullable', mute),
      failure('refuses size = null, null where it is not nullable', mute),
    ),
  ).toEqual([1, 2])
})

it('takes server errors with one message for one, whatever was sent', () => {
  const telling = '500 (duplicate key value violates unique constraint)'
  expect(sizes(failure('refuses no body', telling), failure('with a deeply nested body', telling))).toEqual([
    2,
  ])
})
