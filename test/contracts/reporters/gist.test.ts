import { expect, it } from 'vitest'
import { gistOf } from '../../../contracts/reporters/gist.ts'
import { wrongType } from './sample-run.ts'

it('tells what was sent, unless what was expected tells it', () => {
  const finding = { ...wrongType, expected: '4xx', actual: '500' }
  const message = 'GET /pets/{petId} with a NUL character in the path: expected 4xx; got 500.'
  expect(gistOf({ ...finding, message })).toBe('with a NUL character in the path: expected 4xx; got 500')
  const expected = 'a request with limit = 0 to be refused'
  expect(
    gistOf({ ...finding, expected, message: `GET /pets refuses limit = 0: expected ${expected}; got 500.` }),
  ).toBe(`expected ${expected}; got 500`)
})
