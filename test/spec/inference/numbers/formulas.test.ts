import { describe, expect, it } from 'vitest'
import { formulasOf, type Formula } from '../../../../spec/inference/numbers/formulas.ts'
import { loadDocument } from '../../../../spec/load.ts'

/** The formula of the total of an order with that description. */
async function formulaIn(description: string, type = 'number'): Promise<Formula | undefined> {
  const number = { type: 'number' }
  const line = {
    type: 'object',
    properties: { amount: number, pieces: number, lineTotal: number, text: { type: 'string' } },
  }
  const schema = {
    type: 'object',
    properties: {
      quantity: number,
      unit_price: number,
      amount_paid: number,
      lines: { type: 'array', items: line },
      others: { type: 'array', items: { type: 'object', properties: { partSum: number } } },
      note: { type: 'string' },
      total: { type, description },
    },
  }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { Order: schema } },
  })
  const [formula] = formulasOf(document, { schema, pointer: '#/components/schemas/Order' })
  return formula
}

const order = {
  quantity: 3,
  unit_price: 5,
  amount_paid: 2,
  lines: [
    { amount: 4, pieces: 2, lineTotal: 8 },
    { amount: 6, pieces: 1, lineTotal: 6 },
  ],
  others: [{ partSum: 4 }, { partSum: 5 }],
}

describe('a number is computed from others by', () => {
  it.each([
    ['`unit_price` times `quantity`.', 15, 'unit_price × quantity'],
    ['Always the unit_price multiplied by the quantity', 15, 'unit_price × quantity'],
    ['`unit_price` + `quantity` - `amount_paid`', 6, 'unit_price + quantity - amount_paid'],
    ['Equals `quantity` minus `amount_paid`.', 1, 'quantity - amount_paid'],
    ['`quantity` less `amount_paid`', 1, 'quantity - amount_paid'],
    ['`unit_price` minus the `quantity` and the `amount_paid`', 0, 'unit_price - quantity - amount_paid'],
    ['quantity / amount_paid; null without payments', 1.5, 'quantity / amount_paid'],
    ['`quantity` minus `amount_paid`, or null if nothing is known', 1, 'quantity - amount_paid'],
    ["Sum of the lines' amounts", 10, 'the sum of amount of lines'],
    ['The sum of the `amount` of all `lines`.', 10, 'the sum of amount of lines'],
    ['The sum of the line totals.', 14, 'the sum of lineTotal of lines'],
    ['The sum of the part sums.', 9, 'the sum of partSum of others'],
    ['The sum over all lines of pieces × amount', 14, 'the sum of pieces × amount of lines'],
    ['What is still due: `quantity` minus `amount_paid`', 1, 'quantity - amount_paid'],
    ['`quantity` percent of `unit_price`, rounded to cents', 0.15, 'quantity percent of unit_price'],
    ['20% of the `unit_price`', 1, '20 percent of unit_price'],
    ['The sum of `quantity` and `amount_paid`.', 5, 'quantity + amount_paid'],
    ['Quantity and unit price together', 8, 'quantity + unit_price'],
    ['The unit price and the amount paid combined', 7, 'unit_price + amount_paid'],
  ])('the description %s', async (description, value, text) => {
    const formula = await formulaIn(description)
    expect(formula).toMatchObject({ property: 'total', text })
    expect(formula?.valueIn(order)).toBe(value)
  })
})

it.each([
  '`unit_price` times `quantity`, at least 10.',
  '`unit_price` times `quantity`. Zero for members.',
  '`unit_price` plus `quantity` times `amount_paid`.',
  '`unit_price` plus `shipping`.',
  'The `unit_price`.',
  'Sum of the `amount` of all orders.',
  'Sum of the `text` of all `lines`.',
  'Quantity and shipping together',
])('the description %s says nothing certain', async (description) => {
  expect(await formulaIn(description)).toBeUndefined()
})

it('a number named by the letter `s` is not computed by every description', async () => {
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const properties = {
    s: { type: 'integer', description: 'Size of the trade' },
    c1: { type: 'integer', description: 'Condition 1 of this trade' },
  }
  const schema = { type: 'object', properties }
  expect(formulasOf(document, { schema, pointer: '#/components/schemas/Trade' })).toEqual([])
})

it('has no value if something is missing', async () => {
  const [product, sum] = [
    await formulaIn('`unit_price` × `quantity`'),
    await formulaIn('Sum of amount of lines'),
  ]
  expect(product?.valueIn({ quantity: 3 })).toBeUndefined()
  expect(sum?.valueIn({ lines: [{ amount: 3 }, {}] })).toBeUndefined()
})

it.each([
  ['`quantity` percent of `unit_price`, rounded down', 0, 'quantity percent of unit_price, rounded down'],
  [
    '`quantity` percent of `unit_price`, rounded half up',
    0,
    'quantity percent of unit_price, rounded half up',
  ],
  ['10 % of the `unit_price`, rounded up.', 1, '10 percent of unit_price, rounded up'],
])('a whole number is rounded in the direction that its description names: %s', async (said, value, text) => {
  const formula = await formulaIn(said, 'integer')
  expect(formula).toMatchObject({ text, isRounded: false })
  expect(formula?.valueIn(order)).toBe(value)
  expect((await formulaIn(said))?.isRounded).toBe(true)
})

/** The value of the length of a stay with that description. */
async function lengthOf(description: string, stay: Record<string, string>): Promise<number | undefined> {
  const format = (name: string): string => (name.endsWith('At') ? 'date-time' : 'date')
  const properties = {
    ...Object.fromEntries(Object.keys(stay).map((name) => [name, { type: 'string', format: format(name) }])),
    length: { type: 'integer', description },
  }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const schema = { type: 'object', properties }
  const [formula] = formulasOf(document, { schema, pointer: '#/components/schemas/Stay' })
  return formula?.valueIn(stay)
}

describe('the time between two dates is computed by', () => {
  const stay = { arrivesOn: '2031-05-01', departsOn: '2031-05-05' }
  const visit = { startsAt: '2031-05-01T10:00:00Z', endsAt: '2031-05-01T11:30:00Z' }
  it.each([
    ['Number of nights between `arrivesOn` and `departsOn`', 4],
    ['Calendar days from `arrivesOn` to `departsOn`, both included', 5],
    ['Days from `arrivesOn` until `departsOn` inclusive', 5],
  ])('the description %s', async (description, days) => {
    expect(await lengthOf(description, stay)).toBe(days)
  })

  it('the description of minutes between times', async () => {
    expect(await lengthOf('Minutes between `startsAt` and `endsAt`', visit)).toBe(90)
  })

  it('no description of hours that are not whole', async () => {
    expect(await lengthOf('Hours between `startsAt` and `endsAt`', visit)).toBeUndefined()
  })

  it.each(['Days from `arrivesOn` to `departsOn`', 'Working days from `arrivesOn` to `departsOn`'])(
    'no description that leaves open which days count: %s',
    async (description) => {
      expect(await lengthOf(description, stay)).toBeUndefined()
    },
  )
})
