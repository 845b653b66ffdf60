import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLinks } from '../../../spec/http/link-header.ts'

/** Links as `uri rel`. */
function read(field: string): readonly string[] | string {
  const reading = parseLinks(field)
  return reading.kind === 'ok' ? reading.links.map(({ uri, rel }) => `${uri} ${rel}`) : reading.reason
}

describe('a Link header field', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['</pets?id=7>; rel="successor-version"', ['/pets?id=7 successor-version']],
    ['</a>; rel=next , </b>;rel=prev', ['/a next', '/b prev']],
    ['</a>; rel="next  last"', ['/a next', '/a last']],
    ['</a>; crossorigin; rel=next', ['/a next']],
    ['</a>;;rel=next;', ['/a next']],
    ['</a> ; rel = "next"', ['/a next']],
    ['</a>; REL=Next', ['/a next']],
    ['</a>; rel=next; rel=prev', ['/a next']],
    ['</a>; title="a, b; c\\"<x>"; rel=next, </b>; rel=prev', ['/a next', '/b prev']],
    ['</a,b;c>; rel=next', ['/a,b;c next']],
    [',,</a>; rel=next,,</b>; rel=prev,', ['/a next', '/b prev']],
    [
      '<https://example.com/>; rel="https://example.com/Rel"',
      ['https://example.com/ https://example.com/rel'],
    ],
    ['<https://example.com/>; rel=https://example.com/rel', ['https://example.com/ https://example.com/rel']],
    ["</a>; title*=UTF-8''%E0%A4%A; rel=next", ['/a next']],
    ['</a>; rel=""', []],
    ['</a>', []],
    ['<>; rel=self', [' self']],
  ])('%s', (field, expected) => {
    expect(read(field)).toEqual(expected)
  })

  it.each([
    ['/a; rel=next', "Expected a target in angle brackets at position 0, found '/a; rel=next'."],
    ['</a; rel=next', "Expected a target in angle brackets at position 0, found '</a; rel=next'."],
    [
      '</a>; rel=next </b>; rel=prev',
      "Expected a comma or semicolon at position 15, found '</b>; rel=prev'.",
    ],
    ['</a> rel=next', "Expected a comma or semicolon at position 5, found 'rel=next'."],
    ['</a b>; rel=next', "Expected a target in angle brackets at position 0, found '</a b>; rel=next'."],
    ['</a>; rel="next', `Expected a comma or semicolon at position 10, found '"next'.`],
  ])('is rejected: %s', (field, reason) => {
    expect(read(field)).toEqual(reason)
  })

  it('keeps the first of repeated parameters', () => {
    const reading = parseLinks('</a>; rel=next; Title="x \\"y\\""; title=z; flag; anchor="#b"')
    expect(reading.kind === 'ok' && Object.fromEntries(reading.links[0]!.parameters)).toEqual({
      rel: 'next',
      title: 'x "y"',
      flag: '',
      anchor: '#b',
    })
  })

  it('is read back as written', () => {
    const uri = fc.webUrl({ withQueryParameters: true, withFragments: true })
    const link = fc.tuple(uri, fc.constantFrom('next', 'prev', 'deprecation', 'successor-version'))
    fc.assert(
      fc.property(fc.array(link), (links) => {
        const field = links.map(([target, rel]) => `<${target}>; rel="${rel}"`).join(', ')
        expect(read(field)).toEqual(links.map(([target, rel]) => `${target} ${rel}`))
      }),
    )
  })

  it('is read in linear time and without errors, whatever it contains', () => {
    const unit = fc.constantFrom(...'<>;,="\\ a'.split(''), 'rel', '/a')
    fc.assert(fc.property(fc.string({ unit }), (field) => void parseLinks(field)))
    for (const junk of [' ', ',', ';', '; a', '"', '\\', '<'])
      parseLinks(`</a>; rel="${junk.repeat(100_000)}`)
  })
})
