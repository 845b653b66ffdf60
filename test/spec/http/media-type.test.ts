import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MediaType } from '../../../spec/document.ts'
import {
  concreteType,
  isJsonType,
  matchMediaType,
  negotiate,
  parseMediaType,
} from '../../../spec/http/media-type.ts'
import { loadObject } from '../../../spec/loading/load-object.ts'
import { operationsOf } from '../../../spec/operations.ts'

const nonsense = [
  '',
  '*',
  'json',
  'application',
  'application/',
  '/json',
  'application/json,text/plain',
  'a/b;c',
  ';',
  'é/x',
]

function match(declared: readonly string[], contentType: string): string | undefined {
  const content = declared.map((type): MediaType => ({
    type,
    schema: undefined,
    examples: [],
    encoding: {},
    pointer: '#',
  }))
  return matchMediaType(content, contentType)?.type
}

describe('parseMediaType', () => {
  it.each<[string, string, string, object]>([
    ['application/json', 'application', 'json', {}],
    [' Application/JSON ', 'application', 'json', {}],
    ['text/html;charset=UTF-8', 'text', 'html', { charset: 'UTF-8' }],
    ['text/html ; Charset="utf-8" ;a=b', 'text', 'html', { charset: 'utf-8', a: 'b' }],
    ['a/b;x="a\\"b;c=\\\\"', 'a', 'b', { x: 'a"b;c=\\' }],
    ['a/b;', 'a', 'b', {}],
    ['*/*;q=0.5', '*', '*', { q: '0.5' }],
    ['application/vnd.x.v1+json', 'application', 'vnd.x.v1+json', {}],
  ])('parses %j', (text, type, subtype, parameters) => {
    const parsed = parseMediaType(text)
    expect({ ...parsed, parameters: Object.fromEntries(parsed?.parameters ?? []) }).toEqual({
      type,
      subtype,
      parameters,
    })
  })

  it.each(nonsense)('rejects %j', (text) => {
    expect(parseMediaType(text)).toBeUndefined()
  })

  it('takes linear time and never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseMediaType(text)))
    expect(parseMediaType(`a/b;${' '.repeat(100_000)}"`)).toBeUndefined()
    expect(parseMediaType(`a/b;x="${'\\'.repeat(100_001)}`)).toBeUndefined()
  })
})

it.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['APPLICATION/JSON', true],
  ['application/problem+json', true],
  ['text/json', true],
  ['application/jsonl', false],
  ['text/plain', false],
  ['application/xml;x="+json"', false],
  ['json', false],
])('isJsonType(%j) is %s', (type, expected) => {
  expect(isJsonType(type)).toBe(expected)
})

it.each([
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/*+json', 'application/json'],
  ['application/*+xml', 'application/xml'],
  ['text/*', 'text/plain'],
  ['image/*', 'image/png'],
  ['model/*', 'model/octet-stream'],
  ['whatever', 'application/json'],
])('content of %j is sent as %s', (key, expected) => {
  expect(concreteType(key)).toBe(expected)
})

describe('matchMediaType', () => {
  it.each<[string[], string, string | undefined]>([
    [['text/plain', 'application/json'], 'application/json', 'application/json'],
    [['application/json'], 'Application/JSON; Charset=UTF-8', 'application/json'],
    [['application/json; charset=utf-8'], 'application/json', 'application/json; charset=utf-8'],
    [
      ['application/json; charset=utf-8'],
      'application/json;charset="UTF-8"',
      'application/json; charset=utf-8',
    ],
    [['application/json; charset=utf-8'], 'application/json; charset=latin1', undefined],
    [['application/json', 'application/json;v=2'], 'application/json;v=2', 'application/json;v=2'],
    [['application/json;v=2', 'application/json'], 'application/json', 'application/json'],
    [['application/json;v=1', 'application/json;v=2'], 'application/json;v=3', undefined],
    [['*/*', 'application/*', 'application/json'], 'application/json', 'application/json'],
    [['*/*', 'application/*'], 'application/json', 'application/*'],
    [['*/*', 'text/*'], 'application/json', '*/*'],
    [['application/*', 'application/*+json'], 'application/problem+json', 'application/*+json'],
    [['application/json'], 'application/problem+json', undefined],
    [['application/json'], 'text/plain', undefined],
    [['multipart/form-data'], 'multipart/form-data; boundary=x', 'multipart/form-data'],
    [['json', 'application/json'], 'application/json', 'application/json'],
    [['json'], 'json', 'json'],
    [['application/json'], 'json', undefined],
    [[], 'application/json', undefined],
    [nonsense.filter((key) => key !== 'json'), 'application/json', undefined],
    [['json'], 'application/json', 'json'],
    [['xml', 'gzip'], 'application/gzip', 'gzip'],
  ])('whether %j matches %j: %j', (declared, contentType, expected) => {
    expect(match(declared, contentType)).toBe(expected)
  })
})

describe('negotiate', () => {
  const offered = ['application/json', 'text/plain', 'application/vnd.pets+json; v=1']

  it.each<[string | undefined, string | undefined]>([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/plain', 'text/plain'],
    ['TEXT/plain', 'text/plain'],
    ['text/*', 'text/plain'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['application/json;q=0.5, text/plain', 'text/plain'],
    ['application/json;q=0, */*', 'text/plain'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/vnd.pets+json;v=1', 'application/vnd.pets+json; v=1'],
    ['application/vnd.pets+json;v=2', 'application/json'],
    ['application/problem+json', 'application/json'],
    ['application/xml, application/vnd.pets.v3+json;q=0.5', 'application/json'],
    ['application/vnd.pets.v3+json;q=0', undefined],
    ['image/png', undefined],
    ['*/*;q=0', undefined],
    ['garbage', 'application/json'],
    [',,;;', 'application/json'],
    ['image/png;q=high', undefined],
  ])('Accept: %s selects %s', (accept, expected) => {
    expect(negotiate(accept, offered)).toBe(expected)
  })

  it('selects one kind of JSON for another', () => {
    expect(negotiate('application/json', ['text/csv', 'application/hal+json'])).toBe('application/hal+json')
    expect(negotiate('application/vnd.pets+xml', offered)).toBeUndefined()
  })

  it('selects an offered range for a type within it', () => {
    expect(negotiate('image/png', ['application/json', 'image/*'])).toBe('image/*')
    expect(negotiate('image/*', ['application/json', '*/*'])).toBe('*/*')
    expect(negotiate('text/plain', ['application/json', 'image/*'])).toBeUndefined()
    expect(negotiate('application/problem+json', ['application/*+json'])).toBe('application/*+json')
  })

  it('skips offers that are not media types', () => {
    expect(negotiate('application/json', [...nonsense, 'application/json'])).toBe('application/json')
    expect(negotiate('application/json', nonsense)).toBeUndefined()
    expect(negotiate('application/json', [])).toBeUndefined()
    expect(negotiate(undefined, [])).toBeUndefined()
  })

  it('never throws', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'a/b*;,=q0."+ '.split('')) }))
    fc.assert(
      fc.property(text, fc.array(text), (accept, types) => {
        expect([...types, undefined]).toContain(negotiate(accept, types))
      }),
    )
  })
})

it('content with an empty media type matches any type', () => {
  const content = { '': { schema: { type: 'object' } } }
  const paths = { '/': { post: { requestBody: { content }, responses: {} } } }
  const document = loadObject({ openapi: '3.1.0', info: { title: 'Any', version: '1' }, paths })
  const [operation] = operationsOf(document).operations
  const declared = operation?.requestBody?.content ?? []
  expect(matchMediaType(declared, 'application/json')).toBe(declared[0])
  expect(declared).toHaveLength(1)
})
