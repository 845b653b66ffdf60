import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeUtf8,
  equalJson,
  isArray,
  isJsonObject,
  maxDepth,
  parseJson,
  stringifyJson,
  type Json,
} from '../../spec/json.ts'

/** Values as parseJson returns them: only unsafe integers are bigints. */
const { json } = fc.letrec<{ json: Json; leaf: Json }>((tie) => ({
  leaf: fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isExactDouble),
    fc.bigInt().filter((value) => BigInt.asIntN(54, value) !== value || value === -(2n ** 53n)),
  ),
  json: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.array(tie('json')),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a"b', 'a:b')),
      tie('json'),
    ),
  ),
}))

function value(text: string): Json {
  const reading = parseJson(text)
  if (reading.kind === 'malformed') throw new Error(reading.message)
  return reading.value
}

function message(text: string): string {
  const reading = parseJson(text)
  return reading.kind === 'malformed' ? reading.message : `read as ${stringifyJson(reading.value)}`
}

describe('parseJson', () => {
  it('agrees with JSON.parse on common input', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(rounded(value(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('reads back what stringifyJson writes', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2, '\t'), (wanted, space) => {
        expect(value(stringifyJson(wanted, space))).toEqual(wanted)
      }),
    )
  })

  it('never throws', () => {
    const fragment = fc.constantFrom(
      ...'{}[]:,"\\ -+.eE01u'.split(''),
      '"a"',
      '\\u12',
      '1e999',
      '9'.repeat(400),
      'true',
      '\n',
      '\0',
    )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fragment })), (text) => {
        expect(parseJson(text).kind).toMatch(/^(ok|malformed)$/)
      }),
    )
  })

  it('rejects exactly what JSON.parse rejects, apart from duplicate keys and huge numbers', () => {
    const unit = fc.constantFrom(...'{}[]:,"\\ -.e01'.split(''), '"a"', '"b":', 'null')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const reading = parseJson(text)
        if (reading.kind === 'malformed' && /twice|too large/.test(reading.message)) return
        expect(reading.kind).toBe(nativeReads(text) ? 'ok' : 'malformed')
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['{"id":9223372036854775807,"n":1}', { id: 9223372036854775807n, n: 1 }],
    ['[18446744073709551616]', [18446744073709551616n]],
    ['[1e20, 1.0, -0.5e-3]', [1e20, 1, -0.0005]],
    ['"9007199254740993"', '9007199254740993'],
    ['  7\n', 7],
    ['null', null],
  ])('reads %s exactly', (text, expected) => {
    expect(value(text)).toEqual(expected)
  })

  it.each([
    ['{"id":1,"name":"x","id":1}', 'The key "id" is repeated in one object, at position 19.', 19],
    ['[{"a":1},{"a":{"b":1,"b":2}}]', 'The key "b" is repeated in one object, at position 21.', 21],
    ['{"\\u0061":":","a" :2}', 'The key "a" is repeated in one object, at position 14.', 14],
    ['{"__proto__":1,"__proto__":2}', 'The key "__proto__" is repeated in one object, at position 15.', 15],
  ])('rejects a duplicate key: %s', (text, message, position) => {
    const duplicateKey = /"(.*)"/.exec(message)?.[1]
    expect(parseJson(text)).toEqual({ kind: 'malformed', message, position, duplicateKey })
  })

  it('allows the same key in several objects, and colons and quotes in strings', () => {
    expect(value('[{"a":1},{"a":{"a":":\\":{"}},"a:","a"]')).toEqual([
      { a: 1 },
      { a: { a: ':":{' } },
      'a:',
      'a',
    ])
  })

  it('finds a duplicate in any nested object', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('\\', '"', '\\"', ':', '__proto__'))
    fc.assert(
      fc.property(key, fc.dictionary(key, fc.jsonValue()), (name, others) => {
        const members = Object.entries({ ...others }).filter(([other]) => other !== name)
        const texts = [[name, 1], ...members, [name, 2]].map(
          (m) => `${JSON.stringify(m[0])}:${JSON.stringify(m[1])}`,
        )
        const before = `{${texts.slice(0, -1).join(',')},`
        expect(parseJson(`${before}${texts.at(-1)}}`)).toMatchObject({
          kind: 'malformed',
          position: before.length,
        })
      }),
    )
  })

  it.each([
    ['', 'The text is empty. It must be JSON.'],
    [' \n', 'The text is empty. It must be JSON.'],
    ['{"a":1,}', `The text is not valid JSON: Quoted object key expected but got '}' at position 7.`],
    ['[1 2]', `The text is not valid JSON: Comma ',' expected after value but got '2' at position 3.`],
    ['{"a":1} x', `The text is not valid JSON: Expected end of input but got 'x' at position 8.`],
    ['NaN', `The text is not valid JSON: JSON value expected but got 'N' at position 0.`],
    [`{'a':1}`, `The text is not valid JSON: Quoted object key expected but got ''' at position 1.`],
    ['[1e400]', 'The number 1e400 is too large.'],
    ['-1e999', 'The number -1e999 is too large.'],
    ['9'.repeat(400), `The number ${'9'.repeat(40)}… is too large.`],
  ])('gives a reason for rejecting %j', (text, expected) => {
    expect(message(text)).toBe(expected)
  })

  it('rejects nesting beyond the limit at any depth', () => {
    expect(value('['.repeat(maxDepth) + ']'.repeat(maxDepth))).toBeInstanceOf(Array)
    for (const depth of [maxDepth + 1, 500_000]) {
      expect(message('['.repeat(depth) + ']'.repeat(depth))).toBe(
        'The JSON is nested deeper than 512 levels.',
      )
      expect(message('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))).toBe(
        'The JSON is nested deeper than 512 levels.',
      )
      expect(parseJson('['.repeat(depth)).kind).toBe('malformed')
    }
  })

  it.each(['{"__proto__":{"polluted":true}}', '{"__proto__":{"polluted":9007199254740993}}'])(
    'keeps %s as an own member without prototype pollution',
    (text) => {
      const read = value(text)
      expect(Object.keys(read as object)).toEqual(['__proto__'])
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
      expect((read as { polluted?: unknown }).polluted).toBeUndefined()
      expect(stringifyJson(read)).toBe(text)
    },
  )

  it('keeps lone surrogates and escapes them when written', () => {
    expect(value('"\\ud800"')).toBe('\ud800')
    expect(stringifyJson('\ud800')).toBe('"\\ud800"')
  })
})

describe('stringifyJson', () => {
  it('writes bigints as integers', () => {
    expect(stringifyJson({ id: 2n ** 63n - 1n, list: [1, 2n ** 64n] })).toBe(
      '{"id":9223372036854775807,"list":[1,18446744073709551616]}',
    )
  })

  it('indents like JSON.stringify, with and without bigints', () => {
    const of = (id: number | bigint): Json => ({ a: [], b: {}, c: [id, { d: null }] })
    expect(stringifyJson(of(1), 2)).toBe(JSON.stringify(of(1), null, 2))
    expect(stringifyJson(of(7n), 2)).toBe(JSON.stringify(of(7), null, 2))
    expect(stringifyJson(of(7n), '\t')).toBe(JSON.stringify(of(7), null, '\t'))
  })

  it('writes integers even if BigInt.prototype.toJSON is defined', () => {
    Reflect.defineProperty(BigInt.prototype, 'toJSON', { value: String, configurable: true })
    try {
      expect(stringifyJson([2n ** 60n, 'a'])).toBe('[1152921504606846976,"a"]')
    } finally {
      Reflect.deleteProperty(BigInt.prototype, 'toJSON')
    }
  })
})

describe('decodeUtf8', () => {
  it('decodes text and removes the byte order mark', () => {
    expect(decodeUtf8(new TextEncoder().encode('\uFEFFé😀'))).toBe('é😀')
  })

  it.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0xaf]]])('rejects %j', (bytes) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBeUndefined()
  })
})

describe('equalJson', () => {
  it('is true for a value and its copy', () => {
    fc.assert(fc.property(json, (a) => equalJson(a, value(stringifyJson(a)))))
  })

  it('agrees with comparing sorted JSON', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(equalJson(a, b)).toBe(sortedText(a) === sortedText(b))
      }),
    )
  })

  it.each<[Json, Json, boolean]>([
    [1n, 1, true],
    [1, 1n, true],
    [2n ** 53n, 2 ** 53, true],
    [2n ** 53n + 1n, 2 ** 53, false],
    [1n, 1.5, false],
    [0, -0, true],
    [1, '1', false],
    [1n, '1', false],
    [{ a: 1, b: [2n] }, { b: [2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[], {}, false],
    [{}, [], false],
    [null, {}, false],
    [{ a: 1 }, { b: 1 }, false],
    [{}, { toString: 1 }, false],
    [{ toString: 1 }, { a: 1 }, false],
  ])('%o and %o: %s', (a, b, expected) => {
    expect(equalJson(a, b)).toBe(expected)
  })
})

it('isJsonObject distinguishes objects from arrays, null and undefined', () => {
  expect([{}, [], null, undefined, 'a', 1n].map(isJsonObject)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

/** Excludes -0, which JSON writes as 0, and doubles that JSON writes as unsafe integers. */
function isExactDouble(value: number): boolean {
  return (
    !Object.is(value, -0) &&
    (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21)
  )
}

/** The value with bigints rounded to doubles, as JSON.parse does. */
function rounded(exact: Json): Json {
  if (typeof exact === 'bigint') return Number(exact)
  if (isArray(exact)) return exact.map(rounded)
  if (!isJsonObject(exact)) return exact
  return Object.fromEntries(Object.entries(exact).map(([name, member]) => [name, rounded(member)]))
}

function nativeReads(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function sortedText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`
  if (!isJsonObject(value))
    return typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : stringifyJson(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedText(value[name]!)}`).join()}}`
}
