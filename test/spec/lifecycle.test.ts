import { describe, expect, it } from 'vitest'
import { lifecycleHeaders, readLifecycle } from '../../spec/lifecycle.ts'

const december2030 = 1922659200

describe('reading a lifecycle', () => {
  it.each([
    [{ 'x-sunset': '2030-12-05' }],
    [{ 'x-sunset': '2030-12-05T00:00:00Z' }],
    [{ 'x-sunset': new Date('2030-12-05') }],
    [{ 'x-deprecated-sunset': '2030-12-05' }],
    [{ 'x-sunset-date': '2030-12-05' }],
    [{ 'x-ms-deprecation': { removalDate: '2030-12-05' } }],
    [{ 'x-sunset': '2030-12-05t01:00:00.5+01:00' }],
    [{ 'x-sunset': 'Thu, 05 Dec 2030 00:00:00 GMT' }],
    [{ 'x-sunset': null, 'x-sunset-date': '2030-12-05' }],
    [{ 'x-sunset': { on: 'a plan' }, 'x-removal-date': '2030-12-05' }],
  ])('%j is a sunset', (operation) => {
    expect(readLifecycle(operation).lifecycle.sunset).toBe(december2030)
  })

  it.each([
    [{ 'x-deprecated-since': '2025-12-05' }],
    [{ 'x-deprecation-date': '2025-12-05' }],
    [{ 'x-deprecated-at': new Date('2025-12-05') }],
    [{ 'x-deprecation': '2025-12-05' }],
    [{ 'x-ms-deprecation': { date: '2025-12-05' } }],
  ])('%j is a deprecation with a date', (operation) => {
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

  it('inherits from the path item', () => {
    expect(readLifecycle({ 'x-stability': 'beta' }, { 'x-sunset': '2030-12-05' }).lifecycle).toMatchObject({
      sunset: december2030,
      stability: 'beta',
    })
  })

  it('prefers the operation to the path item, in any spelling', () => {
    const pathItem = { 'x-deprecated-sunset': '2040-01-01', 'x-beta': true }
    expect(
      readLifecycle({ 'x-sunset': '2030-12-05', 'x-stability': 'stable' }, pathItem).lifecycle,
    ).toMatchObject({
      sunset: december2030,
      stability: 'stable',
    })
  })

  it('reads the successor and the documentation link', () => {
    const operation = {
      'x-deprecated-link': 'https://example.com/why',
      'x-deprecated-successor': '/pets?id={id}',
    }
    expect(readLifecycle(operation).lifecycle).toEqual({
      deprecated: false,
      since: undefined,
      sunset: undefined,
      stability: undefined,
      documentation: 'https://example.com/why',
      successor: '/pets?id={id}',
    })
  })

  it.each([
    ['2030-02-30', '"2030-02-30"'],
    ['2030-12-05T00:00:00', '"2030-12-05T00:00:00"'],
    ['Fri, 05 Dec 2030 00:00:00 GMT', '"Fri, 05 Dec 2030 00:00:00 GMT"'],
    ['soon', '"soon"'],
    ['', '""'],
    [20301205, '20301205'],
    [2n ** 60n, '"1152921504606846976"'],
    [true, 'true'],
    [['2030-12-05'], '["2030-12-05"]'],
    [new Date('nonsense'), 'null'],
  ])('%o is a problem, not a sunset', (value, shown) => {
    expect(readLifecycle({ 'x-sunset': value })).toMatchObject({
      lifecycle: { sunset: undefined },
      problems: [{ name: 'x-sunset', message: `'x-sunset' is not a valid date: ${shown}.` }],
    })
  })

  it('accepts a leap second', () => {
    expect(readLifecycle({ 'x-sunset': '2016-12-31T23:59:60Z' }).lifecycle.sunset).toBe(1483228799)
  })

  it('reports a sunset before the deprecation', () => {
    const { problems } = readLifecycle({ 'x-deprecated-since': '2025-12-05', 'x-sunset': '2025-01-01' })
    expect(problems).toEqual([{ name: 'x-sunset', message: expect.stringContaining('RFC 9745 §4') }])
  })
})

describe('lifecycle header fields', () => {
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

  it('include a deprecation of unknown date', () => {
    const undated = {
      ...lifecycle,
      since: undefined,
      sunset: undefined,
      successor: undefined,
      documentation: undefined,
    }
    expect(lifecycleHeaders(undated)).toEqual({ Deprecation: '@0' })
  })

  it('are absent for an operation that is not deprecated', () => {
    expect(lifecycleHeaders(readLifecycle({}).lifecycle)).toEqual({})
  })

  it('expand only known parameters', () => {
    const links = { ...lifecycle, documentation: undefined, successor: '/{a}/{constructor}/{b}' }
    expect(lifecycleHeaders(links, { a: '%2F' })['Link']).toBe('</%2F//>; rel="successor-version"')
  })

  it('cannot be broken by text in the document', () => {
    const links = { ...lifecycle, documentation: 'https://x/a b>"\r\nSet-Cookie: a=é', successor: undefined }
    expect(lifecycleHeaders(links)['Link']).toBe(
      '<https://x/a%20b%3E%22%0D%0ASet-Cookie:%20a=%C3%A9>; rel="deprecation"',
    )
  })
})
