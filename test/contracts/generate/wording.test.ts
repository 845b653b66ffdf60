import { describe, expect, it } from 'vitest'
import { nameOfBranch, placeName, show } from '../../../contracts/generate/wording.ts'

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
