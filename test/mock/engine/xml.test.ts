import { describe, expect, it } from 'vitest'
import { createMock, type HttpResponse, type Mock } from '../../../mock/index.ts'

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', readOnly: true, xml: { attribute: true } },
    name: { type: 'string', minLength: 1 },
    tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } }, xml: { wrapped: true } },
  },
  xml: { name: 'pet' },
}
const error = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
  xml: { name: 'fault' },
}

/** A collection with these media types. */
function petsApi(types: readonly string[], more: object = {}): object {
  const content = (name: string, isList = false): object => {
    const schema = { $ref: `#/components/schemas/${name}` }
    const given = isList ? { type: 'array', items: schema, xml: { name: 'pets' } } : schema
    return Object.fromEntries(types.map((type) => [type, { schema: given }]))
  }
  const fault = { description: 'fault', content: content('Error') }
  return {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        get: { responses: { 200: { description: 'ok', content: content('Pet', true) }, default: fault } },
        post: {
          requestBody: { required: true, content: content('Pet') },
          responses: { 201: { description: 'made', content: content('Pet') }, 400: fault },
        },
      },
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'ok', content: content('Pet') }, 404: fault } },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
    components: { schemas: { Pet: pet, Error: error } },
    ...more,
  }
}

const mockOf = (document: object): Promise<Mock> => createMock({ document, world: 'empty', selfCheck: true })

async function send(
  mock: Mock,
  method: string,
  path: string,
  given: { accept?: string; type?: string; body?: string } = {},
): Promise<{ status: number; type: unknown; text: string }> {
  const { accept, type = 'application/xml', body } = given
  const answer: HttpResponse = await mock.handle({
    method,
    path,
    query: '',
    headers: { ...(accept !== undefined && { accept }), ...(body !== undefined && { 'content-type': type }) },
    body: body === undefined ? undefined : new TextEncoder().encode(body),
  })
  const text = answer.body instanceof Uint8Array ? new TextDecoder().decode(answer.body) : (answer.body ?? '')
  return {
    status: answer.status,
    type: answer.headers['Content-Type'],
    text: text.replace(/^<\?xml[^>]*\?>/, ''),
  }
}

const rex = '<pet><name>Rex</name><tags><tag>good</tag></tags></pet>'

describe('an XML API', () => {
  it('stores records', async () => {
    const mock = await mockOf(petsApi(['application/xml']))
    const xml = '<pet id="1"><name>Rex</name><tags><tag>good</tag></tags></pet>'
    expect(await send(mock, 'POST', '/pets', { body: rex })).toEqual({
      status: 201,
      type: 'application/xml',
      text: xml,
    })
    expect(await send(mock, 'GET', '/pets/1')).toMatchObject({ status: 200, text: xml })
    expect(await send(mock, 'GET', '/pets')).toMatchObject({
      status: 200,
      text: `<pets>${xml}</pets>`,
    })
    expect((await send(mock, 'DELETE', '/pets/1')).status).toBe(204)
    expect((await send(mock, 'GET', '/pets/1')).status).toBe(404)
  })

  it('sends declared errors in XML', async () => {
    const mock = await mockOf(petsApi(['application/xml']))
    const { status, type, text } = await send(mock, 'POST', '/pets', { body: '<pet id="x"><name/></pet>' })
    expect([status, type]).toEqual([400, 'application/xml'])
    expect(text).toMatch(
      /^<fault><code>invalid_request<\/code><message>.*"x" must be an integer.*"" must have at least 1 character.*<\/message><\/fault>$/,
    )
  })

  it('reports the line and column of malformed XML', async () => {
    const mock = await mockOf(petsApi(['application/xml']))
    const { status, text } = await send(mock, 'POST', '/pets', { body: '<pet>\n  <name>Rex</nam>\n</pet>' })
    expect(status).toBe(400)
    expect(text).toContain('malformed at 2:12')
  })

  it('sends undeclared errors in XML', async () => {
    const document = petsApi(['text/xml'])
    Object.assign(document, {
      paths: {
        '/x': {
          get: { responses: { 200: { description: 'ok', content: { 'text/xml': { schema: pet } } } } },
        },
      },
    })
    const { type, text } = await send(await mockOf(document), 'GET', '/nowhere')
    expect(type).toBe('application/xml')
    expect(text).toBe(
      '<error><code>not_found</code><message>No path of the API document matches /nowhere.</message><status>404</status></error>',
    )
  })

  it.each([
    'application/xml',
    'text/xml',
    'application/vnd.pets+xml',
    'application/xml; charset=utf-8',
    'application/xml;version=1',
  ])('reads and writes %s', async (type) => {
    const mock = await mockOf(petsApi([type]))
    const answer = await send(mock, 'POST', '/pets', { body: rex, type })
    expect([answer.status, answer.type]).toEqual([201, type])
    expect(answer.text).toContain('<name>Rex</name>')
  })
})

describe('an API with JSON and XML', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['application/json;q=0.5, application/xml', 'application/xml'],
    ['application/json, application/xml;q=0.9', 'application/json'],
    ['text/html, application/*;q=0.1', 'application/json'],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const mock = await mockOf(petsApi(['application/json', 'application/xml']))
    const wanted = accept === undefined ? {} : { accept }
    expect((await send(mock, 'POST', '/pets', { ...wanted, body: rex })).type).toBe(type)
    expect((await send(mock, 'GET', '/pets/1', wanted)).type).toBe(type)
    expect((await send(mock, 'GET', '/pets/2', wanted)).type).toBe(type)
  })

  it('stores one record whatever the media type', async () => {
    const mock = await mockOf(petsApi(['application/json', 'application/xml']))
    await send(mock, 'POST', '/pets', { body: '{"name":"Tom","tags":[]}', type: 'application/json' })
    expect((await send(mock, 'GET', '/pets/1', { accept: 'application/xml' })).text).toBe(
      '<pet id="1"><name>Tom</name><tags/></pet>',
    )
    await send(mock, 'POST', '/pets', { body: rex })
    expect((await send(mock, 'GET', '/pets/2')).text).toBe('{"id":2,"name":"Rex","tags":["good"]}')
  })

  it('responds 406 to an undeclared media type', async () => {
    const mock = await mockOf(petsApi(['application/json', 'application/xml']))
    expect((await send(mock, 'GET', '/pets', { accept: 'text/csv' })).status).toBe(406)
    expect((await send(mock, 'POST', '/pets', { body: rex, type: 'text/csv' })).text).toContain(
      'unsupported_media_type',
    )
  })
})

it('ignores an example that is not XML even without a schema', async () => {
  const report = async (...examples: readonly string[]): Promise<string> => {
    const named = Object.fromEntries(examples.map((value, at) => [`e${at}`, { value }]))
    const content = { 'application/xml': { examples: named } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'One', version: '1' },
      paths: { '/report': { post: { responses: { 200: { description: 'ok', content } } } } },
    }
    return (await send(await mockOf(document), 'POST', '/report')).text
  }
  expect(await report('<pet>Tom & Rex</pet>', '<pet>Rex</pet>')).toBe('<pet>Rex</pet>')
  expect(await report('<pet>Tom</pets>')).toBe('<root/>')
})

it('parses an example given as XML text', async () => {
  const example = '<pet id="7"><name>Example</name></pet>'
  const content = { 'application/xml': { schema: pet, example } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'One', version: '1' },
    paths: { '/report': { post: { responses: { 200: { description: 'ok', content } } } } },
  }
  const warnings: string[] = []
  const mock = await createMock({ document, selfCheck: true, onWarning: (warning) => warnings.push(warning) })
  expect((await send(mock, 'POST', '/report')).text).toBe(example)
  expect(warnings).toEqual([])
})
