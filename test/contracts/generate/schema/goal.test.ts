import { describe, expect, it } from 'vitest'
import { goalOf, isReal, placeOf, refine, synthetic } from '../../../../contracts/generate/schema/goal.ts'

const node = (name: string, schema: object | boolean = { type: 'string' }) => ({
  schema: schema as Parameters<typeof synthetic>[0],
  pointer: `#/components/schemas/${name}`,
})
const [pet, owner] = [node('Pet'), node('Owner')]

describe('a goal', () => {
  it('leaves out schemas without requirements', () => {
    const parts = goalOf([node('Any', true), node('Empty', {}), node('None', false), pet]).parts
    expect(parts.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/None', pet.pointer])
  })

  it('has each schema once, and is the same in any order', () => {
    const goal = goalOf([pet, owner, pet])
    expect(goal.parts.map(({ pointer }) => pointer)).toEqual([pet.pointer, owner.pointer])
    expect(goal.key).toBe(goalOf([owner, pet]).key)
    expect(goal.key).not.toBe(goalOf([pet]).key)
  })

  it('differs by the schemas that apply a part in place', () => {
    const scoped = (scopes: readonly string[]) => refine(goalOf([]), { parts: [{ ...pet, scopes }] })
    const keys = [[], ['#/a'], ['#/a', '#/b'], ['#/b', '#/a']].map((scopes) => scoped(scopes).key)
    expect(new Set(keys).size).toBe(4)
    expect(scoped([]).key).toBe(goalOf([pet]).key)
  })

  it('differs by what must not match, and by what has been decided', () => {
    const plain = goalOf([pet])
    const never = refine(plain, { parts: [], never: [owner] })
    const decided = refine(plain, { parts: [], decided: owner.pointer })
    expect(new Set([plain.key, never.key, decided.key, goalOf([pet, owner]).key]).size).toBe(4)
  })

  it('keeps all it had when something is added', () => {
    const first = refine(goalOf([pet]), { parts: [], never: [owner], decided: '#/a' })
    const second = refine(first, { parts: [node('Cat')], never: [node('Dog')], decided: '#/b' })
    expect(second.parts.map(({ pointer, scopes }) => [pointer, scopes])).toEqual([
      [pet.pointer, []],
      ['#/components/schemas/Cat', []],
    ])
    expect(second.never).toEqual([owner, node('Dog')])
    expect([...second.decided]).toEqual(['#/a', '#/b'])
    expect(refine(second, { parts: [] })).toEqual(second)
    const other = refine(refine(goalOf([pet]), { parts: [], never: [node('Dog')], decided: '#/b' }), {
      parts: [node('Cat')],
      never: [owner],
      decided: '#/a',
    })
    expect(other.key).toBe(second.key)
  })

  it('has the place of its first schema in the document', () => {
    const goal = synthetic({ type: 'string' })
    expect(placeOf(goalOf([goal, pet, owner]))).toBe(pet.pointer)
    expect(placeOf(goalOf([goal]))).toBe(goal.pointer)
    expect(placeOf(goalOf([]))).toBe('#')
  })
})

describe('a synthetic schema', () => {
  it('is distinguished from schemas of the document, and from others', () => {
    expect([isReal(pet), isReal(synthetic({ type: 'string' }))]).toEqual([true, false])
    expect(synthetic({ minimum: 1 }).pointer).toBe(synthetic({ minimum: 1 }).pointer)
    expect(synthetic({ minimum: 1 }).pointer).not.toBe(synthetic({ minimum: 2 }).pointer)
  })
})
