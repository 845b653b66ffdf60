import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggest } from '../../../spec/util/suggest.ts'

describe('suggest', () => {
  it.each([
    ['placOrder', 'placeOrder'],
    ['createpet', 'createPet'],
    ['craetePet', 'createPet'],
    ['getPets', 'getPet'],
  ])('for %s suggests %s', (word, meant) => {
    expect(suggest(word, ['placeOrder', 'createPet', 'getPet'])).toBe(meant)
  })

  it('suggests nothing for a word unlike the others', () => {
    expect(suggest('listInvoices', ['placeOrder', 'createPet'])).toBeUndefined()
    expect(suggest('x', [])).toBeUndefined()
  })

  it('finds every known word', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (word) => word.toLowerCase() }),
        (words) => {
          expect(words.map((word) => suggest(word, words))).toEqual(words)
        },
      ),
    )
  })
})
