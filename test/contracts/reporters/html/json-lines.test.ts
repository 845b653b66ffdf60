import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutJson } from '../../../../contracts/reporters/html/json-lines.ts'

const joined = (text: string): string | undefined =>
  layOutJson(text)
    ?.map(
      ({ name, text: value, comma }) => `${name === undefined ? '' : `${name}:`}${value}${comma ? ',' : ''}`,
    )
    .join('')

describe('a JSON text laid out', () => {
  it('is the same JSON for any value and spacing', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(4), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), undefined, indent)
        expect(joined(spaced)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('gives each value its pointer', () => {
    const pointers = layOutJson('{"a/b":[1,{"~":2}],"c":{}}')?.map(({ pointer }) => pointer)
    expect(pointers).toEqual(['', '/a~1b', '/a~1b/0', '/a~1b/1', '/a~1b/1/~0', '/a~1b/1', '/a~1b', '/c', ''])
  })

  it.each(['{"id":9223372036854775807}', '{"price":1.0}', '{"a":1,"a":2}', String.raw`"\u0041"`])(
    'keeps %s as it was sent',
    (text) => expect(joined(text)).toBe(text),
  )

  it.each(['', '{', '{"a":1} tail', 'plain text', "{'a':1}"])(
    'is undefined for %j, which is not JSON',
    (text) => {
      expect(layOutJson(text)).toBeUndefined()
    },
  )

  it('is undefined for JSON that is nested too deeply', () => {
    expect(layOutJson('['.repeat(5000) + ']'.repeat(5000))).toBeUndefined()
  })
})
