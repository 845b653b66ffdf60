import { expect, it } from 'vitest'
import { defaultNames } from '../../../../spec/inference/records/default-names.ts'

it.each([
  ['Takes racks; without any it gets `In` and `Out`.', ['In', 'Out']],
  [
    'Three racks named In, On the stand and Out are created with it unless racks are given.',
    ['In', 'On the stand', 'Out'],
  ],
  ['A new shop starts with the racks In, Stand, and Out.', ['In', 'Stand', 'Out']],
  ['It is created with two racks: "In" and "Out", unless others are sent.', ['In', 'Out']],
  ['The racks are created with it.', []],
])('%s', (description, names) => {
  expect(defaultNames(description, 'racks')).toEqual(names)
})
