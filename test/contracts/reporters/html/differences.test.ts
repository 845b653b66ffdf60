import { describe, expect, it } from 'vitest'
import { compareBodies } from '../../../../contracts/reporters/html/differences.ts'
import { layOutJson } from '../../../../contracts/reporters/html/json-lines.ts'

function compare(sent: string, came: string): { readonly request: object; readonly response: object } {
  const { request, response } = compareBodies(layOutJson(sent) ?? [], layOutJson(came) ?? [])
  return { request: Object.fromEntries(request), response: Object.fromEntries(response) }
}

const nothing = { request: {}, response: {} }

describe('differences between what was sent and what came back', () => {
  it('are marked on both sides', () => {
    const differences = compare('{"name":"Rex","size":3}', '{"id":1,"name":"Rex","size":4}')
    expect(differences).toEqual({ request: { '/size': 'changed' }, response: { '/size': 'changed' } })
  })

  it('are marked on the request alone when a member did not come back', () => {
    expect(compare('{"name":"Rex","size":3}', '{"name":"Rex"}')).toEqual({
      request: { '/size': 'absent' },
      response: {},
    })
  })

  it('report an absent object once, not each of its members', () => {
    const { request } = compare('{"a":1,"owner":{"name":"Ann","tags":["x"]}}', '{"a":1}')
    expect(request).toEqual({ '/owner': 'absent' })
  })

  it('are found within an envelope', () => {
    const differences = compare('{"name":"Rex","size":3}', '{"data":{"name":"Max","size":3},"meta":{}}')
    expect(differences).toEqual({ request: { '/name': 'changed' }, response: { '/data/name': 'changed' } })
  })

  it.each([
    ['a number spelt otherwise', '{"a":1.0}', '{"a":1}'],
    ['a string escaped otherwise', '{"a":"\\u0041"}', '{"a":"A"}'],
    ['members the server added', '{"a":1}', '{"a":1,"id":7}'],
    ['an answer that is no record of it', '{"a":1,"b":2}', '{"message":"done"}'],
    ['a list', '{"a":1}', '[{"a":2}]'],
    ['a single value', '"a"', '"b"'],
  ])('are none in %s', (_, sent, came) => expect(compare(sent, came)).toEqual(nothing))

  it('distinguish integers beyond double precision', () => {
    const { response } = compare('{"a":9007199254740993}', '{"a":9007199254740992}')
    expect(response).toEqual({ '/a': 'changed' })
  })
})
