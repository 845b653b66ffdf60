import { expect, it } from 'vitest'
import { spellingsOf } from '../../../../spec/inference/records/spellings.ts'

const named = (...names: readonly string[]): ReadonlyMap<string, undefined> =>
  new Map(names.map((name) => [name, undefined]))
const spelt = (
  sent: ReadonlyMap<string, undefined>,
  shown: ReadonlyMap<string, undefined>,
): object | undefined => {
  const spellings = spellingsOf(sent, shown)
  return spellings && Object.fromEntries(spellings)
}

it('properties that are sent in another spelling are those of the record', () => {
  expect(spelt(named('FriendlyName', 'sid', 'Url'), named('friendly_name', 'sid'))).toEqual({
    FriendlyName: 'friendly_name',
  })
})

it('a property that the record has by that name is that property', () => {
  expect(spelt(named('userName'), named('user_name', 'userName'))).toBeUndefined()
})

it('what may be either of two is neither', () => {
  expect(spelt(named('UserName'), named('user_name', 'username'))).toBeUndefined()
  expect(spelt(named('UserName', 'userName'), named('user_name'))).toBeUndefined()
})
