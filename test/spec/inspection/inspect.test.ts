import { describe, expect, it } from 'vitest'
import { describeDocument } from '../../../spec/inspection/inspect.ts'
import { renderInspection } from '../../../spec/inspection/render.ts'
import { loadDocument } from '../../../spec/load.ts'

const fixture = (name: string): Promise<Awaited<ReturnType<typeof loadDocument>>> =>
  loadDocument(new URL(`../../../fixtures/documents/${name}.yaml`, import.meta.url))

describe('an inspection', () => {
  it('is plain data that survives JSON', async () => {
    const inspection = describeDocument(await fixture('blog'))
    const text = JSON.stringify(inspection)
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
  })

  it('lists every operation with its role or the reason it has none', async () => {
    const { operations, resources } = describeDocument(await fixture('blog'))
    const names = new Set(resources.map(({ name }) => name))
    for (const { role, resource, reason } of operations) {
      expect(role === undefined).toBe(reason !== undefined)
      expect(resource === undefined || names.has(resource)).toBe(true)
    }
    expect(operations.find(({ id }) => id === 'publishPost')).toMatchObject({
      role: 'action',
      resource: '/posts',
    })
  })

  it('shows which parameters search and sort, and the rules in descriptions', async () => {
    const post = {
      type: 'object',
      required: ['id', 'title', 'status'],
      properties: {
        id: { type: 'integer' },
        title: { type: 'string' },
        status: { type: 'string', enum: ['draft', 'published', 'archived'] },
      },
    }
    const sent = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
    const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
    const ok = { description: 'ok', ...content(post) }
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
    const query = (name: string, description: string): object => ({
      name,
      in: 'query',
      description,
      schema: { type: 'string' },
    })
    const document = await loadDocument({
      openapi: '3.1.0',
      info: { title: 'Posts', version: '1' },
      paths: {
        '/posts': {
          get: {
            parameters: [query('q', 'Searches by title.'), query('sort', 'Such as -title.')],
            responses: { 200: { description: 'ok', ...content({ type: 'array', items: post }) } },
          },
          post: {
            requestBody: content(sent),
            responses: { 201: ok, 409: { description: 'The title is taken.' } },
          },
        },
        '/posts/{id}': { parameters, get: { responses: { 200: ok } } },
        '/posts/{id}/publish': {
          parameters,
          post: {
            description: 'Only a `draft` post can be published; 409 otherwise.',
            responses: { 200: ok, 409: { description: 'No draft' } },
          },
        },
      },
    })
    const inspection = describeDocument(document)
    expect(inspection.resources[0]).toMatchObject({
      search: { parameter: 'q', properties: ['title'] },
      sort: { parameter: 'sort', direction: undefined },
    })
    expect(inspection.operations.flatMap(({ rules }) => rules)).toEqual([
      '409 if title is taken',
      '409 if status is published or archived',
    ])
    const text = renderInspection(inspection)
    expect(text).toContain('  search    q in title\n  sort      sort\n')
    expect(text).toContain('POST    /posts\n                    409 if title is taken\n')
  })

  it('has the given problems, by default those of the document', async () => {
    const document = await loadDocument({ openapi: '3.1.0', paths: { '/a': { $ref: '#/nowhere' } } })
    expect(describeDocument(document).problems.map(({ code }) => code)).toContain('unresolved-ref')
    expect(describeDocument(document, []).problems).toEqual([])
  })

  it('has a lifecycle table and the stateless operations with reasons', async () => {
    const petStore = describeDocument(await loadDocument())
    expect(petStore.lifecycle.find(({ operation }) => operation === 'getPet')).toEqual({
      operation: 'getPet',
      method: 'GET',
      path: '/pets/{petId}',
      deprecated: true,
      since: '2025-12-05T00:00:00.000Z',
      sunset: '2030-12-05T00:00:00.000Z',
      stability: undefined,
      documentation: expect.stringContaining('https://') as string,
      successor: '/pets?id={petId}',
    })
    expect(petStore.lifecycle.some(({ operation }) => operation === 'listPets')).toBe(false)
    const { operations, stateless } = describeDocument(await fixture('blog'))
    const reasons = operations.flatMap(({ id, reason }) =>
      reason === undefined ? [] : [{ operation: id, reason }],
    )
    expect(stateless).toEqual(reasons)
  })

  it('has security, callbacks, webhooks and unservable operations', async () => {
    const response = { 200: { description: 'ok' } }
    const callbacks = { onData: { '{$request.query.url}': { post: { responses: response } } } }
    const inspection = describeDocument(
      await loadDocument({
        openapi: '3.1.0',
        paths: {
          '/a': {
            get: { operationId: 'open', responses: response },
            post: { operationId: 'guarded', security: [{ key: [] }, {}], callbacks, responses: response },
            put: { operationId: 'lost', responses: { 200: { $ref: '#/nowhere' } } },
          },
        },
        webhooks: { created: { post: { responses: response } } },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
      }),
    )
    const [open, lost, guarded] = inspection.operations
    expect(open).toMatchObject({ id: 'open', security: [], callbacks: [], obstacle: undefined })
    expect(lost?.obstacle).toContain("The target of the $ref '#/nowhere' does not exist.")
    expect(guarded).toMatchObject({
      security: [['key'], []],
      callbacks: [{ name: 'onData', method: 'POST', expression: '{$request.query.url}' }],
    })
    expect(inspection.webhooks).toEqual([{ name: 'created', method: 'POST', expression: undefined }])
    const text = renderInspection(inspection)
    expect(text).toContain('NOT SERVED')
    expect(text).toContain('onData: POST {$request.query.url}')
    expect(text).toContain('webhook created')
  })

  it('is deterministic', async () => {
    const [one, other] = await Promise.all([fixture('warehouse'), fixture('warehouse')])
    expect(describeDocument(one)).toEqual(describeDocument(other))
  })

  it('is empty for an empty document', async () => {
    const inspection = describeDocument(await loadDocument({ openapi: '3.1.0' }))
    expect(inspection).toMatchObject({ title: '', version: '', operations: [], resources: [] })
    expect(renderInspection(inspection)).toBe('Untitled  OpenAPI 3.1  (object)\nno operations\n')
  })
})

describe('as text', () => {
  it.each(['blog', 'warehouse', 'unkept'])('%s', async (name) => {
    const document = await fixture(name)
    await expect(renderInspection(describeDocument(document))).toMatchFileSnapshot(
      `../../../fixtures/documents/${name}.txt`,
    )
  })

  it('shows the Pet Store as fully stateful, with its lifecycle', async () => {
    const text = renderInspection(describeDocument(await loadDocument()))
    expect(text).toContain('17 operations, 17 stateful on 4 resources, 1 deprecated')
    expect(text).toContain('deprecated since 2025-12-05, ends 2030-12-05, use /pets?id={petId}')
  })

  it('is the same with and without colour, except for the colour', async () => {
    const inspection = describeDocument(await fixture('blog'))
    const escape = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    const coloured = renderInspection(inspection, { color: true })
    expect(coloured).toMatch(escape)
    expect(coloured.replaceAll(escape, '')).toBe(renderInspection(inspection))
  })
})
