import { describe, expect, it } from 'vitest'
import { createJsonReader } from '../../../contracts/api/json-reader.ts'

describe('the JSON reader', () => {
  it('gives the identical value for a repeated text', () => {
    const read = createJsonReader()
    const first = read('[{"id": 1}]')
    expect(first).toEqual({ kind: 'ok', value: [{ id: 1 }] })
    expect(read('[{"id": 1}]')).toBe(first)
  })

  it('repeats the error for a malformed text', () => {
    const read = createJsonReader()
    expect(read('[1')).toMatchObject({ kind: 'malformed' })
    expect(read('[1')).toMatchObject({ kind: 'malformed' })
  })

  it('keeps only the latest texts', () => {
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

  it('does not keep long texts', () => {
    const read = createJsonReader()
    const text = JSON.stringify(['x'.repeat(100_000)])
    expect(read(text)).not.toBe(read(text))
  })
})
