import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../../mock/index.ts'

const schemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: { type: 'oauth2', flows: {} },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.test/.well-known/openid-configuration' },
  digest: { type: 'http', scheme: 'digest' },
  hoba: { type: 'http', scheme: 'hoba' },
  plainHeader: { type: 'apiKey', in: 'header', name: 'Authorization' },
  certificate: { type: 'mutualTLS' },
}

function mockWith(security: readonly object[], root: readonly object[] = []): Promise<Mock> {
  const operation = { operationId: 'get', security, responses: { 200: { description: 'ok' } } }
  return createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'Guarded', version: '1' },
      ...(root.length > 0 && { security: root }),
      paths: { '/': { get: operation }, '/other': { get: { responses: { 200: { description: 'ok' } } } } },
      components: { securitySchemes: schemes },
    },
    auth: 'required',
    tokens: ['s3cret'],
    selfCheck: true,
  })
}

async function statusOf(
  mock: Mock,
  headers: Record<string, string>,
  query = '',
  path = '/',
): Promise<number> {
  return (await mock.handle({ method: 'GET', path, query, headers, body: undefined })).status
}

describe('authentication', () => {
  it.each([
    ['a bearer token', 'bearer', { authorization: 'Bearer s3cret' }, ''],
    ['a bearer token, its scheme in any case', 'bearer', { authorization: 'bearer s3cret' }, ''],
    ['an OAuth 2 token', 'oauth', { authorization: 'Bearer s3cret' }, ''],
    ['an OpenID Connect token', 'openId', { authorization: 'Bearer s3cret' }, ''],
    ['credentials of any other scheme', 'hoba', { authorization: 'HOBA s3cret' }, ''],
    ['a key in Authorization', 'plainHeader', { authorization: 's3cret' }, ''],
    ['a key in Authorization after a scheme', 'plainHeader', { authorization: 'Token s3cret' }, ''],
    ['a password with any user name', 'basic', { authorization: `Basic ${btoa('ann:s3cret')}` }, ''],
    ['a key in a header field', 'header', { 'x-key': 's3cret' }, ''],
    ['a key in the query', 'query', {}, 'a=b&key=s3cret'],
    ['a key in a cookie', 'cookie', { cookie: 'a=b; session=s3cret' }, ''],
    ['anything for mutual TLS, which it cannot check', 'certificate', {}, ''],
  ])('accepts %s', async (_, scheme, headers, query) => {
    const mock = await mockWith([{ [scheme]: [] }])
    expect(await statusOf(mock, headers as Record<string, string>, query)).toBe(200)
  })

  it.each([
    ['nothing', 'bearer', {}, ''],
    ['another token', 'bearer', { authorization: 'Bearer other' }, ''],
    ['another scheme', 'bearer', { authorization: `Basic ${btoa('ann:s3cret')}` }, ''],
    ['a scheme without a token', 'bearer', { authorization: 'Bearer' }, ''],
    ['credentials that are not base64', 'basic', { authorization: 'Basic §§' }, ''],
    ['a user name without a password', 'basic', { authorization: `Basic ${btoa('s3cret')}` }, ''],
    ['the key in another place', 'header', {}, 'X-Key=s3cret'],
    ['an empty key', 'query', {}, 'key='],
  ])('refuses %s', async (_, scheme, headers, query) => {
    const mock = await mockWith([{ [scheme]: [] }])
    expect(await statusOf(mock, headers as Record<string, string>, query)).toBe(401)
  })

  it('accepts any of several alternatives and requires all schemes of one', async () => {
    const either = await mockWith([{ bearer: [] }, { header: [] }])
    expect(await statusOf(either, { 'x-key': 's3cret' })).toBe(200)
    const both = await mockWith([{ bearer: [], header: [] }])
    expect(await statusOf(both, { 'x-key': 's3cret' })).toBe(401)
    expect(await statusOf(both, { 'x-key': 's3cret', authorization: 'Bearer s3cret' })).toBe(200)
  })

  describe('with Digest', () => {
    const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')
    const credentials = (
      password: string,
      algorithm?: 'MD5' | 'SHA-256',
      qop?: 'auth',
    ): Record<string, string> => {
      const name = algorithm === 'SHA-256' ? 'sha256' : 'md5'
      const [secret, target] = [hash(name, `ann:stablehand:${password}`), hash(name, 'GET:/')]
      const middle = qop === undefined ? 'n0nce' : 'n0nce:00000001:c:auth'
      const fields = [
        'username="ann", realm="stablehand", nonce="n0nce", uri="/"',
        `response="${hash(name, `${secret}:${middle}:${target}`)}"`,
        ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
        ...(qop === undefined ? [] : ['qop=auth, nc=00000001, cnonce="c"']),
      ]
      return { authorization: `Digest ${fields.join(', ')}` }
    }

    it.each([
      [undefined, undefined],
      ['MD5', 'auth'],
      ['SHA-256', 'auth'],
    ] as const)('accepts a correct response only (%s, %s)', async (algorithm, qop) => {
      const mock = await mockWith([{ digest: [] }])
      expect(await statusOf(mock, credentials('s3cret', algorithm, qop))).toBe(200)
      expect(await statusOf(mock, credentials('other', algorithm, qop))).toBe(401)
    })

    it.each(['Digest s3cret', 'Digest username="ann"', 'Digest realm="', 'Basic YTpzM2NyZXQ='])(
      'refuses %s',
      async (authorization) => {
        expect(await statusOf(await mockWith([{ digest: [] }]), { authorization })).toBe(401)
      },
    )

    it('sends a challenge with its parameters', async () => {
      const mock = await mockWith([{ digest: [] }])
      const { headers } = await mock.handle({
        method: 'GET',
        path: '/',
        query: '',
        headers: {},
        body: undefined,
      })
      expect(headers['WWW-Authenticate']).toMatch(
        /^Digest realm="stablehand", qop="auth", algorithm=SHA-256, nonce="\w+", Digest .*algorithm=MD5/,
      )
    })
  })

  it('names the scopes a token needs', async () => {
    const mock = await mockWith([{ oauth: ['read:pets', 'write:pets'] }])
    const ask = async (headers: Record<string, string>): Promise<unknown> =>
      (await mock.handle({ method: 'GET', path: '/', query: '', headers, body: undefined })).headers[
        'WWW-Authenticate'
      ]
    expect(await ask({})).toBe('Bearer scope="read:pets write:pets"')
    expect(await ask({ authorization: 'Bearer x' })).toBe(
      'Bearer error="invalid_token", scope="read:pets write:pets"',
    )
  })

  it('sends one challenge for each scheme', async () => {
    const mock = await mockWith([{ bearer: [] }, { basic: [] }, { oauth: [] }, { header: [] }])
    const { headers } = await mock.handle({
      method: 'GET',
      path: '/',
      query: '',
      headers: {},
      body: undefined,
    })
    expect(headers['WWW-Authenticate']).toBe(
      'Bearer, Basic realm="stablehand", charset="UTF-8", ApiKey in="header", name="X-Key"',
    )
  })

  it('removes anonymous access, also from the served document', async () => {
    const mock = await mockWith([{}, { bearer: [] }])
    expect(await statusOf(mock, {})).toBe(401)
    expect(mock.document.root.paths?.['/']?.get?.security).toEqual([{ bearer: [] }])
  })

  it('leaves operations without security open', async () => {
    const mock = await mockWith([], [{}, { bearer: [] }])
    expect(await statusOf(mock, {})).toBe(200)
    expect(await statusOf(mock, {}, '', '/other')).toBe(401)
  })

  it('cannot be required for a document without security', async () => {
    await expect(mockWith([])).rejects.toThrow('no operation of the document has security requirements')
  })
})
