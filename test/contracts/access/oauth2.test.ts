import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTokenSource, type TokenSource } from '../../../contracts/access/oauth2.ts'
import { serveFetch, type FetchServer } from '../support/serve-fetch.ts'

const servers: FetchServer[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) await server.close()
})

/** A source of tokens from an endpoint that answers like that. */
async function sourceOf(answer: (request: Request) => Response | Promise<Response>): Promise<TokenSource> {
  const server = await serveFetch(async (request) => answer(request))
  servers.push(server)
  return createTokenSource({ tokenUrl: server.url, clientId: 'me', clientSecret: 'secret' }, 5000)
}

const token = (value: unknown, more: object = {}): Response => Response.json({ access_token: value, ...more })

describe('a source of access tokens', () => {
  it('uses the client of the environment by default', async () => {
    vi.stubEnv('STABLEHAND_OAUTH2_CLIENT_ID', 'someone')
    vi.stubEnv('STABLEHAND_OAUTH2_CLIENT_SECRET', 'hidden')
    const credentials: (string | null)[] = []
    const server = await serveFetch(
      async ({ headers }) => (credentials.push(headers.get('authorization')), token('t')),
    )
    servers.push(server)
    await createTokenSource({ tokenUrl: server.url }, 5000).prepare()
    expect(credentials).toEqual([`Basic ${btoa('someone:hidden')}`])
  })

  it('names the environment variable if there is no client id', async () => {
    vi.stubEnv('STABLEHAND_OAUTH2_CLIENT_ID', undefined)
    await expect(createTokenSource({ tokenUrl: 'http://127.0.0.1:1' }, 5000).prepare()).rejects.toThrow(
      'The token endpoint returned no token: no client id is given: set STABLEHAND_OAUTH2_CLIENT_ID.',
    )
  })

  it('says why the endpoint cannot be reached', async () => {
    const source = createTokenSource({ tokenUrl: 'http://127.0.0.1:1', clientId: 'me' }, 5000)
    await expect(source.prepare()).rejects.toThrow(/^The token endpoint returned no token: .+\.$/)
    expect(source.current).toBeUndefined()
  })

  it.each([
    [() => Response.json({}), 'it answered 200 without an access token'],
    [() => token(''), 'it answered 200 without an access token'],
    [() => new Response('<html>'), 'it answered 200 without an access token'],
    [() => Response.json('none'), 'it answered 200 without an access token'],
    [() => new Response('', { status: 503 }), 'it answered 503'],
    [
      () => Response.json({ error: 'invalid_scope', error_description: 'No such scope' }, { status: 400 }),
      'it answered 400: invalid_scope, No such scope',
    ],
  ])('reports what the endpoint returned instead of a token: %#', async (answer, reason) => {
    const source = await sourceOf(answer)
    await expect(source.prepare()).rejects.toThrow(`The token endpoint returned no token: ${reason}.`)
  })

  it('sends the client credentials in the body when the header is rejected', async () => {
    const source = await sourceOf(async (request) => {
      const form = new URLSearchParams(await request.text())
      const isGiven = form.get('client_id') === 'me' && form.get('client_secret') === 'secret'
      return isGiven ? token('by body') : Response.json({ error: 'invalid_client' }, { status: 401 })
    })
    await source.prepare()
    expect(source.current).toBe('by body')
  })

  it('keeps a token with a missing or invalid expires_in', async () => {
    for (const more of [{}, { expires_in: 'soon' }]) {
      let count = 0
      const source = await sourceOf(() => token(`t${String((count += 1))}`, more))
      await source.prepare()
      await source.prepare()
      expect([source.current, count]).toEqual(['t1', 1])
    }
  })

  it('replaces a token once for any number of rejected requests', async () => {
    let count = 0
    const source = await sourceOf(() => token(`t${String((count += 1))}`))
    const tokens: string[] = []
    source.listen((value) => tokens.push(value))
    await source.prepare()
    await Promise.all([source.replace('t1'), source.replace('t1')])
    await source.replace('t1')
    expect([source.current, tokens]).toEqual(['t2', ['t1', 't2']])
  })
})
