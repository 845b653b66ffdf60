import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { preferenceApplied, preferencesOf, type Preferences } from '../../../../mock/engine/request/prefer.ts'

function read(prefer: string | readonly string[]): Preferences {
  return preferencesOf({ method: 'GET', path: '/', query: '', headers: { prefer }, body: undefined })
}

describe('Prefer (RFC 7240)', () => {
  const cases: readonly [string, Preferences][] = [
    ['code=404', { code: 404 }],
    ['example=name', { example: 'name' }],
    ['example="two words"', { example: 'two words' }],
    ['example="a \\"quoted\\" word"', { example: 'a "quoted" word' }],
    ['dynamic', { dynamic: true }],
    ['dynamic=true', { dynamic: true }],
    ['dynamic=false', {}],
    ['delay=200', { delay: 200 }],
    ['code=404, example=name, dynamic, delay=200', { code: 404, example: 'name', dynamic: true, delay: 200 }],
    ['code=404; example=name', { code: 404, example: 'name' }],
    ['CODE = 404', { code: 404 }],
    ['code=404, code=500', { code: 404 }],
    ['code=100', {}],
    ['code=600', {}],
    ['code=-1', {}],
    ['code=4e2', {}],
    ['delay=60001', {}],
    ['delay=1.5', {}],
    ['example=', {}],
    ['respond-async, wait=10', {}],
    ['', {}],
  ]

  it.each(cases)('%s', (prefer, want) => {
    expect(read(prefer)).toEqual(want)
  })

  it('may be spread over several fields', () => {
    expect(read(['code=404', 'delay=5'])).toEqual({ code: 404, delay: 5 })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void read(text)))
  })

  it('is echoed in a form that reads back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e]+$/), (name) => {
        expect(read(preferenceApplied('example', name))).toEqual({ example: name })
      }),
    )
  })
})
