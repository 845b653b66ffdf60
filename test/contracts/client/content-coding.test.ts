import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeContent } from '../../../contracts/client/content-coding.ts'

const text = Buffer.from('[1,2,3]')
const limit = 1024

describe('decoding content', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ])('reads %s', (coding, bytes) => {
    expect(Buffer.from(decodeContent(bytes, [coding], limit) ?? [])).toEqual(text)
  })

  it('removes several codings, the last one first', () => {
    const bytes = brotliCompressSync(gzipSync(text))
    expect(Buffer.from(decodeContent(bytes, ['gzip, br'], limit) ?? [])).toEqual(text)
    expect(Buffer.from(decodeContent(bytes, ['gzip', 'br'], limit) ?? [])).toEqual(text)
  })

  it('leaves content without a coding, and empty content, unchanged', () => {
    expect(decodeContent(text, [], limit)).toBe(text)
    expect(decodeContent(new Uint8Array(), ['gzip'], limit)).toHaveLength(0)
  })

  it.each([
    ['a coding it does not know', text, 'aes128gcm'],
    ['a name of every object', text, 'constructor'],
    ['more than the limit', gzipSync(Buffer.alloc(limit + 1)), 'gzip'],
  ])('gives up on %s', (_, bytes, coding) => {
    expect(decodeContent(bytes, [coding], limit)).toBeUndefined()
  })

  it('leaves content that does not have the named coding unchanged', () => {
    expect(decodeContent(text, ['gzip'], limit)).toBe(text)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.array(fc.oneof(fc.string(), fc.constantFrom('gzip', 'deflate', 'br'))),
        (bytes, codings) => {
          const content = decodeContent(bytes, codings, limit)
          expect(content === undefined || content.length <= Math.max(limit, bytes.length)).toBe(true)
        },
      ),
    )
  })
})
