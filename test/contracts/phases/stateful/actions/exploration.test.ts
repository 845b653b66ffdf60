import { expect, it } from 'vitest'
import type { Answer } from '../../../../../contracts/interaction.ts'
import { effectsOf } from '../../../../../contracts/phases/stateful/actions/exploration.ts'

it.each([
  ['changes the state', { status: 'closed', note: 'a', reason: null }, ['status from open to closed']],
  ['stores a property that it was sent', { status: 'open', note: 'b', reason: null }, ['note from a to b']],
  [
    'stores what it was sent by another name',
    { status: 'open', note: 'a', reason: 'b' },
    ['reason from null to b'],
  ],
  ['changes something else', { status: 'open', note: 'a', reason: null, views: 2 }, []],
])('a refused action that %s', (_, left, effects) => {
  const draft = { body: { kind: 'value', value: { note: 'b' } } }
  const before = { status: 'open', note: 'a', reason: null, views: 1 }
  expect(effectsOf({ draft } as unknown as Answer, 'status', before, left)).toEqual(effects)
})
