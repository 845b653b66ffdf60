import { describe, expect, it } from 'vitest'
import { createJsonReader } from '../../../contracts/api/json-reader.ts'

describe('a reader of JSON', () => {
  it('gives the same value for a text that comes again', () => {
    const read = createJsonReader()
    const first = read('[{"id": 1}]')
    expect(first).toEqual({ kind: 'ok', value: [{ id: 1 }] })
    expect(read('[{"id": 1}]')).toBe(first)
  })

  it('tells again what cannot be read', () => {
    const read = createJsonReader()
    expect(read('[1')).toMatchObject({ kind: 'malformed' })
    expect(read('[1')).toMatchObject({ kind: 'malformed' })
  })

  it('keeps those that came last, and not all there ever were', () => {
    const read = createJsonReader()
    const [old, used] = [read('["old"]'), read('["used"]')]
    for (let number = 0; number < 100; number++) {
      read(`[${String(number)}]`)
      read('["used"]')
    }
    expect(read('["used"]')).toBe(used)
    expect(read('["old"]')).not.toBe(old)
    expect(read('["old"]')).toEqual(old)
  })

  it('keeps no long ones', () => {
    const read = createJsonReader()
    const text = JSON.stringify(['x'.repeat(100_000)])
    expect(read(text)).not.toBe(read(text))
  })
})
