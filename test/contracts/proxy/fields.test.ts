import { describe, expect, it } from 'vitest'
import { fieldsOf, forwardable, valuesOf } from '../../../contracts/proxy/fields.ts'

describe('the fields of a message', () => {
  it('are read with their case, order and duplicates', () => {
    expect(fieldsOf(['X-A', '1', 'x-a', '2'])).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
    ])
  })

  it('are found regardless of case', () => {
    expect(valuesOf(fieldsOf(['X-A', '1', 'x-a', ' 2 ', 'B', '3']), 'x-a')).toEqual(['1', '2'])
  })

  it('are forwarded, except hop-by-hop fields', () => {
    const fields = fieldsOf([
      'Connection',
      'keep-alive',
      'Keep-Alive',
      'timeout=5',
      'TE',
      'trailers',
      'Transfer-Encoding',
      'chunked',
      'Upgrade',
      'h2c',
      'Proxy-Connection',
      'close',
      'Trailer',
      'X-T',
      'Host',
      'a.test',
    ])
    expect(forwardable(fields)).toEqual([
      ['Trailer', 'X-T'],
      ['Host', 'a.test'],
    ])
  })

  it('are not forwarded if Connection names them', () => {
    const fields = fieldsOf([
      'Connection',
      'close, X-Hop',
      'connection',
      'X-Other',
      'x-hop',
      '1',
      'X-OTHER',
      '2',
      'X-End',
      '3',
    ])
    expect(forwardable(fields)).toEqual([['X-End', '3']])
  })
})
