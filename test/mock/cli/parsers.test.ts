import { describe, expect, it } from 'vitest'
import { parseSize } from '../../../mock/cli/parsers.ts'

describe('parseSize', () => {
  it.each([
    ['4096', 4096],
    ['4096b', 4096],
    ['500kb', 500 * 1024],
    ['10MB', 10 * 1024 ** 2],
    ['1gb', 1024 ** 3],
  ])('reads %s as %i bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })

  it.each(['', 'mb', '-1', '1.5mb', '10 mb', '10tb'])('rejects %j', (text) => {
    expect(() => parseSize(text)).toThrow('Expected a size such as 500kb or 10mb.')
  })
})
