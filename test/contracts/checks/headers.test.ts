import { describe, expect, it } from 'vitest'
import { charset } from '../../../contracts/checks/charset.ts'
import { contentLength } from '../../../contracts/checks/content-length.ts'
import { cors } from '../../../contracts/checks/cors.ts'
import { duplicateHeaders } from '../../../contracts/checks/duplicate-headers.ts'
import { etagStable } from '../../../contracts/checks/etag-stable.ts'
import { hierarchy } from '../../../contracts/checks/hierarchy.ts'
import { linkTargets } from '../../../contracts/checks/link-targets.ts'
import { listOrder } from '../../../contracts/checks/list-order.ts'
import { mergePatch } from '../../../contracts/checks/merge-patch.ts'
import { notAcceptable } from '../../../contracts/checks/not-acceptable.ts'
import { optionsAllow } from '../../../contracts/checks/options-allow.ts'
import { readOnly } from '../../../contracts/checks/read-only.ts'
import { redirects } from '../../../contracts/checks/redirects.ts'
import { repeatPut } from '../../../contracts/checks/repeat-put.ts'
import { retryAfter } from '../../../contracts/checks/retry-after.ts'
import { unsupportedMediaType } from '../../../contracts/checks/unsupported-media-type.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { causes } from '../support/violations.ts'
import { answer, type Field } from './plain-answer.ts'

describe('header fields', () => {
  it.each([
    ['application/json', []],
    ['application/json; charset=UTF-8', []],
    ['application/json; charset="us-ascii"', []],
    ['application/json; charset=utf-8, application/json; charset=utf-8', []],
    ['text/plain; charset=iso-8859-1', []],
    ['application/problem+json; charset=iso-8859-1', ['other']],
  ])('charset of %s', (type, expected) => {
    expect(causes(charset.judge(answer([['Content-Type', type]])))).toEqual(expected)
  })

  it('reports JSON with a byte order mark', () => {
    expect(
      causes(charset.judge(answer([['Content-Type', 'application/json']], 200, { body: '\u{feff}{}' }))),
    ).toEqual(['byte-order-mark'])
  })

  it('reports repeated single fields, in any case, but not repeated list fields', () => {
    const fields: readonly Field[] = [
      ['ETag', '"a"'],
      ['etag', '"b"'],
      ['Link', '</a>; rel="x"'],
      ['Link', '</b>; rel="y"'],
      ['Set-Cookie', 'a=b'],
      ['Set-Cookie', 'c=d'],
    ]
    expect(causes(duplicateHeaders.judge(answer(fields)))).toEqual(['etag'])
  })

  it.each([
    ['120', []],
    ['Fri, 31 Dec 1999 23:59:59 GMT', []],
    ['soon', ['malformed']],
    ['1.5', ['malformed']],
    ['-1', ['malformed']],
  ])('Retry-After: %s', (value, expected) => {
    expect(causes(retryAfter.judge(answer([['Retry-After', value]], 429)))).toEqual(expected)
  })

  it.each([
    ['RateLimit', '"default";r=50;t=30', true],
    ['RateLimit', '"a";r=1, "b";r=2;t=3;pk=:cHsdsRa894==:', true],
    ['RateLimit', 'limit=100, remaining=50, reset=30', true],
    ['RateLimit', '"default";t=30', false],
    ['RateLimit', '"default";r=many', false],
    ['RateLimit-Policy', '"default";q=100;w=60', true],
    ['RateLimit-Policy', '"default";w=60', false],
  ])('%s: %s', (name, value, isFine) => {
    expect(causes(retryAfter.judge(answer([[name, value]])))).toEqual(isFine ? [] : [`malformed:${name}`])
  })

  it.each([
    ['*', undefined, []],
    ['https://a.example', 'true', []],
    ['null', undefined, []],
    ['', 'true', []],
    ['https://a.example, https://b.example', undefined, ['origin']],
    ['*', 'true', ['credentials-for-all']],
    ['https://a.example', 'True', ['credentials']],
  ])('Access-Control-Allow-Origin: %s with credentials %s', (origin, credentials, expected) => {
    const fields: Field[] = [['Access-Control-Allow-Origin', origin]]
    if (credentials !== undefined) fields.push(['Access-Control-Allow-Credentials', credentials])
    expect(causes(cors.judge(answer(fields)))).toEqual(expected)
  })

  it('reports an empty Access-Control-Allow-Origin only if the request has an Origin', () => {
    const { exchange, ...rest } = answer([['Access-Control-Allow-Origin', '']])
    const request = { ...exchange.request, headers: { origin: 'https://a.example' } }
    expect(causes(cors.judge({ ...rest, exchange: { ...exchange, request } }))).toEqual(['origin'])
  })

  it('expects the Content-Length of 200 with 304, or none', () => {
    const full = answer([])
    expect(contentLength.judge({ answer: answer([], 304), full })).toEqual([])
    expect(contentLength.judge({ answer: answer([['Content-Length', '2']], 304), full })).toEqual([])
    expect(causes(contentLength.judge({ answer: answer([['Content-Length', '0']], 304), full }))).toEqual([
      'of-304',
    ])
  })

  it('expects the same strong entity tag for the same content', () => {
    const tagged = (tag: string): Answer => answer([['ETag', tag]])
    expect(etagStable.judge({ first: tagged('"a"'), second: tagged('"a"') })).toEqual([])
    expect(etagStable.judge({ first: tagged('W/"a"'), second: tagged('W/"b"') })).toEqual([])
    expect(causes(etagStable.judge({ first: tagged('"a"'), second: tagged('"b"') }))).toEqual(['changes'])
  })
})

describe('statuses', () => {
  it.each([
    ['/other', []],
    ['https://files.example/stats', []],
    ['/api/stats', ['circle']],
    ['http://127.0.0.1:1/api/stats', ['circle']],
    ['stats', ['circle']],
  ])('a redirect to %s', (location, expected) => {
    const target = 'http://127.0.0.1:1/api'
    expect(causes(redirects.judge({ answer: answer([['Location', location]], 308), target }))).toEqual(
      expected,
    )
  })

  it('accepts a redirect after a write to the same URL', () => {
    const posted = answer([['Location', '/stats']], 303, { method: 'POST' })
    expect(redirects.judge({ answer: posted, target: 'http://127.0.0.1:1' })).toEqual([])
  })

  it('expects OPTIONS to allow all declared methods, or to have no Allow', () => {
    const optionsAnswer = (fields: readonly Field[]): Answer => answer(fields, 204, { method: 'OPTIONS' })
    const declared = ['GET', 'POST']
    expect(optionsAllow.judge({ answer: optionsAnswer([]), declared })).toEqual([])
    expect(optionsAllow.judge({ answer: optionsAnswer([['Allow', 'GET, HEAD, POST']]), declared })).toEqual(
      [],
    )
    expect(causes(optionsAllow.judge({ answer: optionsAnswer([['Allow', 'GET']]), declared }))).toEqual([
      'omits:POST',
    ])
  })

  it('expects 406 to an unacceptable Accept, or the header to be ignored', () => {
    expect([200, 406, 404].flatMap((status) => notAcceptable.judge({ answer: answer([], status) }))).toEqual(
      [],
    )
    expect(causes(notAcceptable.judge({ answer: answer([], 415) }))).toEqual(['status:415'])
  })

  it('expects a body of another media type to be refused, with any status', () => {
    const judge = (status: number): readonly string[] =>
      causes(
        unsupportedMediaType.judge({
          answer: answer([], status),
          sent: 'application/xml',
          pointer: '/paths',
        }),
      )
    expect([415, 400, 422].flatMap(judge)).toEqual([])
    expect(judge(201)).toEqual(['application/xml'])
  })

  it('expects a link within the API to resolve', () => {
    expect(
      [200, 401, 410].flatMap((status) => linkTargets.judge({ rel: 'next', uri: '/x', status })),
    ).toEqual([])
    expect(
      [404, 500].flatMap((status) => causes(linkTargets.judge({ rel: 'next', uri: '/x', status }))),
    ).toEqual(['rel:next', 'rel:next'])
  })

  it('expects the second of two equal PUTs to create and change nothing', () => {
    const judge = (
      status: number,
      changes: readonly string[] = [],
      declaresOther = true,
    ): readonly string[] => causes(repeatPut.judge({ status, declaresOther, changes }))
    expect(judge(200)).toEqual([])
    expect(judge(201)).toEqual(['created-again'])
    expect(judge(200, ['count from 1 to 2'])).toEqual(['changed'])
    // The document leaves a server no other success.
    expect(judge(201, [], false)).toEqual([])
  })
})

describe('records', () => {
  const order = (values: readonly (string | number)[], descending = false): readonly string[] =>
    causes(listOrder.judge({ parameter: 'sort', order: 'name', property: 'name', descending, values }))

  it('expects lists in the requested order', () => {
    expect(order([1, 2, 2, 10])).toEqual([])
    expect(order([10, 2, 1], true)).toEqual([])
    expect(order([1, 10, 2])).toEqual(['sort:name'])
    expect(order(['b', 'a', 'c'])).toEqual(['sort:name'])
  })

  it('accepts any common order of strings', () => {
    expect(
      [
        ['B', 'a'],
        ['a', 'B'],
        ['é', 'f'],
        ['f', 'é'],
        ['x2', 'x10'],
      ].flatMap((values) => order(values)),
    ).toEqual([])
  })

  it('expects null in a merge patch to remove the property', () => {
    expect(mergePatch.judge({ property: 'site', current: null })).toEqual([])
    expect(mergePatch.judge({ property: 'site', current: undefined })).toEqual([])
    expect(causes(mergePatch.judge({ property: 'site', current: 'Cellar' }))).toEqual(['site'])
  })

  it('names the record reached through another parent, and the read-only property that was set', () => {
    expect(causes(hierarchy.judge({ answer: answer([]), parent: 'other', use: 'read' }))).toEqual([
      'other:read',
    ])
    expect(causes(readOnly.judge({ property: 'id', sent: 1, pointer: '/components' }))).toEqual(['id'])
  })
})
