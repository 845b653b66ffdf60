import { describe, expect, it } from 'vitest'
import { plainKey } from '../../../../contracts/generate/schema/plain.ts'

describe('plain schemas', () => {
  it('are the same regardless of annotations', () => {
    expect(plainKey({ type: 'string', description: 'A name.', 'x-order': 1 })).toBe(
      plainKey({ type: 'string' }),
    )
  })

  it('may have integers beyond double precision', () => {
    expect(plainKey({ type: 'integer', example: 9_007_199_254_740_993n })).toBe(
      plainKey({ type: 'integer', example: 9_007_199_254_740_993n }),
    )
    expect(plainKey({ type: 'integer', example: 9_007_199_254_740_993n })).not.toBe(
      plainKey({ type: 'integer', example: 9_007_199_254_740_992n }),
    )
  })

  it('differ by type, format, bounds, examples and items', () => {
    const schemas = [
      { type: 'string' },
      { type: ['string', 'null'] },
      { type: 'string', nullable: true },
      { type: 'string', format: 'date' },
      { type: 'string', example: 'red' },
      { type: 'integer' },
      { type: 'integer', minimum: 0, maximum: 5 },
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    ]
    expect(new Set(schemas.map(plainKey)).size).toBe(schemas.length)
    expect(schemas.map(plainKey)).not.toContain(undefined)
  })

  it.each([
    ['refer to others', { $ref: '#/components/schemas/Pet' }],
    ['may have no values', { type: 'integer', minimum: 5, maximum: 2 }],
    ['have patterns', { type: 'string', pattern: '^a$' }],
    ['are objects', { type: 'object', properties: { name: { type: 'string' } } }],
    ['hold objects', { type: 'array', items: { type: 'object' } }],
    ['name no type', { format: 'date' }],
    ['allow anything', true],
  ])('are not those that %s', (_, schema) => {
    expect(plainKey(schema)).toBeUndefined()
  })
})
