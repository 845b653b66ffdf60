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

it('takes server errors to the same odd path for one, in whatever words', () => {
  const message = (table: string): string => `500 (select * from ${table}: invalid byte sequence)`
  const odd = (table: string): Finding => failure('with a NUL character in the path', message(table))
  expect(sizes(odd('pets'), odd('orders'), failure('with a deeply nested body', message('pets')))).toEqual([
    2, 1,
  ])
})

it('takes copies of one schema in several responses for one', () => {
  const inCopy = (path: string, place: string): Finding => ({
    ...wrongType,
    requirement: `#/paths/~1${path}/get/responses/200/content/application~1json/schema/${place}`,
    reason: `type ${path} ${place}`,
  })
  const data = 'properties/data/type'
  expect(
    sizes(inCopy('pets', data), inCopy('orders', data), inCopy('orders', 'properties/next/type')),
  ).toEqual([2, 1])
})

it('takes copies of what is wrong below different keys of a map for one', () => {
  const inMap = (key: string, path: string): Finding => ({
    ...wrongType,
    requirement: `#/paths/~1${path}/get/responses/default/content/application~1json/schema/additionalProperties/type`,
    reason: `type /${key}`,
    expected: `an error that matches its schema (type at /${key})`,
  })
  expect(sizes(inMap('state', 'pets'), inMap('message', 'pets'), inMap('state', 'orders'))).toEqual([3])
})

it('takes a parameter that every operation repeats for one', () => {
  const leftOut = (path: string, name: string): Finding => {
    const { reason: _, ...finding } = wrongType
    return {
      ...finding,
      requirement: `#/paths/~1${path}/get/parameters/${String(path.length)}/required`,
      expected: `a request with ${name} left out to be refused`,
    }
  }
  expect(sizes(leftOut('pets', 'tenant'), leftOut('orders', 'tenant'), leftOut('orders', 'shop'))).toEqual([
    2, 1,
  ])
})

it('takes a refusal that two checks tell of for one, in all operations', () => {
  const refusal = (check: string, operation: string): Finding => ({
    ...wrongType,
    check,
    operation,
    message: `GET /${operation} accepts sort = "x": expected ${check}; got 400 (No such column.).`,
    expected: check,
    actual: '400 (No such column.)',
    reason: check,
  })
  const both = ['listPets', 'listOrders'].flatMap((operation) =>
    ['status-declared', 'valid-accepted'].map((check) => refusal(check, operation)),
  )
  expect(sizes(...both, { ...refusal('valid-accepted', 'listUsers'), reason: 'another' })).toEqual([4, 1])
})

it('takes deletions that are accepted again for one, whichever operation declares otherwise', () => {
  const again = (path: string): Finding => {
    const { reason: _, ...finding } = { ...wrongType, check: 'repeat-delete', expected: '404', actual: '204' }
    return { ...finding, operation: path, requirement: `#/paths/~1${path}~1{id}/delete/responses` }
  }
  expect(sizes(again('pets'), again('orders'))).toEqual([2])
})
