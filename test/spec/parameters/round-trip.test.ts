import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Parameter, Schema } from '../../../spec/document.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { content, decode, parameter, sendAndRead } from './given.ts'

/** What a string must not contain to survive encoding in a location and style. */
interface Limits {
  /** Delimiters that cannot be encoded. */
  readonly without?: string
  /** Whether leading and trailing spaces are lost. */
  readonly trimmed?: boolean
}

type Place = [Parameter['in'], Parameter['style'], explode: boolean, Limits]

const places: Place[] = [
  ['path', 'matrix', false, {}],
  ['path', 'matrix', true, {}],
  ['path', 'label', false, {}],
  ['path', 'label', true, {}],
  ['path', 'simple', false, {}],
  ['path', 'simple', true, {}],
  ['header', 'simple', false, { without: ',', trimmed: true }],
  ['header', 'simple', true, { without: ',=', trimmed: true }],
  ['query', 'form', false, {}],
  ['query', 'form', true, {}],
  ['query', 'spaceDelimited', false, { without: ' ' }],
  ['query', 'spaceDelimited', true, {}],
  ['query', 'pipeDelimited', false, { without: '|' }],
  ['query', 'pipeDelimited', true, {}],
  ['query', 'deepObject', true, { without: '[]' }],
  ['cookie', 'form', false, {}],
  ['cookie', 'form', true, {}],
  ['cookie', 'cookie', false, { without: ',;=', trimmed: true }],
  ['cookie', 'cookie', true, { without: ',;=', trimmed: true }],
]

const integers = fc.oneof(
  fc.maxSafeInteger().map((value) => value + 0),
  fc.bigInt().filter((value) => value > 2n ** 53n || value < -(2n ** 53n)),
)

const numbers = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value)))

function texts({ without = '', trimmed = false }: Limits): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'binary-ascii' })
    .chain((plain) => fc.oneof(fc.constant(plain), fc.string({ unit: 'grapheme' })))
    .map((value) =>
      value
        .split('')
        .filter((character) => !without.includes(character))
        .join(''),
    )
    .map((value) => (trimmed ? value.trim() : value))
}

/** Scalars with the schema that decodes them to the same value. */
function scalars(limits: Limits): fc.Arbitrary<[Schema, Json]> {
  const of = (type: string, values: fc.Arbitrary<Json>): fc.Arbitrary<[Schema, Json]> =>
    values.map((value) => [{ type }, value])
  return fc.oneof(
    of('string', texts(limits)),
    of('integer', integers),
    of('number', numbers),
    of('boolean', fc.boolean()),
    of('null', fc.constant(null)),
  )
}

const ofObjectsOnly = ([, style]: Place): boolean => style === 'deepObject'
const encodesAll = ([place, style]: Place): boolean =>
  !/Delimited|deep/.test(style) && place !== 'header' && style !== 'cookie'

describe.each(places.filter((place) => !ofObjectsOnly(place)))(
  'in %s, style %s, explode %s',
  (place, style, explode, limits) => {
    const given = (schema: Schema): Parameter => parameter(place, schema, { style, explode })

    it('preserves every scalar', () => {
      fc.assert(
        fc.property(scalars(limits), ([schema, value]) => {
          // An empty header or cookie cannot be told from a missing one.
          fc.pre(!(place === 'header' && value === ''))
          expect(sendAndRead(given(schema), value)).toEqual(value)
        }),
      )
    })

    it('preserves every non-empty array', () => {
      const arrays = scalars(limits).chain(([schema]) =>
        fc
          .array(
            scalars(limits).filter(([other]) => JSON.stringify(other) === JSON.stringify(schema)),
            {
              minLength: 1,
              maxLength: 5,
            },
          )
          .map((items): [Schema, Json[]] => [
            { type: 'array', items: schema },
            items.map(([, item]) => item),
          ]),
      )
      fc.assert(
        fc.property(arrays, ([schema, value]) => {
          fc.pre(place !== 'header' || value.some((item) => item !== ''))
          expect(sendAndRead(given(schema), value)).toEqual(value)
        }),
      )
    })
  },
)

describe.each(places)('in %s, style %s, explode %s', (place, style, explode, limits) => {
  it('preserves every non-empty object', () => {
    const name = texts({ ...limits, without: `${limits.without ?? ''}=` }).filter((text) => text !== '')
    const safeName = place === 'cookie' ? name.filter((text) => !/[;%=]|^\s|\s$/.test(text)) : name
    const objects = fc.uniqueArray(fc.tuple(safeName, scalars(limits)), {
      minLength: 1,
      maxLength: 5,
      selector: ([key]) => key,
    })
    fc.assert(
      fc.property(objects, (members) => {
        const properties = Object.fromEntries(members.map(([key, [schema]]) => [key, schema]))
        const value = Object.fromEntries(members.map(([key, [, member]]) => [key, member]))
        const given = parameter(place, { type: 'object', properties }, { style, explode })
        expect(sendAndRead(given, value)).toEqual(value)
      }),
    )
  })
})

describe.each(places.filter(encodesAll))('in %s, style %s, explode %s', (place, style, explode) => {
  it('preserves values with allowReserved', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...":/?#[]@!$&'()*+,;=%.| a".split('')) }), (value) => {
        const fields = { style, explode, allowReserved: true }
        expect(sendAndRead(parameter(place, { type: 'string' }, fields), value)).toBe(value)
        const list = parameter(place, { type: 'array', items: { type: 'string' } }, fields)
        expect(sendAndRead(list, [value, value])).toEqual([value, value])
      }),
    )
  })
})

describe.each(['path', 'query', 'header', 'cookie', 'querystring'] as const)(
  'JSON content in %s',
  (place) => {
    it('preserves every value', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          const given = parameter(place, undefined, { content: content('application/json', true) })
          expect(stringifyJson(sendAndRead(given, value as Json))).toBe(JSON.stringify(value))
        }),
      )
    })
  },
)

describe('decoding any string', () => {
  it.each(places)('in %s, style %s, explode %s never throws', (place, style, explode) => {
    const schemas: Schema[] = [
      { type: 'integer' },
      { type: 'array', items: { type: 'boolean' } },
      { type: 'object', properties: { a: { type: 'object' } }, additionalProperties: true },
      true,
    ]
    const junk = fc.string({
      unit: fc.constantFrom(...'color=&;,.|%[]{}+"E0% \\'.split(''), 'color', '%E0', '\0', 'é'),
    })
    fc.assert(
      fc.property(junk, fc.constantFrom(...schemas), (text, schema) => {
        const given = parameter(place, schema, { style, explode })
        const request = { params: { color: text }, query: text, headers: { color: text, cookie: text } }
        expect(() => decode(given, request)).not.toThrow()
      }),
    )
  })
})
