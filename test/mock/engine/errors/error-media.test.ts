import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { header } from '../../../../spec/http.ts'

const text = { type: 'string' }

/** The 404 and 400 responses of a mock whose errors have this content. */
async function refusals(
  content: object | undefined,
  things: object = { 'application/json': { schema: { type: 'array', items: text } } },
): Promise<readonly { type: string; body: string; status: number }[]> {
  const error = { description: 'refused', ...(content && { content }) }
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          get: {
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
            responses: { 200: { description: 'ok', content: things }, 400: error, 404: error },
          },
        },
      },
    },
  })
  const ask = async (
    path: string,
    query: string,
  ): Promise<{ type: string; body: string; status: number }> => {
    const { status, headers, body } = await mock.handle({
      method: 'GET',
      path,
      query,
      headers: {},
      body: undefined,
    })
    const bytes = typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString()
    return { status, type: header(headers, 'content-type') ?? '', body: bytes }
  }
  return [await ask('/things', 'limit=<many>'), await ask('/none', '')]
}

describe('an error declared as text', () => {
  it('is one sentence with the violations', async () => {
    const [refused] = await refusals({ 'text/plain': {} })
    expect([refused?.status, refused?.type]).toEqual([400, 'text/plain'])
    expect(refused?.body).toContain('"<many>" must be an integer')
  })

  it('is escaped in HTML', async () => {
    const [refused] = await refusals({ 'text/html': { schema: text } })
    expect(refused?.type).toMatch(/^text\/html/)
    expect(refused?.body).toContain('&lt;many&gt;')
    expect(refused?.body).not.toContain('<many>')
  })

  it('is a JSON text where the schema is an object', async () => {
    const [refused] = await refusals({
      'text/plain': { schema: { type: 'object', properties: { message: text } } },
    })
    expect(refused?.type).toBe('text/plain')
    expect(JSON.parse(refused?.body ?? '')).toEqual({
      message: expect.stringContaining('must be an integer') as string,
    })
  })

  it('is shortened to the maxLength of the schema', async () => {
    const [refused] = await refusals({ 'text/plain': { schema: { type: 'string', maxLength: 12 } } })
    expect(refused?.body).toBe('Bad Request')
  })

  it('is one of the strings the schema allows', async () => {
    const [refused] = await refusals({ 'text/plain': { schema: { enum: ['wrong'] } } })
    expect(refused?.body).toBe('wrong')
  })
})

describe('an error in XML', () => {
  it('has the elements of its schema', async () => {
    const schema = { type: 'object', xml: { name: 'problem' }, properties: { message: text } }
    const [refused] = await refusals({ 'application/xml': { schema } })
    expect(refused?.type).toMatch(/^application\/xml/)
    expect(refused?.body).toMatch(/<problem><message>.*must be an integer.*<\/message><\/problem>/s)
  })

  it('is sent without a schema', async () => {
    const [refused] = await refusals({ 'application/xml': {} })
    expect(refused?.body).toMatch(/<error>.*<status>400<\/status>.*<\/error>/s)
  })

  it('is sent with an empty schema', async () => {
    const [refused] = await refusals({ 'text/xml': { schema: {} } })
    expect(refused?.body).toMatch(/^<\?xml.*<message>.*<\/message><status>400<\/status>/s)
  })

  it('is used for a document without JSON', async () => {
    const things = { 'application/xml': { schema: { type: 'array', items: text, xml: { name: 'things' } } } }
    const errors = await refusals(undefined, things)
    expect(errors.map(({ type }) => type)).toEqual(['application/xml', 'application/xml'])
    expect(errors[1]?.body).toMatch(/<error>.*<status>404<\/status>.*<\/error>/s)
  })
})

describe('an error described by oneOf', () => {
  it('has the properties that its schemas name', async () => {
    const schema = { type: 'object', required: ['detail'], properties: { detail: text } }
    const refused = await refusals({ 'application/json': { schema: { oneOf: [schema, { ...schema }] } } })
    expect(JSON.parse(refused[0]?.body ?? '')).toEqual({
      detail: expect.stringContaining('must be an integer') as string,
    })
  })
})

describe('an error whose schema requires unknown properties', () => {
  it('has generated values for them', async () => {
    const schema = {
      type: 'object',
      required: ['trace', 'message', 'level'],
      properties: {
        trace: { type: 'string', pattern: '^[0-9a-f]{8}$' },
        message: text,
        level: { enum: ['low', 'high'] },
      },
    }
    const [refused] = await refusals({ 'application/json': { schema } })
    expect(JSON.parse(refused?.body ?? '')).toEqual({
      trace: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      message: expect.stringContaining('must be an integer') as string,
      level: expect.stringMatching(/^(?:low|high)$/) as string,
    })
  })
})
