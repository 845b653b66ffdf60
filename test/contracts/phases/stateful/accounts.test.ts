import { describe, expect, it } from 'vitest'
import { recordContract } from '../../../../contracts/index.ts'
import { answer, listOf, note, sent, text } from '../../support/document-parts.ts'

const open = { security: [] }
const told = { 401: { description: 'Unknown' }, 409: { description: 'Taken' } }
const properties = { email: { ...text, format: 'email' }, password: text }
const form = { type: 'object', required: ['email', 'password'], properties }
const named = { ...properties, email: { ...properties.email, description: 'Unique, in any case.' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  components: { securitySchemes: { login: { type: 'http', scheme: 'bearer' } } },
  security: [{ login: [] }],
  paths: {
    '/register': {
      post: {
        operationId: 'signUp',
        ...open,
        ...sent({ ...form, properties: named }),
        ...answer(201, { type: 'object', properties: { email: text } }, told),
      },
    },
    '/login': {
      post: {
        operationId: 'logIn',
        ...open,
        ...sent(form),
        ...answer(200, { type: 'object', properties: { token: text } }, told),
      },
    },
    '/notes': { get: listOf(note) },
  },
}

interface Rules {
  readonly isTaken: (email: string, taken: readonly string[]) => boolean
  readonly isRight: (given: string, own: string | undefined) => boolean
}

const sound: Rules = {
  isTaken: (email, taken) => taken.some((each) => each.toLowerCase() === email.toLowerCase()),
  isRight: (given, own) => given === own,
}

function serviceWith({ isTaken, isRight }: Rules): (request: Request) => Promise<Response> {
  const accounts = new Map<string, string>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/notes') {
      const isKnown = request.headers.get('authorization') === 'Bearer token-1'
      return isKnown ? Response.json([]) : new Response(null, { status: 401 })
    }
    const body = (await request.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
    const { email, password } = body
    if (typeof email !== 'string' || typeof password !== 'string') return new Response(null, { status: 400 })
    if (pathname === '/login')
      return accounts.has(email) && isRight(password, accounts.get(email))
        ? Response.json({ token: 'token-1' })
        : new Response(null, { status: 401 })
    if (isTaken(email, [...accounts.keys()])) return new Response(null, { status: 409 })
    accounts.set(email, password)
    return Response.json({ email }, { status: 201 })
  }
}

async function findingsOf(only: string, rules: Partial<Rules>): Promise<readonly string[]> {
  const { findings } = await recordContract({ document, target: serviceWith({ ...sound, ...rules }), only })
  return findings.map(({ message }) => message).filter((each) => !each.includes('WWW-Authenticate'))
}

describe('an account', () => {
  it.each(['stateful/signUp/taken', 'stateful/logIn/password'])(
    'is not reported where %s is refused',
    async (only) => {
      expect(await findingsOf(only, {})).toEqual([])
    },
  )

  it('is reported where its name is taken again', async () => {
    expect(await findingsOf('stateful/signUp/taken', { isTaken: () => false })).toEqual([
      expect.stringContaining('a request with the email of an earlier request to be refused; got 201'),
    ])
  })

  it('is reported where its name is taken again in another case', async () => {
    const isTaken: Rules['isTaken'] = (email, taken) => taken.includes(email)
    expect(await findingsOf('stateful/signUp/taken', { isTaken })).toEqual([
      expect.stringContaining('the email of an earlier request in another case'),
    ])
  })

  it('is reported where any password logs in', async () => {
    expect(await findingsOf('stateful/logIn/password', { isRight: () => true })).toEqual([
      expect.stringContaining('expected a refusal of another password; got 200'),
    ])
  })
})
