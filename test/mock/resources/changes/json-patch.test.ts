import { describe, expect, it } from 'vitest'
import { applyPatch } from '../../../../mock/resources/changes/json-patch.ts'
import { mergePatch } from '../../../../mock/resources/changes/merge-patch.ts'
import { applyOperations, operationsIn } from '../../../../mock/resources/changes/patch-operations.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'

describe('a JSON Patch (RFC 6902)', () => {
  it.each<[string, Json, Json, Json]>([
    ['adds a member', { foo: 'bar' }, { op: 'add', path: '/baz', value: 'qux' }, { foo: 'bar', baz: 'qux' }],
    [
      'adds an item',
      { foo: ['bar', 'baz'] },
      { op: 'add', path: '/foo/1', value: 'qux' },
      { foo: ['bar', 'qux', 'baz'] },
    ],
    [
      'adds an item at the end',
      { foo: ['bar'] },
      { op: 'add', path: '/foo/-', value: ['abc'] },
      { foo: ['bar', ['abc']] },
    ],
    ['adds over a member', { foo: null }, { op: 'add', path: '/foo', value: 1 }, { foo: 1 }],
    ['adds a member of a member', { a: {} }, { op: 'add', path: '/a/b', value: {} }, { a: { b: {} } }],
    ['replaces everything', { foo: 1 }, { op: 'replace', path: '', value: [1] }, [1]],
    ['removes a member', { baz: 'qux', foo: 'bar' }, { op: 'remove', path: '/baz' }, { foo: 'bar' }],
    ['removes an item', { foo: ['a', 'b', 'c'] }, { op: 'remove', path: '/foo/1' }, { foo: ['a', 'c'] }],
    ['replaces a member', { baz: 'qux' }, { op: 'replace', path: '/baz', value: 'boo' }, { baz: 'boo' }],
    ['replaces an item', { foo: [1, 2] }, { op: 'replace', path: '/foo/0', value: 3 }, { foo: [3, 2] }],
    [
      'moves a member',
      { foo: { bar: 1 }, qux: {} },
      { op: 'move', from: '/foo/bar', path: '/qux/thud' },
      { foo: {}, qux: { thud: 1 } },
    ],
    [
      'moves an item',
      { foo: ['a', 'b', 'c'] },
      { op: 'move', from: '/foo/0', path: '/foo/2' },
      { foo: ['b', 'c', 'a'] },
    ],
    ['copies', { a: [1] }, { op: 'copy', from: '/a', path: '/b' }, { a: [1], b: [1] }],
    ['tests', { a: [1] }, { op: 'test', path: '/a/0', value: 1 }, { a: [1] }],
    ['unescapes', { 'a/b': 1, 'c~d': 2 }, { op: 'remove', path: '/a~1b' }, { 'c~d': 2 }],
    [
      'adds __proto__ as a member like any other',
      {},
      { op: 'add', path: '/__proto__', value: 1 },
      JSON.parse('{"__proto__":1}') as Json,
    ],
  ])('%s', (_, target, operation, value) => {
    expect(applyPatch(target, [operation])).toEqual({ value })
  })

  it.each<[string, Json]>([
    ['adds to a missing object', { op: 'add', path: '/no/where', value: 1 }],
    ['adds past the end of an array', { op: 'add', path: '/items/9', value: 1 }],
    ['adds to a string', { op: 'add', path: '/name/x', value: 1 }],
    ['has no value', { op: 'add', path: '/name' }],
    ['removes a missing property', { op: 'remove', path: '/none' }],
    ['removes past the end of an array', { op: 'remove', path: '/items/-' }],
    ['removes the whole document', { op: 'remove', path: '' }],
    ['replaces a missing property', { op: 'replace', path: '/none', value: 1 }],
    ['moves a missing property', { op: 'move', from: '/none', path: '/x' }],
    ['tests for another value', { op: 'test', path: '/name', value: 'y' }],
    ['has a path that is not a JSON Pointer', { op: 'remove', path: 'name' }],
    ['has an index with a leading zero', { op: 'remove', path: '/items/00' }],
    ['addresses an inherited property', { op: 'remove', path: '/constructor' }],
    ['is unknown', { op: 'merge', path: '/name' }],
    ['is not an object', 'remove'],
  ])('refuses an operation that %s', (_, operation) => {
    const result = applyPatch({ name: 'x', items: [1] }, [{ op: 'add', path: '/a', value: 1 }, operation])
    expect(result).toEqual({
      problem: expect.stringMatching(/^Operation 1 of the patch cannot be applied: .*\.$/),
    })
  })
})

describe('a JSON Merge Patch', () => {
  /** RFC 7396, appendix A. */
  it.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [['a', 'b'], { a: 'c' }, { a: 'c' }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched with %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch as { [name: string]: Json })).toEqual(result)
  })
})

describe('operations of SCIM (RFC 7644 §3.5.2)', () => {
  const record: JsonObject = {
    title: 'Boss',
    name: { familyName: 'Roe', givenName: 'Ann' },
    emails: [
      { type: 'work', value: 'a@x.io' },
      { type: 'home', value: 'b@x.io' },
    ],
  }
  it.each<[string, JsonObject, JsonObject]>([
    ['replace', { op: 'Replace', path: 'title', value: 'CEO' }, { ...record, title: 'CEO' }],
    ['remove', { op: 'remove', path: 'Title' }, { name: record['name']!, emails: record['emails']! }],
    [
      'an attribute of an attribute',
      { op: 'replace', path: 'name.familyName', value: 'Doe' },
      { ...record, name: { familyName: 'Doe', givenName: 'Ann' } },
    ],
    ['no path', { op: 'add', value: { nick: 'A' } }, { ...record, nick: 'A' }],
    [
      'an item that is there',
      { op: 'add', path: 'emails', value: [{ value: 'a@x.io' }, { value: 'c@x.io' }] },
      { ...record, emails: [...(record['emails'] as Json[]), { value: 'c@x.io' }] },
    ],
    [
      'a filter with an attribute',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'z@x.io' },
      {
        ...record,
        emails: [
          { type: 'work', value: 'z@x.io' },
          { type: 'home', value: 'b@x.io' },
        ],
      },
    ],
    [
      'a filter that matches nothing',
      { op: 'add', path: 'emails[type eq "x"].value', value: 'x@x.io' },
      { ...record, emails: [...(record['emails'] as Json[]), { type: 'x', value: 'x@x.io' }] },
    ],
    [
      'removal by a filter',
      { op: 'remove', path: 'emails[value eq "a@x.io"]' },
      { ...record, emails: [{ type: 'home', value: 'b@x.io' }] },
    ],
    [
      'an extension',
      { op: 'add', path: 'urn:x:extension:2.0:User:unit', value: 'IT' },
      { ...record, 'urn:x:extension:2.0:User': { unit: 'IT' } },
    ],
  ])('%s', (_, operation, value) => {
    const operations = operationsIn({ schemas: ['urn:x'], Operations: [operation] })
    expect(operations && applyOperations(record, operations)).toEqual({ value })
  })

  it('cannot change what a path does not name', () => {
    const broken = { op: 'replace', path: 'emails[type', value: 1 }
    expect(applyOperations(record, [broken])).toEqual({ problem: "'emails[type' is no target of a change." })
  })
})
