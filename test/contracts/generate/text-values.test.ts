import { describe, expect, it } from 'vitest'
import { isTextual, readings } from '../../../contracts/generate/text-values.ts'

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
