import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document, Operation } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'
import { operationsOf } from '../../spec/operations.ts'
import { createRouter } from '../../spec/routes.ts'

/** A router for operations given as `GET /pets/{id}`. */
function routerOf(...lines: readonly string[]): ReturnType<typeof createRouter> {
  return createRouter(operationsFor(...lines))
}

function operationsFor(...lines: readonly string[]): readonly Operation[] {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const line of lines) {
    const [method = '', path = ''] = line.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: line, responses: {} } }
  }
  const root = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths } as unknown as Document['root']
  return operationsOf({ version: '3.1', source: '', root, problems: [], locate: () => undefined }).operations
}

/** The matched operation id with its parameters, `405` with the allowed methods, or `404`. */
function matchOf(router: ReturnType<typeof createRouter>, method: string, path: string): string {
  const match = router.match(method, path)
  if (match.kind === 'found') return `${match.operation.id} ${JSON.stringify(match.params)}`
  return match.kind === 'method' ? `405 ${match.allow.join(',')}` : '404'
}

describe('routes', () => {
  const router = routerOf(
    'GET /',
    'GET /pets',
    'POST /pets',
    'GET /pets/{petId}',
    'GET /pets/mine',
    'DELETE /pets/{id}',
    'GET /files/{name}.{ext}',
    'GET /files/{name}.json',
    'POST /jobs/{id}:cancel',
    'GET /a:b/{p-q}',
    'GET /a/{x}/b/{y}',
    'POST /a/{z}/b/{w}',
    'GET /what+is*this',
    'PUT /pets/',
    'POST /jobs',
    'POST /jobs/',
  )

  it.each([
    ['GET', '/', 'GET / {}'],
    ['GET', '/pets', 'GET /pets {}'],
    ['GET', '/pets/7', 'GET /pets/{petId} {"petId":"7"}'],
    ['GET', '/pets/mine', 'GET /pets/mine {}'],
    ['POST', '/jobs', 'POST /jobs {}'],
    ['POST', '/jobs/', 'POST /jobs/ {}'],
    ['GET', '/p%65ts', 'GET /pets {}'],
    ['GET', '/pets/a%2Fb', 'GET /pets/{petId} {"petId":"a%2Fb"}'],
    ['GET', '/pets/%E0%A4%A', 'GET /pets/{petId} {"petId":"%E0%A4%A"}'],
    ['GET', '/files/a.json', 'GET /files/{name}.json {"name":"a"}'],
    ['GET', '/files/a.b.txt', 'GET /files/{name}.{ext} {"name":"a","ext":"b.txt"}'],
    ['POST', '/jobs/7:cancel', 'POST /jobs/{id}:cancel {"id":"7"}'],
    ['GET', '/a:b/1', 'GET /a:b/{p-q} {"p-q":"1"}'],
    ['GET', '/a/1/b/2', 'GET /a/{x}/b/{y} {"x":"1","y":"2"}'],
    ['POST', '/a/1/b/2', 'POST /a/{z}/b/{w} {"z":"1","w":"2"}'],
    ['GET', '/what+is*this', 'GET /what+is*this {}'],
    ['PUT', '/pets', 'PUT /pets/ {}'],
    ['PATCH', '/pets', '405 GET,HEAD,OPTIONS,POST,PUT'],
    ['POST', '/jobs/7', '404'],
    ['GET', '/pets/1/2', '404'],
    ['GET', '/nothing', '404'],
  ])('%s %s matches %s', (method, path, expected) => {
    expect(matchOf(router, method, path)).toBe(expected)
  })

  it('match a query in a document path', () => {
    const actions = routerOf('GET /?Action=List', 'GET /?Action=Get&v=2', 'GET /')
    const idOf = (query: string): string => {
      const match = actions.match('GET', '/', query)
      return match.kind === 'found' ? match.operation.id : match.kind
    }
    expect(['Action=List', 'v=2&Action=Get', 'x=1'].map(idOf)).toEqual([
      'GET /?Action=List',
      'GET /?Action=Get&v=2',
      'GET /',
    ])
  })

  it('match a query parameter or header named in a fragment of a document path', () => {
    const actions = routerOf(
      'POST /#X-Amz-Target=Db.List',
      'POST /#X-Amz-Target=Db.Put',
      'POST /#Action=Drop',
      'GET /{id}',
      'GET /{id}#tags',
      'DELETE /{id}#tags',
    )
    const idOf = (method: string, path: string, query: string, headers = {}): string => {
      const match = actions.match(method, path, query, headers)
      return match.kind === 'found' ? match.operation.id : match.kind
    }
    expect(idOf('POST', '/', '', { 'x-amz-target': 'Db.Put' })).toBe('POST /#X-Amz-Target=Db.Put')
    expect(idOf('POST', '/', 'Action=Drop')).toBe('POST /#Action=Drop')
    expect(idOf('POST', '/', 'Action=Other')).toBe('none')
    expect(idOf('GET', '/7', 'tags')).toBe('GET /{id}#tags')
    expect(idOf('GET', '/7', 'other=1')).toBe('GET /{id}')
    expect(idOf('DELETE', '/7', '')).toBe('DELETE /{id}#tags')
  })

  it('report the methods of all operations of a path', () => {
    const match = routerOf('GET /tags', 'POST /tags#Operation=Tag').match('PATCH', '/tags', '')
    expect(match).toMatchObject({ kind: 'method', allow: ['GET', 'HEAD', 'OPTIONS', 'POST'] })
  })

  it('read a path parameter in the query of a document path', () => {
    const exports = routerOf('GET /export?name={name}&v=1', 'GET /export')
    expect(exports.match('GET', '/export', 'name=a+b%2F&v=1')).toMatchObject({
      operation: { id: 'GET /export?name={name}&v=1' },
      params: { name: 'a%20b%2F' },
    })
    expect(exports.match('GET', '/export', 'v=2')).toMatchObject({ operation: { id: 'GET /export' } })
  })

  it('choose by the media type of the body where the fragment names nothing', () => {
    const [byUrl, byFile] = operationsFor('POST /faces', 'POST /faces#overload=stream')
    const body = (type: string): Operation['requestBody'] => ({
      required: true,
      content: [{ type, schema: undefined, examples: [], encoding: {}, pointer: '#' }],
      pointer: '#',
    })
    const faces = createRouter([
      { ...byUrl!, requestBody: body('application/json') },
      { ...byFile!, requestBody: body('application/octet-stream') },
    ])
    const idFor = (type: string): string => {
      const match = faces.match('POST', '/faces', '', { 'content-type': type })
      return match.kind === 'found' ? match.operation.id : match.kind
    }
    expect(idFor('application/json; charset=utf-8')).toBe('POST /faces')
    expect(idFor('application/octet-stream')).toBe('POST /faces#overload=stream')
  })

  it('split adjacent parameters by their enum values, falling back to any split', () => {
    const [operation] = operationsFor('GET /blog/{page}{extension}')
    const extension = {
      name: 'extension',
      in: 'path',
      schema: { schema: { type: 'string', enum: ['.json', '.jsonld', '/raw'] }, pointer: '#/x' },
    }
    const parameters = [extension] as unknown as Operation['parameters']
    const blog = createRouter([{ ...operation!, parameters }])
    const matched = (path: string): string => matchOf(blog, 'GET', path).replace(/^GET \S+ /, '')
    expect(matched('/blog/news.json')).toBe('{"page":"news","extension":".json"}')
    expect(matched('/blog/a.json.jsonld')).toBe('{"page":"a.json","extension":".jsonld"}')
    expect(matched('/blog/news%2Fraw')).toBe('{"page":"news","extension":"%2Fraw"}')
    expect(matched('/blog/news')).toBe('{"page":"n","extension":"ews"}')
  })

  it('choose by required query parameters where the fragment names nothing', async () => {
    const json = { content: { 'application/json': {} } }
    const put = { requestBody: json, responses: { 200: { description: '' } } }
    const fields = [{ name: 'fields', in: 'query', required: true, schema: { type: 'string' } }]
    const paths = { '/files': { put }, '/files#share': { put: { ...put, parameters: fields } } }
    const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })
    const files = createRouter(operationsOf(document).operations)
    const pathFor = (query: string): string => {
      const match = files.match('PUT', '/files', query, { 'content-type': 'application/json' })
      return match.kind === 'found' ? match.operation.path : match.kind
    }
    expect([pathFor(''), pathFor('fields=link')]).toEqual(['/files', '/files#share'])
  })

  it('share the methods of paths that differ only in parameter names', () => {
    expect(matchOf(router, 'DELETE', '/pets/7')).toBe('DELETE /pets/{id} {"id":"7"}')
    expect(router.allow('/pets/7')).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS'])
  })

  it('never throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (path) => void router.match('GET', `/${path}`)))
  })

  it('never refuse a path of a document, and match it as clients send it', () => {
    const special = fc.constantFrom(
      '.',
      '..',
      '%2e',
      '*',
      '**',
      ':a',
      '(a)',
      '(',
      'a?',
      'b+',
      String.raw`\\`,
      '\t',
      '',
    )
    const segment = fc.oneof(special, fc.constant('{id}'), fc.string({ unit: 'binary' }), fc.string())
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const path = `/${segments.join('/')}`
        const [operation] = operationsFor('GET /pets') as [Operation]
        const router = createRouter([{ ...operation, path }])
        const plain = segments.every((each) => /^[\w~*:()+-]+$/.test(each))
        if (plain) expect(router.match('GET', path)).toMatchObject({ kind: 'found' })
      }),
    )
  })

  it('match every path built from a template', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9_~-]{1,8}$/).filter((text) => text !== 'mine')
    fc.assert(
      fc.property(value, (id) => {
        expect(router.match('GET', `/pets/${id}`)).toMatchObject({ kind: 'found', params: { petId: id } })
      }),
    )
  })

  it.each([
    [
      'none',
      [
        'GET /a',
        'GET /a/{x}',
        'PUT /a/{y}',
        'GET /{z}/1.json',
        'GET /a/{x}/{y}',
        'GET /{p}/{q}{r}',
        'GET /a/{x}/b/{n}.{e}',
      ],
    ],
    ['some', ['GET /a/{x}', 'PUT /a/12', 'GET /12/{x}', 'GET /a/{x}/7?b=1', 'GET /{p}/{q}']],
  ])('are independent of earlier requests, with %s of the numbers in the document', (_, lines) => {
    const used = routerOf(...lines)
    const segment = fc.constantFrom(
      'a',
      'b',
      '',
      '1',
      '7',
      '12',
      '12a',
      'a12',
      '1.json',
      '#',
      '%31',
      '%2F',
      '0x1',
      '٣',
    )
    const path = fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`)
    fc.assert(
      fc.property(path, fc.constantFrom('GET', 'PUT'), (target, method) => {
        expect(matchOf(used, method, target)).toBe(matchOf(routerOf(...lines), method, target))
      }),
      { numRuns: 300 },
    )
  })
})
