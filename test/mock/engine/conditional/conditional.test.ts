import { describe, expect, it } from 'vitest'
import { evaluatePreconditions } from '../../../../mock/engine/conditional/conditional.ts'

describe('preconditions of a request (RFC 9110 §13)', () => {
  const cases: readonly [string, Record<string, string>, string | undefined, boolean, string][] = [
    ['If-Match with the tag', { 'if-match': '"a"' }, '"a"', false, 'go'],
    ['If-Match with the tag among others', { 'if-match': '"x", "a"' }, '"a"', false, 'go'],
    ['If-Match with another tag', { 'if-match': '"x"' }, '"a"', false, 'failed'],
    ['If-Match compares strongly', { 'if-match': 'W/"a"' }, '"a"', false, 'failed'],
    ['If-Match: * where something is', { 'if-match': '*' }, '"a"', false, 'go'],
    ['If-Match: * where nothing is', { 'if-match': '*' }, undefined, false, 'failed'],
    ['If-Match that is no tag', { 'if-match': 'a' }, '"a"', false, 'failed'],
    ['If-Match on a read', { 'if-match': '"x"' }, '"a"', true, 'failed'],
    ['If-None-Match with the tag, read', { 'if-none-match': '"a"' }, '"a"', true, 'unmodified'],
    ['If-None-Match with the tag, written', { 'if-none-match': '"a"' }, '"a"', false, 'failed'],
    ['If-None-Match compares weakly', { 'if-none-match': 'W/"a"' }, '"a"', true, 'unmodified'],
    ['If-None-Match with another tag', { 'if-none-match': '"x"' }, '"a"', true, 'go'],
    ['If-None-Match: * where nothing is', { 'if-none-match': '*' }, undefined, false, 'go'],
    ['If-None-Match: * where something is', { 'if-none-match': '*' }, '"a"', false, 'failed'],
    ['a tag with a comma in it', { 'if-none-match': '"a,b"' }, '"a,b"', true, 'unmodified'],
    ['If-Match before If-None-Match', { 'if-match': '"x"', 'if-none-match': '"a"' }, '"a"', true, 'failed'],
    ['both, the first met', { 'if-match': '"a"', 'if-none-match': '"a"' }, '"a"', true, 'unmodified'],
    ['none', {}, '"a"', true, 'go'],
  ]

  it.each(cases)('%s', (_, headers, current, isRead, want) => {
    expect(
      evaluatePreconditions(
        { method: 'GET', path: '/', query: '', headers, body: undefined },
        current,
        isRead,
      ),
    ).toBe(want)
  })
})
