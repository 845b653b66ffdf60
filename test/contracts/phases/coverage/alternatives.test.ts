import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { answer, at, listOf, query, sent, text } from '../../support/document-parts.ts'

const stub = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { ...text, readOnly: true },
    match: {
      type: 'object',
      required: ['path'],
      properties: {
        path: { ...text, minLength: 1 },
        url: { ...text, description: 'Mutually exclusive with `prefix`.' },
        prefix: text,
      },
    },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Stubs', version: '1' },
  paths: {
    '/stubs': {
      get: {
        ...listOf(stub),
        parameters: [
          query('since', text),
          query('day', text, { description: 'Cannot be combined with `since`.' }),
        ],
      },
      post: { ...sent(stub), ...answer(201, stub) },
    },
    '/stubs/{id}': { ...at('id'), get: answer(200, stub) },
  },
}

interface Stub {
  readonly match?: Readonly<Record<string, unknown>>
}

/** What a run finds of a service, and the stubs that it accepted. */
async function check(refuses: { readonly body: boolean; readonly query: boolean }) {
  const stubs: Stub[] = []
  const refused = (): Response => Response.json({ message: 'Both.' }, { status: 400 })
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
  const { findings } = await runContract({
    document,
    phases: ['coverage', 'fuzz', 'stateful'],
    async target(request: Request) {
      const { pathname, searchParams } = new URL(request.url)
      const id = pathname.split('/')[2]
      if (id !== undefined) {
        const found = stubs[Number(id.slice(1))]
        return Response.json(found ?? {}, { status: found ? 200 : 404 })
      }
      if (request.method === 'GET' || request.method === 'HEAD') {
        if (refuses.query && searchParams.has('since') && searchParams.has('day')) return refused()
        return Response.json(stubs)
      }
      if (request.method !== 'POST') return new Response(null, { status: 405 })
      const body = (await request.json().catch(() => undefined)) as Stub | undefined
      if (body === null || typeof body !== 'object' || Array.isArray(body)) return refused()
      const { match } = body
      if (match !== undefined) {
        if (typeof match !== 'object' || match === null || Array.isArray(match)) return refused()
        if (typeof match['path'] !== 'string' || match['path'] === '') return refused()
        if (!isText(match['url']) || !isText(match['prefix'])) return refused()
        if (refuses.body && match['url'] !== undefined && match['prefix'] !== undefined) return refused()
      }
      const made = { ...(match && { match }), id: `s${String(stubs.length)}` }
      stubs.push(made)
      return Response.json(made, { status: 201 })
    },
  })
  const together = findings.filter(({ replay }) => replay.includes('together'))
  return {
    stubs,
    accused: findings.filter(({ check }) => /^(?:valid-accepted|invalid-refused)$/.test(check)).length,
    together: together.map(({ severity, message }) => `${severity}: ${message}`),
  }
}

describe('properties and parameters that exclude each other by their descriptions', () => {
  it('are sent one at a time, and together to see them refused', async () => {
    const { stubs, accused, together } = await check({ body: true, query: true })
    expect(accused).toBe(0)
    expect(together).toEqual([])
    const matches = stubs.flatMap(({ match }) => (match ? [match] : []))
    expect(matches.some(({ url }) => url !== undefined)).toBe(true)
    expect(matches.some(({ prefix }) => prefix !== undefined)).toBe(true)
  })

  it('are reported as warnings where they are accepted together', async () => {
    const { accused, together } = await check({ body: false, query: false })
    expect(together).toEqual([
      expect.stringMatching(/^warning: GET .*day and since to be refused/),
      expect.stringMatching(/^warning: POST .*url and prefix to be refused/),
    ])
    expect(accused).toBe(2)
  })
})

it('two of three properties that exclude each other are sent without the third', async () => {
  const image = {
    type: 'object',
    properties: {
      url: text,
      path: { ...text, description: 'Mutually exclusive with `url` and `data`.' },
      data: { ...text, description: 'Mutually exclusive with `url`.' },
    },
  }
  const accepted = new Set<string>()
  const pairs = new Set<string>()
  const { findings } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Images', version: '1' },
      paths: {
        '/images': {
          post: {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: image, example: { url: 'cat.png' } } },
            },
            responses: { 204: { description: 'Kept.' } },
          },
        },
      },
    },
    phases: ['coverage'],
    async target(request: Request) {
      const body: unknown = await request.json().catch(() => undefined)
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
      const names = isObject ? Object.keys(body).filter((name) => Object.hasOwn(image.properties, name)) : []
      if (names.length === 2) pairs.add(names.toSorted().join())
      const isValid =
        isObject && names.length < 2 && Object.values(body).every((each) => typeof each === 'string')
      if (isValid && names[0] !== undefined) accepted.add(names[0])
      return new Response(null, { status: isValid ? 204 : 400 })
    },
  })
  expect(findings.filter(({ replay }) => replay.includes('together'))).toEqual([])
  expect(accepted).toEqual(new Set(['url', 'path', 'data']))
  expect(pairs).toEqual(new Set(['path,url', 'data,path', 'data,url']))
})

describe('one of several properties that is needed by their descriptions', () => {
  const contact = {
    type: 'object',
    properties: {
      email: { ...text, description: 'Either `email` or `phone` must be provided.' },
      phone: text,
      name: text,
    },
  }
  /** What a run finds of contacts, and the bodies that were refused for having neither. */
  async function run(needs: boolean) {
    const refused: object[] = []
    const { findings } = await runContract({
      document: {
        openapi: '3.1.0',
        info: { title: 'Contacts', version: '1' },
        paths: {
          '/contacts': {
            get: {
              ...listOf(contact),
              parameters: [
                query('since', text, { description: 'One of `since` and `day` is required.' }),
                query('day', text),
              ],
            },
            post: { ...sent(contact), ...answer(201, contact) },
          },
        },
      },
      phases: ['coverage'],
      async target(request: Request) {
        const { searchParams } = new URL(request.url)
        const no = Response.json({ message: 'No.' }, { status: 400 })
        if (request.method === 'GET') {
          const hasOne = searchParams.has('since') || searchParams.has('day')
          return !needs || hasOne ? Response.json([]) : no
        }
        if (request.method !== 'POST') return new Response(null, { status: 405 })
        const body: unknown = await request.json().catch(() => undefined)
        if (typeof body !== 'object' || body === null || Array.isArray(body)) return no
        if (Object.values(body).some((each) => typeof each !== 'string')) return no
        const hasOne = 'email' in body || 'phone' in body
        if (!needs || hasOne) return Response.json(body, { status: 201 })
        refused.push(body)
        return no
      },
    })
    const judged = findings.filter(({ check }) => check === 'valid-accepted' || check === 'invalid-refused')
    return { refused, judged: judged.map(({ severity, message }) => `${severity}: ${message}`) }
  }

  it('is always sent, but for one request', async () => {
    const { refused, judged } = await run(true)
    expect(judged).toEqual([])
    expect(refused).toHaveLength(1)
  })

  it('is reported where none is asked for', async () => {
    const { judged } = await run(false)
    expect(judged).toEqual([
      expect.stringMatching(/^error: GET .*none of since, day,? to be refused/),
      expect.stringMatching(/^error: POST .*none of email, phone,? to be refused/),
    ])
  })
})
