import { array, assert, bigInt, constantFrom, jsonValue, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, stringifyJson, type Json } from './json.ts'

const throws = (parse: (text: string) => unknown, text: string): boolean => {
  try {
    parse(text)
    return false
  } catch (error) {
    return error instanceof SyntaxError
  }
}

const pieces = '{ } [ ] , : "a" "b" " 1 -0 .5 e1 01 true nul \\ \u00a0'.split(' ')
const texts = array(constantFrom(...pieces, ' ', '\n', '\t', '\u0001'), { maxLength: 8 }).map((parts) =>
  parts.join(''),
)

describe('JSON', () => {
  test('parses what it printed', () => {
    assert(
      property(jsonValue(), (value) => {
        const read = parseJson(stringifyJson(value as Json))
        expect(JSON.parse(stringifyJson(read))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('refuses what JSON.parse refuses', () => {
    assert(
      property(texts, (text) => {
        const isDuplicate = /"(a|b)"\s*:.*"\1"\s*:/s.test(text)
        if (!isDuplicate) expect(throws(parseJson, text)).toBe(throws(JSON.parse, text))
      }),
      { numRuns: 5000 },
    )
  })

  test('keeps every digit of an integer', () => {
    assert(
      property(bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (id) => {
        expect(stringifyJson(parseJson(`[${id}]`))).toBe(`[${id}]`)
      }),
    )
  })

  test.each(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"a":{"b":1,"b":1}}]'])(
    'refuses an object that repeats a name: %s',
    (text) => {
      expect(() => parseJson(text)).toThrow('twice')
    },
  )
})
