import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exact, html } from '../../../../contracts/reporters/html/markup.ts'

/** As a reader of HTML understands it. */
function decode(markup: string): string {
  const names: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&#13;': '\r',
  }
  return markup.replaceAll(/&[a-z#0-9]+;/g, (entity) => names[entity] ?? entity)
}

describe('a piece of a page', () => {
  it('escapes text and attributes', () => {
    const { markup } = html`<a title="${'"><script>'}">${"</a>'&"}</a>`
    expect(markup).toBe('<a title="&quot;&gt;&lt;script&gt;">&lt;/a&gt;&#39;&amp;</a>')
  })

  it('never lets text become markup', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, (sample) => {
        expect(html`${sample}`.markup).not.toMatch(/[<>"']/)
      }),
    )
  })

  it('holds pieces, lists of them, and nothing for false and undefined', () => {
    expect(html`${[html`<b>${1}</b>`, 'x']}${false}${undefined}`.markup).toBe('<b>1</b>x')
  })

  it('keeps text to be copied exact, carriage returns too', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, (sample) => {
        expect(decode(exact(sample).markup)).toBe(sample)
      }),
    )
    expect(exact('a\r\nb').markup).toBe('a&#13;\nb')
  })

  it('shows what would be hidden', () => {
    expect(html`${'a\0b\u202Ec'}`.markup).toBe(String.raw`a␀b\u202ec`)
  })
})
