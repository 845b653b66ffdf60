import { describe, expect, it } from 'vitest'
import { withBase } from '../../../mock/engine/base-path.ts'

describe('a mock below a path of others', () => {
  const rebased = (headers: Record<string, string>) =>
    withBase({ status: 200, headers, body: undefined }, '/api').headers

  it('says where records are from outside', () => {
    expect(rebased({ Location: '/pets/1' })).toEqual({ Location: '/api/pets/1' })
  })

  it('links from outside', () => {
    expect(rebased({ Link: '</pets?offset=2>; rel="next", </pets>; rel="first"' })).toEqual({
      Link: '</api/pets?offset=2>; rel="next", </api/pets>; rel="first"',
    })
  })

  it('leaves other addresses alone', () => {
    const headers = {
      Location: 'https://pets.test/1',
      Link: '<https://pets.test/>; rel="deprecation", <//cdn.test/>; rel="x"',
    }
    expect(rebased(headers)).toEqual(headers)
  })
})
