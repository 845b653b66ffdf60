import { expect, it } from 'vitest'
import { flagFormulasOf } from '../../../../spec/inference/numbers/flag-formulas.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { loadDocument } from '../../../../spec/load.ts'

/** The values that a flag with a description has in objects with these numbers. */
async function valuesOf(description: string, ...objects: readonly JsonObject[]) {
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const numbers = { stock: { type: 'integer' }, reorder_point: { type: 'integer' } }
  const properties = { ...numbers, flag: { type: 'boolean', description } }
  const [formula] = flagFormulasOf(document, { schema: { type: 'object', properties }, pointer: '' })
  return formula && objects.map((object) => formula.valueIn(object))
}

const with5 = (stock: number): JsonObject => ({ stock, reorder_point: 5 })
const [below, same, above] = [with5(4), with5(5), with5(6)] as const

it.each([
  ['Whether the stock is at or below the reorder point', [true, true, false]],
  ['True if the stock is below the reorder point.', [true, false, false]],
  ['Set to true when stock has fallen below reorder point', [true, false, false]],
  ['`stock <= reorder_point`', [true, true, false]],
  ['True when the stock is greater than 5', [false, false, true]],
])('%s: a flag that compares two numbers', async (description, values) => {
  expect(await valuesOf(description, below, same, above)).toEqual(values)
})

it('a flag of which more is said, or that compares something else, is left alone', async () => {
  expect(
    await valuesOf('Whether the stock is below the reorder point. Updated each night.', below),
  ).toBeUndefined()
  expect(await valuesOf('Whether the stock is below the demand', below)).toBeUndefined()
})

it('a flag has no value as long as a number is missing', async () => {
  expect(await valuesOf('Whether the stock is below the reorder point', { stock: 1 })).toEqual([undefined])
})
