import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDeprecation,
  formatSunset,
  lifecycleHeaders,
  parseDeprecation,
  parseSunset,
  readLifecycle,
} from '../../spec/lifecycle.ts'

const december2030 = 1922659200

describe('reading a lifecycle', () => {
  it.each([
    [{ 'x-sunset': '2030-12-05' }],
    [{ 'x-sunset': '2030-12-05T00:00:00Z' }],
    [{ 'x-sunset': new Date('2030-12-05') }],
    [{ 'x-deprecated-sunset': '2030-12-05' }],
    [{ 'x-sunset-date': '2030-12-05' }],
    [{ 'x-ms-deprecation': { removalDate: '2030-12-05' } }],
  ])('%j is a sunset', (operation) => {
    expect(readLifecycle(operation).lifecycle.sunset).toBe(december2030)
  })

  it.each([
    [{ 'x-deprecated-since': '2025-12-05' }],
    [{ 'x-deprecation-date': '2025-12-05' }],
    [{ 'x-ms-deprecation': { date: '2025-12-05' } }],
  ])('%j makes an operation deprecated, and says since when', (operation) => {
    expect(readLifecycle(operation).lifecycle).toMatchObject({ deprecated: true, since: 1764892800 })
  })

  it.each([
    [{ 'x-stability': 'experimental' }, 'experimental'],
    [{ 'x-stability-level': 'draft' }, 'draft'],
    [{ 'x-scalar-stability': 'stable' }, 'stable'],
    [{ 'x-beta': true }, 'beta'],
    [{}, undefined],
  ])('%j has the stability %s', (operation, stability) => {
    expect(readLifecycle(operation).lifecycle.stability).toBe(stability)
  })

  it('takes from the path item what the operation does not say', () => {
    expect(readLifecycle({ 'x-stability': 'beta' }, { 'x-sunset': '2030-12-05' }).lifecycle).toMatchObject({
      sunset: december2030,
      stability: 'beta',
    })
  })

  it('a date that is none is a problem, not a sunset', () => {
    expect(readLifecycle({ 'x-sunset': '2030-02-30' })).toMatchObject({
      lifecycle: { sunset: undefined },
      problems: [{ name: 'x-sunset', message: '\'x-sunset\' is no date: "2030-02-30".' }],
    })
  })

  it('a sunset before the deprecation is a problem', () => {
    const { problems } = readLifecycle({ 'x-deprecated-since': '2025-12-05', 'x-sunset': '2025-01-01' })
    expect(problems).toEqual([{ name: 'x-sunset', message: expect.stringContaining('RFC 9745 §4') }])
  })
})

describe('the Deprecation field', () => {
  it.each([['@1764892800'], [' @1764892800 '], ['@1764892800;x=1'], ['@-1']])('%j is valid', (value) => {
    expect(parseDeprecation(value).kind).toBe('ok')
  })

  it.each([['true'], ['?1'], ['1764892800'], ['@1.5'], ['@'], ['@1, @2'], ['Thu, 05 Dec 2030 00:00:00 GMT']])(
    '%j is not',
    (value) => {
      expect(parseDeprecation(value)).toEqual({ kind: 'refused', reason: expect.stringContaining(value) })
    },
  )
})

describe('the Sunset field', () => {
  it.each([
    ['Fri, 05 Dec 2030 00:00:00 GMT', 'names the wrong weekday: it is Thu.'],
    ['Thursday, 05-Dec-30 00:00:00 GMT', 'is no HTTP-date'],
    ['Thu Dec  5 00:00:00 2030', 'is no HTTP-date'],
    ['2030-12-05', 'is no HTTP-date'],
    ['Thu, 05 Dec 2030 00:00:00 +0000', 'is no HTTP-date'],
    ['@1922659200', 'is no HTTP-date'],
  ])('%j is refused', (value, reason) => {
    expect(parseSunset(value)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) })
  })

  it('what is sent is read back, for any second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253402300799 }), (seconds) => {
        expect(parseSunset(formatSunset(seconds))).toEqual({ kind: 'ok', seconds })
        expect(parseDeprecation(formatDeprecation(seconds))).toEqual({ kind: 'ok', seconds })
      }),
    )
  })
})

describe('the fields of an answer', () => {
  const lifecycle = {
    deprecated: true,
    since: 1764892800,
    sunset: december2030,
    stability: undefined,
    documentation: 'https://petstore.example/deprecations/get-pet',
    successor: '/pets?id={petId}',
  }

  it('are Deprecation, Sunset and Link', () => {
    expect(lifecycleHeaders(lifecycle, { petId: '7' })).toEqual({
      Deprecation: '@1764892800',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</pets?id=7>; rel="successor-version", <https://petstore.example/deprecations/get-pet>; rel="deprecation"',
    })
  })

  it('a deprecation of unknown date is in force', () => {
    const undated = { ...lifecycle, since: undefined, sunset: undefined, successor: undefined, documentation: undefined }
    expect(lifecycleHeaders(undated)).toEqual({ Deprecation: '@0' })
  })

  it('are none on an operation that is not deprecated', () => {
    expect(lifecycleHeaders(readLifecycle({}).lifecycle)).toEqual({})
  })
})
