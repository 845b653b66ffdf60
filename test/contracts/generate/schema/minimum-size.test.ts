import { describe, expect, it } from 'vitest'
import { goalOf } from '../../../../contracts/generate/schema/goal.ts'
import { minimumSize } from '../../../../contracts/generate/schema/minimum-size.ts'
import { shapeOf } from '../../../../contracts/generate/schema/shape.ts'
import { workbench } from '../document.ts'

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const holding = (...values: readonly object[]) => {
  const properties = Object.fromEntries(values.map((value, index) => [`p${String(index)}`, value]))
  return { type: 'object', properties, required: Object.keys(properties) }
}

function partsOf(schema: object, components: Readonly<Record<string, unknown>> = {}): number {
  const { document, node } = workbench({ version: '3.1', schema, components })
  const context = { document, view: 'request' } as const
  return minimumSize(context, shapeOf(context, goalOf([node])))
}

describe('the minimum size of a value', () => {
  it.each([
    ['a text', text, 1],
    ['an object that requires nothing', { type: 'object', properties: { name: text } }, 1],
    ['an object that requires two', holding(text, text), 3],
    ['one that requires another', holding(text, holding(text, text)), 5],
    ['a list that may be empty', { type: 'array', items: text }, 1],
    ['a list of three', { type: 'array', items: text, minItems: 3 }, 4],
    ['a list of two objects', { type: 'array', items: holding(text), minItems: 2 }, 5],
    ['a tuple', { type: 'array', prefixItems: [text, holding(text)], minItems: 2 }, 4],
    [
      'a tuple with more behind',
      { type: 'array', prefixItems: [holding(text)], items: text, minItems: 3 },
      5,
    ],
    [
      'a tuple of which one is asked for',
      { type: 'array', prefixItems: [text, holding(text)], minItems: 1 },
      2,
    ],
    ['the longer of two lengths', { type: 'array', minItems: 2, allOf: [{ minItems: 4 }] }, 5],
  ])('%s: counted', (_, schema, parts) => {
    expect(partsOf(schema)).toBe(parts)
  })

  it.each([
    ['what may be of two types', { ...holding(text, text), type: ['object', 'null'] }],
    ['what is one of a list', { ...holding(text), enum: [{ p0: 'red' }] }],
    ['what names no type', { required: ['name'] }],
  ])('%s counts as one', (_, schema) => {
    expect(partsOf(schema)).toBe(1)
  })

  it('counts recursion as one', () => {
    const Node = { type: 'object', properties: { next: ref('Node'), name: text }, required: ['next', 'name'] }
    expect(partsOf(ref('Node'), { Node })).toBeGreaterThan(2)
    expect(partsOf(ref('Node'), { Node })).toBeLessThan(10)
  })

  it('is limited for three times three, twenty levels deep', () => {
    const levels = Array.from({ length: 60 }, (_, level) => [
      `L${String(level)}`,
      level === 59 ? text : holding(...Array.from({ length: 3 }, () => ref(`L${String(level + 1)}`))),
    ])
    const components = Object.fromEntries(levels) as Readonly<Record<string, unknown>>
    expect(partsOf(ref('L39'), components)).toBe((3 ** 21 - 1) / 2)
    expect(Number.isFinite(partsOf(ref('L0'), components))).toBe(true)
  })
})
