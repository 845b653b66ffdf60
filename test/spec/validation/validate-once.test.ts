import { describe, expect, it } from 'vitest'
import type { Document, Schema, SchemaNode } from '../../../spec/document.ts'
import { loadDocument } from '../../../spec/load.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { createValidator, type ValidateSchema } from '../../../spec/validate.ts'

/** Forty schemas, each using the previous one twice or more: 2^40 or more as a tree. */
async function documentOf(of: (before: Schema) => Schema, first: Schema): Promise<Document> {
  const before = (level: number): Schema => ({ $ref: `#/components/schemas/L${String(level)}` })
  const levels = Array.from({ length: 40 }, (_, level) => [
    `L${String(level)}`,
    level === 0 ? first : of(before(level - 1)),
  ])
  const schemas: Record<string, Schema> = { It: before(39), ...(Object.fromEntries(levels) as object) }
  return loadDocument({ openapi: '3.1.0', paths: {}, components: { schemas } })
}

const node: SchemaNode = { schema: { $ref: '#/components/schemas/L39' }, pointer: '#/components/schemas/It' }

async function validatorOf(...levels: Parameters<typeof documentOf>): Promise<ValidateSchema> {
  return createValidator(await documentOf(...levels)).of(node, 'response')
}

const text: Schema = { type: 'string', minLength: 2 }

describe('schemas nested exponentially', () => {
  it.each<[keyword: string, of: (before: Schema) => Schema]>([
    ['allOf', (before) => ({ allOf: [before, before] })],
    ['anyOf', (before) => ({ anyOf: [before, before] })],
    ['oneOf', (before) => ({ oneOf: [{ type: 'null' }, { allOf: [before, before] }] })],
    ['if, then and else', (before) => ({ if: before, then: before, else: before })],
    ['not', (before) => ({ not: { not: { anyOf: [before, before] } } })],
  ])('with %s are validated as if expanded', async (_, of) => {
    const validate = await validatorOf(of, text)
    expect(validate('two')).toEqual([])
    expect(validate.accepts('two')).toBe(true)
    const issues = validate('1')
    expect(issues.length).toBeGreaterThan(0)
    expect(issues.length).toBeLessThan(100)
    expect([validate.accepts('1'), validate.accepts(3), validate.accepts('three')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it.each(['allOf', 'anyOf', 'oneOf'])('with %s have the type of the innermost schema', async (keyword) => {
    const document = await documentOf((before) => ({ [keyword]: [before, before] }), text)
    expect([...typesOf(document, node)]).toEqual(['string'])
  })

  it('report an issue once', async () => {
    const validate = await validatorOf((before) => ({ allOf: [before, before] }), text)
    expect(validate('1')).toEqual([
      {
        path: '',
        keyword: 'minLength',
        message: '"1" must have at least 2 characters.',
        schema: '#/components/schemas/L0/minLength',
      },
    ])
  })

  it('are applied to each part of a value', async () => {
    const validate = await validatorOf((before) => ({ type: 'object', allOf: [before, before] }), {
      additionalProperties: text,
      propertyNames: { maxLength: 3 },
    })
    expect(validate.accepts({ one: 'two', two: 'two' })).toBe(true)
    const violations = validate({ one: 'two', two: '1', three: 'two' }).map(({ path, keyword }) => [
      path,
      keyword,
    ])
    expect(violations).toContainEqual(['/two', 'minLength'])
    expect(violations).toContainEqual(['', 'propertyNames'])
    expect(violations.filter(([path]) => path === '/one')).toEqual([])
  })

  it('report evaluated properties each time they are applied', async () => {
    const looked = await validatorOf((before) => ({ allOf: [before, before] }), {
      properties: { one: text },
      anyOf: [{ required: ['two'], properties: { two: text } }, true],
    })
    expect(looked.accepts({ one: 'two', three: 3 })).toBe(true)
    const closed = await validatorOf(
      (before) => ({ allOf: [before, before], unevaluatedProperties: false }),
      { properties: { one: text }, anyOf: [{ required: ['two'], properties: { two: text } }, true] },
    )
    expect(closed({ one: 'two', two: 'two' })).toEqual([])
    expect(closed({ one: 'two', three: 3 }).map(({ path }) => path)).toContain('/three')
    expect(closed({ one: 'two' })).toEqual([])
  })
})
