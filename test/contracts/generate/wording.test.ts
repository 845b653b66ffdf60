import { describe, expect, it } from 'vitest'
import { isTextual, readings } from '../../../contracts/generate/text-values.ts'
import { nameOfBranch, placeName, show, without, withProperty } from '../../../contracts/generate/wording.ts'

describe('a place in a value', () => {
  it.each([
    ['', 'value'],
    ['/address/lines/0', 'address.lines[0]'],
    ['/0/1', '[0][1]'],
    ['/0/name', '[0].name'],
    ['/a/12b/x2', 'a.12b.x2'],
    ['/$id/x-y', '$id.x-y'],
    ['/a b/c~1d', '["a b"]["c/d"]'],
    ['/.hidden', '[".hidden"]'],
    ['//a', '[""].a'],
  ])('%j is called %s', (path, name) => {
    expect(placeName(path)).toBe(name)
  })
})

describe('a branch', () => {
  it('is named by the schema it refers to, or else by its pointer', () => {
    const pointer = '#/components/schemas/Pet/oneOf/1'
    expect(nameOfBranch({ schema: { $ref: '#/components/schemas/Cat' }, pointer })).toBe('Cat')
    expect(nameOfBranch({ schema: { $ref: 'Cat' }, pointer })).toBe('Cat')
    expect(nameOfBranch({ schema: { type: 'object' }, pointer })).toBe('oneOf/1')
    expect(nameOfBranch({ schema: true, pointer })).toBe('oneOf/1')
  })
})

describe('a value in a sentence', () => {
  it('is JSON, or for a long string its length in code points', () => {
    expect(show('short')).toBe('"short"')
    expect(show({ a: [1, null] })).toBe('{"a":[1,null]}')
    expect(show('🙂'.repeat(40))).toBe(`"${'🙂'.repeat(40)}"`)
    expect(show('🙂'.repeat(41))).toBe('a string of 41 characters')
  })
})

describe('an object', () => {
  it('without a property', () => {
    expect(without({ a: 1, b: 2 }, 'a')).toEqual({ b: 2 })
    expect(without({ a: 1 }, 'c')).toEqual({ a: 1 })
  })

  it('gets a property in its old place or at the end, even __proto__', () => {
    expect(JSON.stringify(withProperty({ a: 1, b: 2 }, 'a', 3))).toBe('{"a":3,"b":2}')
    expect(JSON.stringify(withProperty({ a: 1 }, 'b', 3))).toBe('{"a":1,"b":3}')
    expect(JSON.stringify(withProperty({}, '__proto__', 3))).toBe('{"__proto__":3}')
  })
})

describe('text', () => {
  it('carries scalars, and arrays and objects with scalars', () => {
    const carried = ['', 'a', 0, 1n, false, ['a'], { a: 1 }, { a: ['b'] }]
    expect(carried.filter((value) => !isTextual(value))).toEqual([])
  })

  it('carries neither null nor empty arrays and objects, at any level', () => {
    const lost = [null, [], {}, [null], [1, null], { a: [] }, { a: 1, b: {} }]
    expect(lost.filter(isTextual)).toEqual([])
  })

  it.each([
    ['7', ['7', 7]],
    [7, ['7', 7]],
    ['-0.5', ['-0.5', -0.5]],
    ['1e3', ['1e3', 1000]],
    ['2.5E-1', ['2.5E-1', 0.25]],
    ['1e+2', ['1e+2', 100]],
    ['12', ['12', 12]],
    ['007', ['007']],
    ['7a', ['7a']],
    ['a7', ['a7']],
    ['1.', ['1.']],
    ['.5', ['.5']],
    ['1e', ['1e']],
    ['0x10', ['0x10']],
    ['', ['']],
    ['9007199254740993', ['9007199254740993', 9007199254740993n]],
    ['-9007199254740993', ['-9007199254740993', -9007199254740993n]],
    [9007199254740993n, ['9007199254740993', 9007199254740993n]],
    ['9007199254740993.5', ['9007199254740993.5', 9007199254740994]],
    ['1e30', ['1e30', 1e30]],
    ['true', ['true', true]],
    [true, ['true', true]],
    ['false', ['false', false]],
    ['null', ['null', null]],
    ['True', ['True']],
  ])('%o is read as any of its readings', (value, all) => {
    expect(readings(value)).toEqual(all)
  })

  it('has no readings for arrays and objects', () => {
    expect([null, [], ['1'], {}].flatMap(readings)).toEqual([])
  })
})
