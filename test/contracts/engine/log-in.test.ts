import { describe, expect, it } from 'vitest'
import { recordContract, type ContractOptions } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, gone, listOf, note, sent, text } from '../support/document-parts.ts'

const open = { security: [] }
const refused = { 401: { description: 'Unknown' }, 409: { description: 'Taken' } }
const account = {
  type: 'object',
  required: ['email', 'password', 'password_confirm'],
  properties: {
    email: { ...text, format: 'email' },
    password: { ...text, minLength: 8 },
    password_confirm: text,
  },
}
const user = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, email: text } }
const token = { type: 'object', required: ['access_token'], properties: { access_token: text } }
const form = {
  type: 'object',
  required: ['username', 'password'],
  properties: { username: text, password: text, client_secret: text },
}

const document = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  components: {
    securitySchemes: { login: { type: 'oauth2', flows: { password: { tokenUrl: '/token', scopes: {} } } } },
  },
  security: [{ login: [] }],
  paths: {
    '/users': { post: { operationId: 'signUp', ...open, ...sent(account), ...answer(201, user, refused) } },
    '/token': {
      post: {
        operationId: 'logIn',
        ...open,
        ...sent(form, 'application/x-www-form-urlencoded'),
        ...answer(200, token, refused),
      },
    },
    '/logout': {
      post: {
        operationId: 'logOut',
        description: 'Revokes the access token.',
        responses: { 204: { description: 'Done' }, ...refused },
      },
    },
    '/notes': { get: listOf(note), post: { ...sent(note), ...answer(201, note, refused) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      delete: { ...gone },
    },
  },
}

type Accounts = Record<string, string>

/** Notes for users who have logged in. Passwords have to be strong, and logging out revokes the token. */
function notesFor(
  accounts: Accounts,
  taken: Set<string>,
  revokes: boolean = true,
): (request: Request) => Promise<Response> {
  const notes = new Map<string, object>()
  const tokens = new Set<string>()
  let count = 0
  const entry = (name: string | null, password: string | null): Response => {
    if (!name || accounts[name] !== password) return new Response(null, { status: 401 })
    count += 1
    tokens.add(`token-${String(count)}`)
    return Response.json({ access_token: `token-${String(count)}` })
  }
  const registered = (body: Record<string, string>): Response => {
    const { email = '', password = '', password_confirm: repeated } = body
    if (accounts[email] !== undefined) return new Response(null, { status: 409 })
    if (!/^(?=.*[A-Z])(?=.*\d)(?=.*\W)/.test(password) || repeated !== password)
      return new Response(null, { status: 400 })
    accounts[email] = password
    return Response.json({ id: Object.keys(accounts).length, email }, { status: 201 })
  }
  const ofNotes = (method: string, path: string, body: Record<string, string>): Response => {
    if (method === 'GET') return Response.json([...notes.values()])
    if (method === 'DELETE')
      return new Response(null, { status: notes.delete(path.slice('/notes/'.length)) ? 204 : 404 })
    if (typeof body['title'] !== 'string' || body['title'] === '' || body['title'].length > 30)
      return new Response(null, { status: 400 })
    count += 1
    notes.set(String(count), { id: String(count), title: body['title'] })
    return Response.json({ id: String(count), title: body['title'] }, { status: 201 })
  }
  const respond = async (request: Request): Promise<Response> => {
    const { method } = request
    const { pathname: path } = new URL(request.url)
    const sentText = await request.text()
    const sentForm = new URLSearchParams(sentText)
    if (path === '/token') return entry(sentForm.get('username'), sentForm.get('password'))
    let body: Record<string, string>
    try {
      body = sentText === '' ? {} : (JSON.parse(sentText) as Record<string, string>)
    } catch {
      return new Response(null, { status: 400 })
    }
    if (path === '/users') return registered(body)
    const bearer = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    if (!tokens.has(bearer)) return new Response(null, { status: 401 })
    if (path !== '/logout') return ofNotes(method, path, body)
    if (revokes) tokens.delete(bearer)
    return new Response(null, { status: 204 })
  }
  return async (request) => {
    const response = await respond(request)
    if (response.ok) taken.add(`${request.method} ${new URL(request.url).pathname.split('/')[1] ?? ''}`)
    return response
  }
}

interface Run {
  readonly taken: ReadonlySet<string>
  readonly notes: readonly string[]
  readonly text: string
}

async function runWith(options: Partial<ContractOptions>, known: Accounts = {}): Promise<Run> {
  const taken = new Set<string>()
  const target = notesFor({ ...known }, taken)
  const recording = await recordContract({ document, target, phases: ['examples', 'coverage'], ...options })
  return { taken, notes: recording.notes, text: JSON.stringify(recording) }
}

const allTaken = ['POST token', 'GET notes', 'POST notes', 'DELETE notes', 'POST logout']

describe('a run without credentials', () => {
  it('registers a user and logs in, again after logging out', async () => {
    const { taken, notes } = await runWith({})
    expect([...taken]).toEqual(expect.arrayContaining(allTaken))
    expect(notes).toContainEqual(
      expect.stringMatching(
        /^No credentials were given: the run registered \S+@\S+ with signUp and logged in with logIn\.$/,
      ),
    )
  })

  it('registers no one if it is not asked for credentials', async () => {
    const { notes } = await recordContract({ document, target: await createMock({ document }), phases: [] })
    expect(notes.join()).not.toContain('registered')
  })

  it('registers no one if it may only read', async () => {
    const { taken } = await runWith({ readOnly: true })
    expect([...taken]).toEqual([])
  })

  it('registers no one if the registration is left out', async () => {
    const { taken } = await runWith({ exclude: ['signUp'] })
    expect([...taken]).toEqual([])
  })
})

describe('a session in a cookie', () => {
  const cookie = { type: 'apiKey', in: 'cookie', name: 'sid' }
  const { '/token': login, ...others } = document.paths
  const withSessions = {
    ...document,
    components: { securitySchemes: { login: cookie } },
    paths: { ...others, '/login': { post: { ...login.post, ...answer(200, user, refused) } } },
  }

  /** The same notes for users who have the cookie that logging in sets, with characters that need no encoding. */
  const cookieNotes = (accounts: Accounts, taken: Set<string>, revokes?: boolean) => {
    const respond = notesFor(accounts, taken, revokes)
    return async (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers)
      const sid = /\bsid=s:([^;]*)==/.exec(headers.get('cookie') ?? '')?.[1]
      if (sid !== undefined) headers.set('authorization', `Bearer ${sid}`)
      const { method } = request
      const url = request.url.replace('/login', '/token')
      const sentBody = method === 'POST' ? { body: await request.text() } : {}
      const response = await respond(new Request(url, { method, headers, ...sentBody }))
      if (!url.endsWith('/token') || !response.ok) return response
      const { access_token: value } = (await response.json()) as Record<string, string>
      const set = [
        ['set-cookie', 'theme=dark'],
        ['set-cookie', `sid=s:${value ?? ''}==; Path=/; HttpOnly`],
      ]
      return Response.json({ id: 1 }, { headers: set as [string, string][] })
    }
  }

  it.each([
    ['of a user whom the run registers', {}, {}],
    ['of a name and a password', { 'ada@example.com': 'secret' }, { authToken: 'ada@example.com:secret' }],
  ])('is that %s', async (_, known, options) => {
    const taken = new Set<string>()
    const target = cookieNotes({ ...known }, taken)
    const phases: ContractOptions['phases'] = ['examples', 'coverage']
    await recordContract({ document: withSessions, target, phases, ...options })
    expect([...taken]).toEqual(expect.arrayContaining(allTaken))
  })

  it.each([
    [true, []],
    [false, [expect.stringContaining('expected 401 for the token with which logOut was called')]],
  ])('is refused after logging out, where that is %s', async (revokes, expected) => {
    const logout = { ...document.paths['/logout'].post, description: 'Ends your session.' }
    const { findings } = await recordContract({
      document: { ...withSessions, paths: { ...withSessions.paths, '/logout': { post: logout } } },
      target: cookieNotes({}, new Set(), revokes),
      only: 'stateful/logOut/token',
    })
    expect(findings.map(({ message }) => message).filter((each) => each.includes('with which'))).toEqual(
      expected,
    )
  })
})

describe('a token of which the document says that logging out revokes it', () => {
  it.each([
    [true, []],
    [false, [expect.stringContaining('expected 401 for the token with which logOut was called')]],
  ])('is tried afterwards, where that is %s', async (revokes, expected) => {
    const { findings } = await recordContract({
      document,
      target: notesFor({}, new Set(), revokes),
      only: 'stateful/logOut/token',
    })
    const messages = findings.map(({ message }) => message)
    expect(messages.filter((each) => each.includes('with which'))).toEqual(expected)
  })
})

describe('a name and a password', () => {
  const known = { 'ada@example.com': 'Tr0ub4dor&3' }

  it('log in where operations take an access token, and stay out of the report', async () => {
    const { taken, text: report, notes } = await runWith({ authToken: 'ada@example.com:Tr0ub4dor&3' }, known)
    expect([...taken]).toEqual(expect.arrayContaining(allTaken))
    expect(notes.join()).not.toContain('registered')
    expect(report).not.toContain('Tr0ub4dor')
  })

  it('may be for one security scheme', async () => {
    const auth = { schemes: { login: 'ada@example.com:Tr0ub4dor&3' } }
    const { taken } = await runWith({ auth }, known)
    expect([...taken]).toEqual(expect.arrayContaining(allTaken))
  })
})

it('a log-in may refuse any other password with 400, whatever it refuses what is invalid with', async () => {
  const account = {
    type: 'object',
    required: ['email', 'password'],
    properties: { email: text, password: { ...text, minLength: 1, maxLength: 20 } },
  }
  const told = { 400: { description: 'Wrong password' }, 422: { description: 'Invalid' } }
  const { findings } = await recordContract({
    document: {
      openapi: '3.0.3',
      info: { title: 'Entry', version: '1' },
      paths: { '/login': { post: { operationId: 'logIn', ...sent(account), ...answer(200, token, told) } } },
    },
    operations: { logIn: { body: { email: 'ana@example.com', password: 'correct horse' } } },
    phases: ['coverage'],
    target: async (request: Request) => {
      const body: unknown = await request.json().catch(() => undefined)
      const { email, password } = (body ?? {}) as Readonly<Record<string, unknown>>
      if (body === undefined) return Response.json({}, { status: 400 })
      if (typeof email !== 'string' || typeof password !== 'string' || !/^.{1,20}$/su.test(password))
        return Response.json({}, { status: 422 })
      return password === 'correct horse'
        ? Response.json({ access_token: 'token-1' })
        : Response.json({ message: 'Wrong password' }, { status: 400 })
    },
  })
  expect(findings.filter(({ check }) => check === 'valid-accepted').map(({ message }) => message)).toEqual([])
})
