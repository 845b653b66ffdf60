import { afterEach, describe, expect, it } from 'vitest'
import { recordContract, type ContractOptions } from '../../../contracts/index.ts'
import type { Recording } from '../../../contracts/recording.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'
import { serveFetch, type FetchServer } from '../support/serve-fetch.ts'

const servers: FetchServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const refused = (): Response =>
  Response.json(
    { message: 'Who are you?' },
    { status: 401, headers: { 'www-authenticate': 'Bearer realm="notes"' } },
  )

/** The notes, every operation of them behind these schemes. */
function documentWith(schemes: Record<string, unknown>, security: unknown = [{ main: [] }]): object {
  const { paths, ...rest } = structuredClone(notesDocument) as {
    paths: Record<string, Record<string, unknown>>
  }
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      if (typeof operation !== 'object' || operation === null || !('responses' in operation)) continue
      Object.assign(operation.responses as object, { '401': { description: 'who' } })
    }
  }
  return { ...rest, paths, security, components: { securitySchemes: schemes } }
}

interface Guarded {
  readonly recording: Recording
  /** Requests that were let in, and those that were not. */
  readonly counts: { open: number; shut: number }
}

async function check(
  document: object,
  isLetIn: (request: Request) => boolean,
  options: Partial<ContractOptions>,
): Promise<Guarded> {
  const counts = { open: 0, shut: 0 }
  const target = notesService((request) => {
    const isOpen = isLetIn(request)
    counts[isOpen ? 'open' : 'shut'] += 1
    return isOpen ? undefined : refused()
  })
  const recording = await recordContract({ target, document, phases: ['examples'], ...options })
  return { recording, counts }
}

const cookieOf = ({ headers }: Request): string => headers.get('cookie') ?? ''

describe('authentication', () => {
  it.each<[string, object, Partial<ContractOptions>, (request: Request) => boolean]>([
    [
      'a bearer token',
      { main: { type: 'http', scheme: 'bearer' } },
      { authToken: 'secret-token' },
      ({ headers }) => headers.get('authorization') === 'Bearer secret-token',
    ],
    [
      'a name and a password',
      { main: { type: 'http', scheme: 'basic' } },
      { auth: { basic: { username: 'ada', password: 'secret-token' } } },
      ({ headers }) => headers.get('authorization') === `Basic ${btoa('ada:secret-token')}`,
    ],
    [
      'a key in a header',
      { main: { type: 'apiKey', in: 'header', name: 'X-Notes-Key' } },
      { auth: { schemes: { main: 'secret-token' } } },
      ({ headers }) => headers.get('x-notes-key') === 'secret-token',
    ],
    [
      'a token with the scheme that its description names',
      {
        main: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Token-based authentication with required prefix "Token"',
        },
      },
      { authToken: 'secret-token' },
      ({ headers }) => headers.get('authorization') === 'Token secret-token',
    ],
    [
      'a key in the query',
      { main: { type: 'apiKey', in: 'query', name: 'api key' } },
      { auth: { token: 'secret-token' } },
      ({ url }) => new URL(url).searchParams.get('api key') === 'secret-token',
    ],
    [
      'a key in a cookie',
      { main: { type: 'apiKey', in: 'cookie', name: 'session' } },
      { auth: { schemes: { main: 'secret-token' } } },
      (request) => /(?:^|; )session=secret-token/.test(cookieOf(request)),
    ],
  ])('is by %s', async (_, schemes, options, isLetIn) => {
    const { recording, counts } = await check(
      documentWith(schemes as Record<string, unknown>),
      isLetIn,
      options,
    )
    expect(counts.shut).toBe(0)
    expect(counts.open).toBeGreaterThan(0)
    expect(recording.findings).toEqual([])
  })

  it.each([
    ['as it is, where that lets in', '', 't-1', 0],
    ['as a bearer token, where it is refused as it is', 'Bearer ', 't-1', 1],
    ['as it is with the scheme it has', 'Token ', 'Token t-1', 0],
  ])('by a key in Authorization is sent %s', async (_, scheme, authToken, refused) => {
    const { recording, counts } = await check(
      documentWith({ main: { type: 'apiKey', in: 'header', name: 'Authorization' } }),
      ({ headers }) => headers.get('authorization') === `${scheme}t-1`,
      { authToken, workers: 1 },
    )
    expect(counts.shut).toBe(refused)
    expect(counts.open).toBeGreaterThan(0)
    expect(recording.findings).toEqual([])
  })

  it.each([
    ['a bearer token', { type: 'http', scheme: 'bearer' }],
    ['a key in Authorization', { type: 'apiKey', in: 'header', name: 'Authorization' }],
  ])('sends %s with the scheme that the server asks for', async (_, scheme) => {
    let shut = 0
    const target = notesService(({ headers }) => {
      if (headers.get('authorization') === 'Token t-1') return undefined
      shut += 1
      return Response.json({ message: 'No.' }, { status: 401, headers: { 'www-authenticate': 'Token' } })
    })
    const document = documentWith({ main: scheme })
    const { findings } = await recordContract({
      target,
      document,
      phases: ['examples'],
      authToken: 't-1',
      workers: 1,
    })
    expect(shut).toBe(1)
    expect(findings).toEqual([])
  })

  it('accepts a bearer token that includes the scheme', async () => {
    const { counts } = await check(
      documentWith({ main: { type: 'http', scheme: 'bearer' } }),
      ({ headers }) => headers.get('authorization') === 'Bearer t-1',
      { authToken: 'Bearer t-1' },
    )
    expect(counts.shut).toBe(0)
  })

  it.each([
    ['any token is let in', (token: string) => token.startsWith('Bearer '), 1],
    ['nobody is asked for one', () => true, 0],
    ['only the right one is let in', (token: string) => token === 'Bearer t-1', 0],
  ])('that is as good with a wrong token is found once: %s', async (_, isLetIn, count) => {
    const { recording } = await check(
      documentWith({ main: { type: 'http', scheme: 'bearer' } }),
      ({ headers }) => isLetIn(headers.get('authorization') ?? ''),
      { authToken: 't-1', phases: ['coverage'] },
    )
    const findings = recording.findings.filter(({ message }) => message.includes('invalid credentials'))
    expect(findings.map(({ check }) => check)).toEqual(Array.from({ length: count }, () => 'unauthorized'))
  })

  it('chooses the security requirement that it has values for', async () => {
    const schemes = {
      main: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    }
    const document = documentWith(schemes, [{ main: [] }, { key: [] }])
    const isLetIn = ({ headers }: Request): boolean =>
      headers.get('x-key') === 'k-1' && !headers.has('authorization')
    const { counts } = await check(document, isLetIn, { auth: { schemes: { key: 'k-1' } } })
    expect(counts.shut).toBe(0)
  })

  it('sends a token without a colon as a bearer token where the document allows both', async () => {
    const schemes = { pair: { type: 'http', scheme: 'basic' }, main: { type: 'http', scheme: 'bearer' } }
    const document = documentWith(schemes, [{ pair: [] }, { main: [] }])
    const isLetIn = ({ headers }: Request): boolean => headers.get('authorization') === 'Bearer t-1'
    const { counts } = await check(document, isLetIn, { authToken: 't-1' })
    expect(counts.shut).toBe(0)
  })

  it('ends the run when its credentials are no longer accepted', async () => {
    let isOver = false
    const isLetIn = ({ method, headers }: Request): boolean => {
      const isOpen = !isOver && headers.get('authorization') === 'Bearer t-1'
      isOver ||= isOpen && method === 'DELETE'
      return isOpen
    }
    const document = documentWith({ main: { type: 'http', scheme: 'bearer' } })
    const { recording, counts } = await check(document, isLetIn, {
      authToken: 't-1',
      phases: ['coverage'],
      workers: 1,
    })
    expect(recording.findings).toEqual([])
    expect(recording.stopped).toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(/no longer accepts the credentials: .* last changes \(.*deleteNote\)/),
    })
    expect(counts.shut).toBeLessThan(10)
  })

  it('ends the run when an operation that served them forbids it, as of those who are not logged in', async () => {
    let isOver = false
    const target = notesService(({ method }) => {
      if (isOver) return Response.json({ message: 'Not for you.' }, { status: 403 })
      isOver = method === 'DELETE'
      return undefined
    })
    const options = { authToken: 't-1', phases: ['coverage' as const], workers: 1 }
    const { stopped } = await recordContract({ target, document: notesDocument, ...options })
    expect(stopped?.message).toMatch(/no longer accepts the credentials: \w+ answers 403 to a request/)
  })

  it.each(['POST', 'GET'])('logs out by %s when everything else has been tried', async (method) => {
    let isOver = false
    const before = new Set<string>()
    const target = notesService((request) => {
      const { pathname } = new URL(request.url)
      if (isOver) return Response.json({ message: 'Who are you?' }, { status: 400 })
      before.add(request.method)
      if (!pathname.endsWith('/log-out')) return undefined
      isOver = request.method === method
      return new Response(null, { status: isOver ? 204 : 405, headers: { allow: method } })
    })
    const responses = { 204: { description: 'bye' } }
    const logOut = { '/session/log-out': { [method.toLowerCase()]: { responses } } }
    const document = { ...notesDocument, paths: { ...logOut, ...(notesDocument['paths'] as object) } }
    const options = { authToken: 't-1', phases: ['examples' as const, 'coverage' as const] }
    const { findings } = await recordContract({ target, document, ...options })
    expect(isOver).toBe(true)
    expect(findings.filter(({ check }) => check === 'valid-accepted')).toEqual([])
    expect([...before]).toEqual(expect.arrayContaining(['GET', 'POST', 'DELETE']))
  })

  it('shows no secrets in findings', async () => {
    const target = notesService(({ url, headers }) =>
      Response.json({ message: `${url} ${String(headers.get('authorization'))}` }, { status: 500 }),
    )
    const schemes = {
      main: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
    }
    const auth = { basic: { username: 'ada', password: 'secret/one' }, schemes: { key: 'secret two' } }
    const document = documentWith(schemes, [{ main: [], key: [] }])
    const recording = await recordContract({ target, document, phases: ['examples', 'coverage'], auth })
    const output = JSON.stringify(recording)
    expect(recording.findings.length).toBeGreaterThan(0)
    for (const secret of ['secret/one', 'secret two', 'secret%20two', btoa('ada:secret/one')])
      expect(output).not.toContain(secret)
  })
})

interface TokenServer extends FetchServer {
  readonly requests: { readonly authorization: string | null; readonly body: string }[]
  /** Of the tokens given so far, the one that counts. */
  current: string
}

/** Gives `secret-1`, `secret-2`, … */
async function tokenServer(lasts?: number, status = 200): Promise<TokenServer> {
  const requests: TokenServer['requests'] = []
  const server = await serveFetch(async (request) => {
    requests.push({ authorization: request.headers.get('authorization'), body: await request.text() })
    if (status !== 200) return Response.json({ error: 'invalid_client' }, { status })
    given.current = `secret-${String(requests.length)}`
    return Response.json({
      access_token: given.current,
      token_type: 'Bearer',
      ...(lasts !== undefined && { expires_in: lasts }),
    })
  })
  const given: TokenServer = { ...server, requests, current: '' }
  servers.push(server)
  return given
}

describe('OAuth2 client credentials', () => {
  const schemes = {
    main: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: {} } },
    },
  }
  const document = documentWith(schemes)
  const bearer = ({ headers }: Request): string | null => headers.get('authorization')
  const optionsFor = ({ url }: TokenServer): Partial<ContractOptions> => ({
    auth: { oauth2: { tokenUrl: url, clientId: 'me', clientSecret: 'p:w d', scopes: ['read', 'write'] } },
  })

  it('fetch one token for the whole run', async () => {
    const tokens = await tokenServer(3600)
    const { recording, counts } = await check(
      document,
      (request) => bearer(request) === 'Bearer secret-1',
      optionsFor(tokens),
    )
    expect([counts.shut, recording.findings]).toEqual([0, []])
    expect(tokens.requests).toEqual([
      {
        authorization: `Basic ${btoa('me:p%3Aw+d')}`,
        body: 'grant_type=client_credentials&scope=read+write',
      },
    ])
  })

  it('fetch a new one when the target rejects it', async () => {
    const tokens = await tokenServer()
    let count = 0
    const isLetIn = (request: Request): boolean => {
      count += 1
      if (count === 3) tokens.current = 'revoked'
      return bearer(request) === `Bearer ${tokens.current}`
    }
    const { recording, counts } = await check(document, isLetIn, { ...optionsFor(tokens), workers: 1 })
    expect([counts.shut, tokens.requests.length, recording.findings]).toEqual([1, 2, []])
  })

  it('fetch only one more for an operation that rejects every token', async () => {
    const tokens = await tokenServer()
    const { recording } = await check(document, () => false, { ...optionsFor(tokens), phases: ['coverage'] })
    expect(tokens.requests.length).toBeLessThanOrEqual(1 + recording.started.operations.length)
  })

  it('fetch a new one when it expires', async () => {
    const tokens = await tokenServer(0)
    const { recording } = await check(document, (request) => bearer(request) === `Bearer ${tokens.current}`, {
      ...optionsFor(tokens),
      workers: 1,
    })
    expect(tokens.requests.length).toBeGreaterThan(2)
    expect(recording.findings).toEqual([])
  })

  it('end the run when no token is issued', async () => {
    const tokens = await tokenServer(3600, 401)
    const { recording } = await check(document, () => true, optionsFor(tokens))
    expect(recording.stopped).toMatchObject({
      reason: 'unreachable',
      message: expect.stringContaining('it answered 401: invalid_client'),
    })
    // A server may want the client's credentials in the body.
    expect(tokens.requests.map(({ body }) => body.includes('client_id=me'))).toEqual([false, true])
  })

  it('are sent to no other address', async () => {
    const tokens = await tokenServer()
    const moved = await serveFetch(async () => Response.redirect(tokens.url, 307))
    servers.push(moved)
    const { recording } = await check(document, () => true, optionsFor({ ...tokens, url: moved.url }))
    expect(recording.stopped?.message).toContain('it answered 307')
    expect(tokens.requests).toEqual([])
  })

  it('do not appear in reports', async () => {
    const tokens = await tokenServer(3600)
    const target = notesService((request) => Response.json({ message: bearer(request) }, { status: 500 }))
    const recording = await recordContract({ target, document, phases: ['examples'], ...optionsFor(tokens) })
    const output = JSON.stringify(recording)
    expect(recording.findings.length).toBeGreaterThan(0)
    expect(output).not.toContain('secret-1')
    expect(output).not.toContain('p:w d')
    expect(output).toContain('$STABLEHAND_ACCESS_TOKEN')
    expect(recording.findings[0]?.replay).toContain('--oauth2-token-url')
  })
})
