import { describe, expect, it } from 'vitest'
import { withBase } from '../../../mock/engine/base-path.ts'
import { createMock } from '../../../mock/index.ts'

describe('a mock mounted below a base path', () => {
  const rebased = (headers: Record<string, string>) =>
    withBase({ status: 200, headers, body: undefined }, '/api').headers

  it('sends Location with the base path', () => {
    expect(rebased({ Location: '/pets/1' })).toEqual({ Location: '/api/pets/1' })
  })

  it('sends links with the base path', () => {
    expect(rebased({ Link: '</pets?offset=2>; rel="next", </pets>; rel="first"' })).toEqual({
      Link: '</api/pets?offset=2>; rel="next", </api/pets>; rel="first"',
    })
  })

  it('leaves other URLs unchanged', () => {
    const headers = {
      Location: 'https://pets.test/1',
      Link: '<https://pets.test/>; rel="deprecation", <//cdn.test/>; rel="x"',
    }
    expect(rebased(headers)).toEqual(headers)
  })
})

describe('server base paths', () => {
  const get = { responses: { 200: { description: 'ok' } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Based', version: '1' },
    servers: [
      { url: 'https://api.test/v1/' },
      { url: '/{stage}/api', variables: { stage: { default: 'live', enum: ['live', 'test'] } } },
      { url: 'https://api.test' },
      { url: 'https://{broken' },
    ],
    paths: {
      '/pets': { get },
      '/v1/odd': { get },
      '/files': {
        servers: [{ url: '/files-host' }],
        get: { ...get, servers: [{ url: 'https://cdn.test/deep/' }] },
      },
    },
  }

  it.each([
    ['/pets', 200],
    ['/v1/pets', 200],
    ['/live/api/pets', 200],
    ['/test/api/pets', 200],
    ['/v1/odd', 200],
    ['/v1/v1/odd', 200],
    ['/files-host/files', 200],
    ['/deep/files', 200],
    ['/v2/pets', 404],
    ['/v1pets', 404],
    ['/v1', 404],
  ])('%s is answered with %i', async (path, status) => {
    const mock = await createMock({ document })
    expect((await mock.handle({ method: 'GET', path, query: '', headers: {}, body: undefined })).status).toBe(
      status,
    )
  })
})
