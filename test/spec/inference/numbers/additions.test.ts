import { expect, it } from 'vitest'
import { likelyFormulas } from '../../../../spec/inference/numbers/formulas.ts'
import { loadDocument } from '../../../../spec/load.ts'

/** What follows from others in an object with these whole numbers. */
async function formulasOf(names: readonly string[]): Promise<readonly string[]> {
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]))
  const found = likelyFormulas(document, { schema: { type: 'object', properties }, pointer: '' })
  return found.map(({ property, text }) => `${property} = ${text}`)
}

it('a total time is that of all steps', async () => {
  expect(await formulasOf(['prep_minutes', 'cook_minutes', 'total_minutes'])).toEqual([
    'total_minutes = prep_minutes + cook_minutes',
  ])
  expect(await formulasOf(['totalTime', 'prepTime', 'cookTime', 'restTime', 'servings'])).toEqual([
    'totalTime = prepTime + cookTime + restTime',
  ])
})

it.each([
  ['a single step', ['prepTime', 'totalTime']],
  ['other units', ['prepMinutes', 'cookMinutes', 'totalTime']],
  ['times that are no steps', ['startTime', 'endTime', 'totalTime']],
  ['other totals', ['totalPrice', 'unitPrice', 'taxPrice']],
])('a total time does not follow from %s', async (_, names) => {
  expect(await formulasOf(names)).toEqual([])
})
