import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entityTag } from '../../../../mock/engine/conditional/entity-tag.ts'

describe('entity tags', () => {
  it('are strong and well-formed', () => {
    expect(entityTag('{"id":1}')).toMatch(/^"[0-9a-f]{16}"$/)
  })

  it('never change between releases, since clients keep them', () => {
    expect(entityTag('{"id":1}')).toBe('"65cbdf71da348c0e"')
  })

  it('differ for similar texts', () => {
    const tags = new Set<string>()
    for (let id = 0; id < 20_000; id++) tags.add(entityTag(`{"id":${id},"name":"Luna"}`))
    for (let length = 0; length < 1_000; length++) tags.add(entityTag('0'.repeat(length)))
    expect(tags.size).toBe(21_000)
  })

  it('differ for every change of one character', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 0xffff }),
        (text, at, change) => {
          const index = at % text.length
          const other =
            text.slice(0, index) +
            String.fromCharCode(text.charCodeAt(index) ^ change) +
            text.slice(index + 1)
          expect(entityTag(other)).not.toBe(entityTag(text))
        },
      ),
    )
  })

  it('are computed from bytes for binary content', () => {
    expect(entityTag(new TextEncoder().encode('plain'))).toBe(entityTag('plain'))
  })
})
