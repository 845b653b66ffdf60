import { describe, expect, it } from 'vitest'
import { redactorFor, type Exposed } from '../../../contracts/proxy/secrets.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'

const nothing: Exposed = { operation: undefined, query: '', fields: [], bodies: [] }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('secrets in real traffic', () => {
  it.each([
    ['Authorization', 'Bearer abcdefgh', 'abcdefgh'],
    ['Authorization', 'Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['X-Api-Key', 'k-123456', 'k-123456'],
    ['Cookie', 'theme=dark; session=s-123456', 's-123456'],
    ['Set-Cookie', 'session=s-123456; Path=/; HttpOnly', 's-123456'],
  ])('is hidden wherever %s: %s is said again', (name, value, secret) => {
    const redactor = redactorFor({ ...nothing, fields: [[name, value]] })
    expect(redactor.headerValue(name, value)).not.toContain(secret)
    expect(redactor.text(`{"seen":"${secret}"}`)).not.toContain(secret)
  })

  it('are hidden in JSON members and form fields with names of secrets', () => {
    const json = '{"user":"ann","password":"hunter22","access_token":"t-123456","clientSecret":"c-123456"}'
    const form = 'user=ann&password=hunter22&refresh_token=t-123456'
    expect(redactorFor({ ...nothing, bodies: [bytes(json)] }).text(json)).toBe(
      '{"user":"ann","password":"$STABLEHAND_PASSWORD","access_token":"$STABLEHAND_ACCESS_TOKEN","clientSecret":"$STABLEHAND_CLIENTSECRET"}',
    )
    expect(redactorFor({ ...nothing, bodies: [bytes(form)] }).text(form)).toBe(
      'user=ann&password=$STABLEHAND_PASSWORD&refresh_token=$STABLEHAND_REFRESH_TOKEN',
    )
  })

  it('are hidden in the query if the document or the name says that it is a key', async () => {
    const document = await loadDocument({
      openapi: '3.0.3',
      info: { title: 'Keys', version: '1' },
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'k' } } },
      paths: { '/a': { get: { operationId: 'a', responses: {} } } },
    })
    const query = 'k=abc%20def&access_token=t-123456&limit=1234'
    const text = redactorFor({ ...nothing, operation: operationsOf(document).byId.get('a'), query }).text(
      `/a?${query}`,
    )
    expect(text).toBe('/a?k=$STABLEHAND_K&access_token=$STABLEHAND_ACCESS_TOKEN&limit=1234')
  })

  it('are not suspected in similar names', () => {
    const fields = [
      ['Idempotency-Key', 'order-1234'],
      ['WWW-Authenticate', 'Bearer realm="pets"'],
      ['Accept', 'application/json'],
    ] as const
    const redactor = redactorFor({ ...nothing, fields })
    for (const [name, value] of fields) expect(redactor.headerValue(name, value)).toBe(value)
    const body = '{"tokens":"four","secretary":"Jane Doe","passwordPolicy":"strict"}'
    expect(redactorFor({ ...nothing, bodies: [bytes(body)] }).text(body)).toBe(body)
  })

  it('leave binary content unchanged', () => {
    expect(redactorFor({ ...nothing, bodies: [new Uint8Array([0xff, 0xfe])] }).text('all')).toBe('all')
  })
})
