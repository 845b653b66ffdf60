import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appendPointer, pointerTokens, resolvePointer } from '../../../spec/json/pointer.ts'

/** The document of RFC 6901 §5. */
const document = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
}

describe('resolvePointer', () => {
  it.each([
    ['', document],
    ['/foo', document.foo],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
    ['#', document],
    ['#/foo/0', 'bar'],
    ['#/a~1b', 1],
    ['#/c%25d', 2],
    ['#/e%5Ef', 3],
    ['#/g%7Ch', 4],
    ['#/%20', 7],
    ['#/c%d', 2],
  ])('%j', (pointer, expected) => {
    expect(resolvePointer(document, pointer)).toEqual(expected)
  })

  it.each([
    '/nope',
    '/foo/2',
    '/foo/-',
    '/foo/00',
    '/foo/length',
    '/foo/0/0',
    'foo',
    '#foo',
    '/toString',
    '/__proto__',
    '#/%E0%A4%A',
  ])('finds nothing at %j', (pointer) => {
    expect(resolvePointer(document, pointer)).toBeUndefined()
  })

  it('decodes percent-encoding before ~, as a $ref to a path does', () => {
    expect(resolvePointer({ paths: { '/pets/{id}': 'found' } }, '#/paths/~1pets~1%7Bid%7D')).toBe('found')
  })

  it('prefers the name as written to its decoded form', () => {
    expect(resolvePointer({ 'a%20b': 'written', 'a b': 'decoded' }, '#/a%20b')).toBe('written')
  })
})

describe('appendPointer', () => {
  it('escapes names and accepts indexes', () => {
    expect(appendPointer('#/paths', '/pets/~me')).toBe('#/paths/~1pets~1~0me')
    expect(appendPointer('', 3)).toBe('/3')
  })

  it('leads back to the member it was made from', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.constantFrom('#', ''), (names, root) => {
        const pointer = names.reduce<string>(appendPointer, root)
        expect(pointerTokens(pointer)).toEqual(names)
        const tree = names.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), 'here')
        expect(resolvePointer(tree, pointer)).toBe('here')
      }),
    )
  })
})
