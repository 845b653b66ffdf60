import { describe, expect, it } from 'vitest'
import { without, withProperty } from '../../../contracts/generate/object-edits.ts'

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
