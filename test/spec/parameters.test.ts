import { describe, expect, it } from 'vitest'
import type { Parameter, Schema } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { encodeParameters } from '../../spec/parameters/encode-parameters.ts'
import { content, decode, encode, parameter } from './parameters/given.ts'

const text: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const list: Schema = { type: 'array', items: text }
const integers: Schema = { type: 'array', items: integer }
const rgb: Schema = { type: 'object', properties: { R: integer, G: integer, B: integer } }

const string = 'blue'
const array = ['blue', 'black', 'brown']
const object = { R: 100, G: 200, B: 150 }

/** The table of OpenAPI 3.2 §4.12.6 Style Examples. */
const styleExamples: [
  Parameter['in'],
  Parameter['style'],
  explode: boolean,
  Schema,
  Json,
  spelled: string,
][] = [
  ['path', 'matrix', false, text, string, ';color=blue'],
  ['path', 'matrix', false, list, array, ';color=blue,black,brown'],
  ['path', 'matrix', false, rgb, object, ';color=R,100,G,200,B,150'],
  ['path', 'matrix', true, text, string, ';color=blue'],
  ['path', 'matrix', true, list, array, ';color=blue;color=black;color=brown'],
  ['path', 'matrix', true, rgb, object, ';R=100;G=200;B=150'],
  ['path', 'label', false, text, string, '.blue'],
  ['path', 'label', false, list, array, '.blue,black,brown'],
  ['path', 'label', false, rgb, object, '.R,100,G,200,B,150'],
  ['path', 'label', true, text, string, '.blue'],
  ['path', 'label', true, list, array, '.blue.black.brown'],
  ['path', 'label', true, rgb, object, '.R=100.G=200.B=150'],
  ['path', 'simple', false, text, string, 'blue'],
  ['path', 'simple', false, list, array, 'blue,black,brown'],
  ['path', 'simple', false, rgb, object, 'R,100,G,200,B,150'],
  ['path', 'simple', true, list, array, 'blue,black,brown'],
  ['path', 'simple', true, rgb, object, 'R=100,G=200,B=150'],
  ['header', 'simple', false, text, string, 'blue'],
  ['header', 'simple', false, list, array, 'blue,black,brown'],
  ['header', 'simple', true, rgb, object, 'R=100,G=200,B=150'],
  ['query', 'form', false, text, string, 'color=blue'],
  ['query', 'form', false, list, array, 'color=blue,black,brown'],
  ['query', 'form', false, rgb, object, 'color=R,100,G,200,B,150'],
  ['query', 'form', true, text, string, 'color=blue'],
  ['query', 'form', true, list, array, 'color=blue&color=black&color=brown'],
  ['query', 'form', true, rgb, object, 'R=100&G=200&B=150'],
  ['query', 'spaceDelimited', false, list, array, 'color=blue%20black%20brown'],
  ['query', 'spaceDelimited', false, rgb, object, 'color=R%20100%20G%20200%20B%20150'],
  ['query', 'pipeDelimited', false, list, array, 'color=blue%7Cblack%7Cbrown'],
  ['query', 'pipeDelimited', false, rgb, object, 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['query', 'deepObject', true, rgb, object, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ['query', 'deepObject', true, list, array, 'color%5B%5D=blue&color%5B%5D=black&color%5B%5D=brown'],
  ['cookie', 'form', true, text, string, 'color=blue'],
  ['cookie', 'form', false, list, array, 'color=blue,black,brown'],
  ['cookie', 'cookie', true, text, string, 'color=blue'],
  ['cookie', 'cookie', true, list, array, 'color=blue; color=black; color=brown'],
  ['cookie', 'cookie', true, rgb, object, 'R=100; G=200; B=150'],
]

describe.each(styleExamples)(
  'in %s, style %s, explode %s',
  (place, style, explode, schema, value, spelled) => {
    const given = parameter(place, schema, { style, explode })

    it(`sends ${JSON.stringify(value)} as ${spelled}`, () => {
      expect(encode(given, value)).toBe(spelled)
    })

    it(`reads ${spelled} as ${JSON.stringify(value)}`, () => {
      const decoded = decode(given, {
        ...(place === 'path' && { params: { color: spelled } }),
        ...(place === 'query' && { query: spelled }),
        ...(place === 'header' && { headers: { color: spelled } }),
        ...(place === 'cookie' && { headers: { cookie: spelled } }),
      })
      expect(decoded.issues).toEqual([])
      expect(decoded[place as 'path']).toEqual({ color: value })
    })
  },
)

describe('reading the query', () => {
  const read = (schema: Schema, query: string, fields: Partial<Parameter> = {}): Json | undefined => {
    const { query: values, issues } = decode(parameter('query', schema, fields), { query })
    expect(issues).toEqual([])
    return values['color']
  }

  it.each<[string, Json | undefined]>([
    ['color=a+b', 'a b'],
    ['color=a%2Bb', 'a+b'],
    ['color=a%20b', 'a b'],
    ['color=%C3%A9%F0%9F%98%80', 'é😀'],
    ['color=a=b', 'a=b'],
    ['color=a,b', 'a,b'],
    ['color=', ''],
    ['color', ''],
    ['c%6Flor=x', 'x'],
    ['&&other=1&color=x&', 'x'],
    ['other=1', undefined],
    ['=x', undefined],
    ['Color=x', undefined],
    ['color[a]=x', undefined],
    ['', undefined],
  ])('%j as a string is %j', (query, expected) => {
    expect(read(text, query)).toBe(expected)
  })

  it('splits at commas before decoding, so an encoded comma is part of an item', () => {
    expect(read(list, 'color=a%2Cb,c', { explode: false })).toEqual(['a,b', 'c'])
  })

  it('treats an encoded comma as delimiter where no item can contain one', () => {
    expect(read(integers, 'color=1%2C2', { explode: false })).toEqual([1, 2])
  })

  it('accepts a pipe with and without encoding', () => {
    expect(read(list, 'color=a|b', { style: 'pipeDelimited' })).toEqual(['a', 'b'])
    expect(read(list, 'color=a%7cb', { style: 'pipeDelimited' })).toEqual(['a', 'b'])
  })

  it('treats a plus as space delimiter', () => {
    expect(read(list, 'color=a+b%20c', { style: 'spaceDelimited' })).toEqual(['a', 'b', 'c'])
  })

  it.each(['spaceDelimited', 'pipeDelimited'] as const)('reads exploded %s like form', (style) => {
    expect(read(list, 'color=a&color=b', { style, explode: true })).toEqual(['a', 'b'])
  })

  it('reads a single exploded item as an array', () => {
    expect(read(integers, 'color=7')).toEqual([7])
  })

  it('reads a single value or an array where the schema allows both', () => {
    const either = { oneOf: [integer, integers] }
    expect(read(either, 'color=7')).toBe(7)
    expect(read(either, 'color=7&color=8')).toEqual([7, 8])
    expect(read(either, 'color=7', { explode: false })).toBe(7)
    expect(read(either, 'color=7,8', { explode: false })).toEqual([7, 8])
  })

  it('reads a string without a schema, or an array if repeated', () => {
    expect(read(true, 'color=7')).toBe('7')
    expect(read({}, 'color=7&color=a')).toEqual(['7', 'a'])
  })

  it('treats an empty value as absent with allowEmptyValue, but as present for required', () => {
    const given = parameter('query', integer, { allowEmptyValue: true, required: true })
    expect(decode(given, { query: 'color=' })).toMatchObject({ query: {}, issues: [] })
    expect(decode(given, { query: 'color' }).query).toEqual({})
    expect(decode(given, { query: '' }).issues).toHaveLength(1)
  })

  it('does not take the parameters of others for an object with any properties', () => {
    const filter = parameter('query', { type: 'object', additionalProperties: text }, { name: 'filter' })
    const limit = parameter('query', integer, { name: 'limit' })
    const deep = parameter('query', rgb, { name: 'deep', style: 'deepObject' })
    expect(decode([filter, limit, deep], { query: 'limit=5&a=1&deep[R]=2&b=x' }).query).toEqual({
      filter: { a: '1', b: 'x' },
      limit: 5,
      deep: { R: 2 },
    })
  })

  it('takes only declared properties unless the schema allows others', () => {
    expect(read(rgb, 'R=1&utm_source=x')).toEqual({ R: 1 })
    expect(read(rgb, 'utm_source=x')).toBeUndefined()
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'includes %s only when it is sent',
    (name) => {
      const given = parameter('query', text, { name })
      expect(decode(given, { query: '' }).query[name]).toBeUndefined()
      expect(decode(given, { query: `${name}=x` }).query[name]).toBe('x')
      expect(decode(parameter('path', text, { name, required: true }), {}).issues).toHaveLength(1)
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    },
  )
})

describe('reading deepObject', () => {
  const owner: Schema = {
    type: 'object',
    properties: {
      name: text,
      age: integer,
      tags: list,
      address: { type: 'object', properties: { zip: integer } },
      pets: { type: 'array', items: { type: 'object', properties: { id: integer } } },
    },
  }
  const given = parameter('query', owner, { style: 'deepObject' })

  it.each<[string, Json]>([
    ['color[name]=Rex&color[age]=3', { name: 'Rex', age: 3 }],
    ['color%5Bname%5D=a%5Bb%5D', { name: 'a[b]' }],
    ['color[address][zip]=1234', { address: { zip: 1234 } }],
    ['color[tags]=a', { tags: ['a'] }],
    ['color[tags]=a&color[tags]=b', { tags: ['a', 'b'] }],
    ['color[tags][]=a&color[tags][]=b', { tags: ['a', 'b'] }],
    ['color[tags][0]=a&color[tags][1]=b', { tags: ['a', 'b'] }],
    ['color[pets][0][id]=1&color[pets][1][id]=2', { pets: [{ id: 1 }, { id: 2 }] }],
    ['color[other]=1', { other: '1' }],
  ])('%s', (query, expected) => {
    expect(decode(given, { query })).toMatchObject({ query: { color: expected }, issues: [] })
  })

  it.each(['color=a&color=b', 'color[]=a&color[]=b', 'color[0]=a&color[1]=b'])('as an array: %s', (query) => {
    const array = parameter('query', list, { style: 'deepObject' })
    expect(decode(array, { query })).toMatchObject({ query: { color: ['a', 'b'] }, issues: [] })
  })

  it('as a string where the schema allows it', () => {
    const either = parameter('query', { anyOf: [owner, { enum: [''] }] }, { style: 'deepObject' })
    expect(decode(either, { query: 'color=' })).toMatchObject({ query: { color: '' }, issues: [] })
    expect(decode(either, { query: 'color[age]=3' }).query).toEqual({ color: { age: 3 } })
    expect(decode(either, { query: 'color=&color[age]=3' }).issues).toMatchObject([{ keyword: 'style' }])
  })

  it('ignores similar names', () => {
    expect(decode(given, { query: 'color[name=x&colors[name]=y&color]=z' })).toMatchObject({
      query: {},
      issues: [],
    })
  })

  it.each(['__proto__', 'constructor', 'prototype'])('treats %s as an ordinary name', (name) => {
    const { query } = decode(given, { query: `color[${name}]=x&color[a][${name}][polluted]=y` })
    expect(Object.keys(query['color'] as object)).toEqual([name, 'a'])
    expect(Object.getOwnPropertyDescriptor(query['color'], name)?.value).toBe('x')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it.each(['color=x', 'color[a]=1&color[a][b]=2', `color${'[a]'.repeat(40)}=1`])('rejects %s', (query) => {
    expect(decode(given, { query }).issues).toMatchObject([{ in: 'query', path: 'color', keyword: 'style' }])
  })
})

describe('reading the path', () => {
  it('decodes percent-encoding and keeps plus signs', () => {
    expect(decode(parameter('path', text), { params: { color: 'a%2Fb+c%20d' } }).path).toEqual({
      color: 'a/b+c d',
    })
  })

  it.each(['%', '%E0%A4%A', '%zz', '%ff'])('reports %j and never throws', (color) => {
    expect(decode(parameter('path', integer), { params: { color } }).issues).toEqual([
      {
        in: 'path',
        path: 'color',
        keyword: 'encoding',
        message: "The path parameter 'color' is not valid percent-encoded UTF-8.",
        schema: '#/parameter',
      },
    ])
  })

  it.each<[Parameter['style'], boolean, Schema, string]>([
    ['label', false, text, 'blue'],
    ['matrix', false, text, 'color=blue'],
    ['matrix', false, text, ';colour=blue'],
    ['matrix', true, list, ';color=a;shape=b'],
    ['simple', false, rgb, 'R,100,G'],
    ['simple', true, rgb, 'R=100,G'],
  ])('reports a value not in style %s, explode %s', (style, explode, schema, color) => {
    const { issues } = decode(parameter('path', schema, { style, explode }), { params: { color } })
    expect(issues).toMatchObject([
      { keyword: 'style', message: `The path parameter 'color' does not have the style '${style}'.` },
    ])
  })

  it('reads an empty matrix value without its equals sign', () => {
    expect(
      decode(parameter('path', text, { style: 'matrix' }), { params: { color: ';color' } }).path,
    ).toEqual({
      color: '',
    })
  })
})

describe('reading headers', () => {
  it('finds a field in any case and returns it in lower case', () => {
    const given = parameter('header', integer, { name: 'X-Count' })
    expect(decode(given, { headers: { 'x-count': '5' } }).header).toEqual({ 'x-count': 5 })
  })

  it('does not decode, and ignores spaces around items', () => {
    expect(decode(parameter('header', text), { headers: { color: 'a%20b+c' } }).header).toEqual({
      color: 'a%20b+c',
    })
    expect(decode(parameter('header', integers), { headers: { color: ' 1 , 2,3' } }).header).toEqual({
      color: [1, 2, 3],
    })
  })

  it('joins field lines except Set-Cookie', () => {
    expect(decode(parameter('header', integers), { headers: { color: ['1', '2'] } }).header).toEqual({
      color: [1, 2],
    })
    const cookie = parameter('header', text, { name: 'Set-Cookie' })
    expect(decode(cookie, { headers: { 'set-cookie': ['a=1', 'b=2'] } }).header).toEqual({
      'set-cookie': 'a=1',
    })
  })

  it('keeps the commas of a field that is not a list', () => {
    const date = 'Thu, 05 Dec 2030 00:00:00 GMT'
    for (const schema of [text, {}, true]) {
      expect(decode(parameter('header', schema), { headers: { color: date } }).header).toEqual({
        color: date,
      })
    }
  })
})

describe('reading cookies', () => {
  it('decodes percent-encoding in style form but not in style cookie', () => {
    const headers = { cookie: 'other=1; color=a%20b+c; last=2' }
    expect(decode(parameter('cookie', text), { headers }).cookie).toEqual({ color: 'a b+c' })
    expect(decode(parameter('cookie', text, { style: 'cookie' }), { headers }).cookie).toEqual({
      color: 'a%20b+c',
    })
  })

  it('joins several Cookie fields', () => {
    expect(
      decode(parameter('cookie', integers), { headers: { cookie: ['color=1', 'color=2'] } }).cookie,
    ).toEqual({
      color: [1, 2],
    })
  })
})

describe('reading parameters with content', () => {
  const json = content('application/json; charset=utf-8', rgb)

  it.each<[Parameter['in'], object]>([
    ['path', { params: { color: '%7B%22R%22:9007199254740993%7D' } }],
    ['query', { query: 'color=%7B%22R%22%3A9007199254740993%7D' }],
    ['header', { headers: { color: '{"R":9007199254740993}' } }],
    ['cookie', { headers: { cookie: 'color=%7B%22R%22%3A9007199254740993%7D' } }],
    ['querystring', { query: '%7B%22R%22%3A9007199254740993%7D' }],
  ])('reads JSON exactly in %s', (place, request) => {
    const decoded = decode(parameter(place, undefined, { content: json }), request)
    expect(decoded.issues).toEqual([])
    expect(decoded[place === 'querystring' ? 'query' : (place as 'path')]).toEqual({
      color: { R: 9007199254740993n },
    })
  })

  it('reports invalid JSON', () => {
    const given = parameter('query', undefined, { content: json })
    expect(decode(given, { query: 'color={' }).issues).toMatchObject([
      { keyword: 'content', message: "The query parameter 'color' is not valid JSON." },
    ])
    expect(decode(given, { query: 'color=1&color=2' }).issues).toMatchObject([{ keyword: 'repeated' }])
    expect(decode(given, { query: 'color=%ff' }).issues).toMatchObject([{ keyword: 'encoding' }])
  })

  it('reads text as the type of its schema', () => {
    const given = parameter('query', undefined, { content: content('text/plain', integer) })
    expect(decode(given, { query: 'color=5' }).query).toEqual({ color: 5 })
  })

  it('reads the whole query as a form', () => {
    const form = content('application/x-www-form-urlencoded', {
      properties: { foo: text, bar: { type: 'boolean' } },
    })
    const given = parameter('querystring', undefined, { content: form })
    expect(decode(given, { query: 'foo=a+%2B+b&bar=true' }).query).toEqual({
      color: { foo: 'a + b', bar: true },
    })
    expect(encode(given, { foo: 'a + b', bar: true })).toBe('foo=a%20%2B%20b&bar=true')
  })

  it('reads the whole query as text', () => {
    const given = parameter('querystring', undefined, { content: content('application/jsonpath', text) })
    expect(decode(given, { query: '%24.a.b%5B1%3A1%5D' }).query).toEqual({ color: '$.a.b[1:1]' })
    expect(encode(given, '$.a.b[1:1]')).toBe('%24.a.b%5B1%3A1%5D')
  })
})

describe('parameter issues', () => {
  it.each<[Parameter['in'], string]>([
    ['path', "The path parameter 'color' is required."],
    ['query', "The query parameter 'color' is required."],
    ['header', "The header 'color' is required."],
    ['cookie', "The cookie 'color' is required."],
  ])('are reported for a missing required parameter in %s', (place, message) => {
    expect(decode(parameter(place, text, { required: true }), {}).issues).toEqual([
      { in: place, path: 'color', keyword: 'required', message, schema: '#/parameter/required' },
    ])
  })

  it.each(['color=1&color=2', 'color=1&color=1', 'color&color'])(
    'are reported for a value sent twice: %s',
    (query) => {
      expect(decode(parameter('query', integer), { query })).toMatchObject({
        query: {},
        issues: [
          {
            in: 'query',
            keyword: 'repeated',
            message: "The query parameter 'color' is sent more than once.",
          },
        ],
      })
    },
  )

  it('are reported for a delimited array sent twice', () => {
    expect(
      decode(parameter('query', list, { explode: false }), { query: 'color=a,b&color=c' }).issues,
    ).toMatchObject([{ keyword: 'repeated' }])
  })

  it.each(['color=%E0%A4%A', 'color=1&color=%'])('are reported for invalid encoding: %s', (query) => {
    expect(decode(parameter('query', list), { query }).issues).toMatchObject([{ keyword: 'encoding' }])
  })

  it('are all reported, and valid parameters are still read', () => {
    const given = [
      parameter('path', integer, { name: 'id' }),
      parameter('query', integer, { name: 'limit' }),
      parameter('query', text, { name: 'q', required: true }),
      parameter('header', text, { name: 'X-Ok' }),
    ]
    const decoded = decode(given, {
      params: { id: '%' },
      query: 'limit=1&limit=2',
      headers: { 'x-ok': 'yes' },
    })
    expect(decoded.issues.map(({ in: place, keyword }) => `${place} ${keyword}`)).toEqual([
      'path encoding',
      'query repeated',
      'query required',
    ])
    expect(decoded.header).toEqual({ 'x-ok': 'yes' })
  })

  it('are not reported for undeclared query parameters', () => {
    expect(decode(parameter('query', text), { query: 'x=%&%E0%A4%A=1&%=%' }).issues).toEqual([])
  })
})

describe('encodeParameters', () => {
  it('puts every parameter in its location', () => {
    const given = [
      parameter('path', integer, { name: 'petId' }),
      parameter('query', integer, { name: 'limit' }),
      parameter('query', list, { name: 'tag' }),
      parameter('header', integer, { name: 'X-Count' }),
      parameter('cookie', text, { name: 'session' }),
      parameter('cookie', text, { name: 'theme' }),
    ]
    const values = {
      path: { petId: 9223372036854775807n },
      query: { limit: 5, tag: ['a b', 'c&d'], undeclared: 1 },
      header: { 'X-Count': 3 },
      cookie: { session: 'a;b', theme: 'dark' },
    }
    expect(encodeParameters('/pets/{petId}.json', given, values)).toEqual({
      path: '/pets/9223372036854775807.json',
      query: 'limit=5&tag=a%20b&tag=c%26d',
      headers: { 'x-count': '3', cookie: 'session=a%3Bb; theme=dark' },
    })
  })

  it('omits parameters without a value', () => {
    const given = [parameter('path', text, { name: 'id' }), parameter('query', text, { name: 'q' })]
    expect(encodeParameters('/a/{id}/b', given, {})).toEqual({ path: '/a//b', query: '', headers: {} })
  })

  it('encodes characters of the path that no URI can contain, and nothing twice', () => {
    expect(
      encodeParameters('/tier/ä b/%20/{id}:act', [parameter('path', text, { name: 'id' })], {
        path: { id: 'ä/%' },
      }).path,
    ).toBe('/tier/%C3%A4%20b/%20/%C3%A4%2F%25:act')
  })

  it.each<[Parameter, Json, string]>([
    [parameter('query', text, { allowReserved: true }), 'a/b:c?d,e=f;g', 'color=a/b:c?d,e=f;g'],
    [
      parameter('query', text, { allowReserved: true }),
      'a&b#c+d[e]%f g',
      'color=a%26b%23c%2Bd%5Be%5D%25f%20g',
    ],
    [parameter('query', list, { allowReserved: true, explode: false }), ['a/b', 'c,d'], 'color=a/b,c%2Cd'],
    [parameter('path', text, { allowReserved: true }), "a:b@c/d?e#f'g", "a:b@c%2Fd%3Fe%23f'g"],
    [parameter('query', text), "a/b!'()*", 'color=a%2Fb%21%27%28%29%2A'],
  ])(
    'keeps reserved characters only with allowReserved and where the location permits',
    (given, value, spelled) => {
      expect(encode(given, value)).toBe(spelled)
    },
  )

  it('replaces lone surrogates', () => {
    expect(encode(parameter('query', text), 'a\ud800b')).toBe('color=a%EF%BF%BDb')
  })

  it('writes JSON for a parameter with JSON content', () => {
    const json = content('application/json', true)
    expect(encode(parameter('query', undefined, { content: json }), { a: 1n })).toBe(
      'color=%7B%22a%22%3A1%7D',
    )
    expect(encode(parameter('header', undefined, { content: json }), { a: 1n })).toBe('{"a":1}')
  })
})
