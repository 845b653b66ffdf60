import { expect, it } from 'vitest'
import { conditionsOf } from '../../../../spec/inference/lists/conditions.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const number = { type: 'number' }

/** The properties that a parameter bounds in a list of objects with these properties, as `most nightlyRate`. */
async function boundsOf(
  name: string,
  properties: readonly string[],
  description = '',
  asked: object = number,
  shown: object = number,
): Promise<readonly string[]> {
  const schema = { type: 'object', properties: Object.fromEntries(properties.map((each) => [each, shown])) }
  const get = {
    parameters: [{ name, in: 'query', description, schema: asked }],
    responses: { 200: { description: 'Rooms' } },
  }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Rooms', version: '1' },
    paths: { '/rooms': { get } },
  })
  const [operation] = operationsOf(document).operations
  if (!operation) throw new Error('There is no operation.')
  const of = { record: { schema, pointer: '' }, filters: [], paging: undefined, references: [] }
  return conditionsOf(document, operation, of).map(({ kind, property }) => `${kind} ${property}`)
}

it.each([
  ['maxRate', ['capacity', 'nightlyRate'], ['most nightlyRate']],
  ['minTotal', ['addOnTotal', 'total'], ['least total']],
  ['maxRate', ['dailyRate', 'nightlyRate'], []],
  ['maxRate', ['rateOfChange'], []],
  ['bornFrom', ['birthDate', 'height'], ['least birthDate']],
])('the parameter %s bounds one of %j', async (name, properties, bounds) => {
  expect(await boundsOf(name, properties)).toEqual(bounds)
})

it('a description names the one that is meant of several properties', async () => {
  const among = async (description: string): Promise<readonly string[]> =>
    boundsOf('minRate', ['dailyRate', 'nightlyRate'], description)
  expect(await among('Only rooms with at least this nightly rate.')).toEqual(['least nightlyRate'])
  expect(await among('At least this rate.')).toEqual([])
})

it('a description names what sets one of several properties apart', async () => {
  const bounds = await boundsOf('maxTime', ['prepTime', 'totalTime'], 'At most this long in total.')
  expect(bounds).toEqual(['most totalTime'])
})

it.each([
  ['Only rooms that have beds left', ['least beds_left']],
  ['With `true`, only rooms which still have any beds left.', ['least beds_left']],
  ['Only rooms that are not full', ['least beds_left']],
  ['Only rooms with free beds', ['least beds_left']],
  ['Rooms that are not full come first', []],
  ['Rooms that have beds left come first', []],
  ['Only rooms that have beds left today', []],
])('a switch stands for more than none: %s', async (description, bounds) => {
  expect(await boundsOf('has_beds', ['beds_left', 'floor'], description, { type: 'boolean' })).toEqual(bounds)
})

it('a parameter that selects the properties to return sets no condition', async () => {
  const words = { type: 'array', items: { type: 'string' } }
  const conditions = async (name: string): Promise<readonly string[]> =>
    boundsOf(name, [name], '', words, words)
  expect(await conditions('tags')).toEqual(['member tags'])
  expect(await conditions('fields')).toEqual([])
})
