import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'

type Node = Readonly<Record<string, unknown>>

const json = (schema: Node): Node => ({ content: { 'application/json': { schema } } })
const answers = (schema: Node, status = '200'): Node => ({
  responses: { [status]: { description: '', ...json(schema) } },
})

async function serve(paths: Node): Promise<Send> {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const id = (schema: Node): Node => ({ name: 'id', in: 'path', required: true, schema })
const rule = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, text: { type: 'string' } },
}

describe('documents with unusual schemas', () => {
  it('generates ids that every path below the record accepts', async () => {
    const send = await serve({
      '/rules': { get: answers({ type: 'array', items: rule }) },
      '/rules/{id}': { parameters: [id({ type: 'string' })], get: answers(rule) },
      '/rules/{id}/uses': {
        parameters: [id({ type: 'integer', format: 'int64' })],
        get: answers({ type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } }),
      },
    })
    const [first] = (await send('GET', '/rules')).body as unknown as readonly { readonly id: string }[]
    expect(typeof first?.id).toBe('string')
    expect((await send('GET', `/rules/${first?.id}/uses`)).status).toBe(200)
  })

  it('creates by PUT where the document has no other way to create', async () => {
    const item = { parameters: [id({ type: 'string' })], get: answers(rule) }
    const put = { requestBody: json(rule), ...answers(rule) }
    const send = await serve({
      '/rules': { get: answers({ type: 'array', items: rule }) },
      '/rules/{id}': { ...item, put },
    })
    expect((await send('GET', '/rules/new')).status).toBe(404)
    expect((await send('PUT', '/rules/new', { id: 'new', text: 'Be kind.' })).status).toBe(200)
    expect((await send('GET', '/rules/new')).body).toMatchObject({ id: 'new', text: 'Be kind.' })
  })

  it('stores what a request sends although only the record schema describes it', async () => {
    const named = { type: 'object', properties: { id: { type: 'string' } } }
    const send = await serve({
      '/rules': {
        get: answers({ type: 'array', items: rule }),
        post: { requestBody: json({ ...named, required: ['text'] }), ...answers(rule, '201') },
      },
      '/rules/{id}': { parameters: [id({ type: 'string' })], get: answers(rule) },
    })
    expect((await send('POST', '/rules', { text: 'Be kind.' })).body).toMatchObject({ text: 'Be kind.' })
  })

  it('keeps the oneOf branch a record was sent in, even where one of its properties cannot be stored', async () => {
    const text = { type: 'string' }
    const links = { type: 'object', required: ['self'], properties: { self: { ...text, readOnly: true } } }
    const owned = {
      type: 'object',
      properties: { id: { ...text, readOnly: true }, owner: text, ownerId: text, links },
      oneOf: [{ required: ['ownerId'] }, { required: ['owner'] }],
    }
    const send = await serve({
      '/rules': {
        get: answers({ type: 'array', items: owned }),
        post: { requestBody: json(owned), ...answers(owned, '201') },
      },
      '/rules/{id}': { parameters: [id(text)], get: answers(owned) },
    })
    for (const sent of [{ owner: 'Ann' }, { ownerId: 'a1' }]) {
      const { body } = await send('POST', '/rules', { ...sent, links: {} })
      expect(body).toMatchObject(sent)
    }
  })

  it('sorts ids numerically where the list shows them as numbers', async () => {
    const counted = { ...rule, properties: { ...rule.properties, id: { type: 'integer' } } }
    const sort = { name: 'sort', in: 'query', schema: { type: 'string', enum: ['id', '-id'] } }
    const send = await serve({
      '/rules': { get: { parameters: [sort], ...answers({ type: 'array', items: counted }) } },
      '/rules/{id}': {
        parameters: [id({ type: 'string', pattern: '^[0-9]+$' })],
        get: answers(rule),
      },
    })
    const all = (await send('GET', '/rules?sort=id')).body as unknown as readonly { readonly id: number }[]
    expect(all.map((record) => record.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('removes duplicates from a list whose schema requires unique items', async () => {
    const tags = { type: 'array', items: { type: 'string' } }
    const tagged = { ...rule, properties: { ...rule.properties, tags } }
    const shown = { ...rule, properties: { ...rule.properties, tags: { ...tags, uniqueItems: true } } }
    const send = await serve({
      '/rules': {
        get: answers({ type: 'array', items: shown }),
        post: { requestBody: json(tagged), ...answers(tagged, '201') },
      },
      '/rules/{id}': { parameters: [id({ type: 'string' })], get: answers(tagged) },
    })
    await send('POST', '/rules', { id: 'new', text: 'Be kind.', tags: ['a', 'b', 'a'] })
    expect((await send('GET', '/rules/new')).body).toMatchObject({ tags: ['a', 'b', 'a'] })
    expect((await send('GET', '/rules')).body).toContainEqual({
      id: 'new',
      text: 'Be kind.',
      tags: ['a', 'b'],
    })
  })

  it('stores a property that requests may send although it is readOnly in the record', async () => {
    const place = { type: 'object', properties: { name: { type: 'string' } } }
    const shown = { ...place, properties: { ...place.properties, at: { type: 'string', readOnly: true } } }
    const input = { type: 'object', required: ['at'], properties: { at: { type: 'string' } } }
    const send = await serve({
      '/places': { get: answers({ type: 'array', items: shown }) },
      '/places/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        get: answers(shown),
        put: { requestBody: json(input), ...answers(shown) },
      },
    })
    await send('PUT', '/places/pier', { at: 'the sea' })
    expect((await send('GET', '/places/pier')).body).toMatchObject({ name: 'pier', at: 'the sea' })
  })

  it.each([
    ['PUT', { b: '3' }],
    ['PATCH', { a: '1', b: '3' }],
  ])('keeps of an object sent by %s: %j', async (method, kept) => {
    const labels = { labels: { type: 'object', additionalProperties: { type: 'string' } } }
    const box = {
      type: 'object',
      properties: { id: { type: 'string' }, note: { type: 'string' }, ...labels },
    }
    const change = { requestBody: json({ type: 'object', properties: labels }), ...answers(box) }
    const send = await serve({
      '/boxes': {
        get: answers({ type: 'array', items: box }),
        post: { requestBody: json(box), ...answers(box, '201') },
      },
      '/boxes/{id}': { parameters: [id({ type: 'string' })], get: answers(box), put: change, patch: change },
    })
    const { body } = await send('POST', '/boxes', { note: 'Fragile', labels: { a: '1', b: '2' } })
    const at = `/boxes/${(body as { readonly id: string }).id}`
    await send(method, at, { labels: { b: '3' } })
    expect((await send('GET', at)).body).toMatchObject({ note: 'Fragile' })
    expect(((await send('GET', at)).body as JsonObject)['labels']).toEqual(kept)
  })

  it('fills in what a nested object requires in the record but not in the request', async () => {
    const size = (required: readonly string[]): Node => ({
      type: 'object',
      required,
      properties: { width: { type: 'integer' }, unit: { type: 'string' } },
    })
    const box = (required: readonly string[]): Node => ({
      type: 'object',
      properties: { id: { type: 'string' }, size: size(required) },
    })
    const send = await serve({
      '/boxes': {
        get: answers({ type: 'array', items: box(['width', 'unit']) }),
        post: { requestBody: json(box(['width'])), ...answers(box(['width', 'unit']), '201') },
      },
      '/boxes/{id}': { parameters: [id({ type: 'string' })], get: answers(box(['width', 'unit'])) },
    })
    const { body } = await send('POST', '/boxes', { size: { width: 7 } })
    expect(body).toMatchObject({ size: { width: 7, unit: expect.any(String) as string } })
  })

  it('gives records different ids although their schema contradicts itself', async () => {
    const kind = { type: 'object', enum: ['van', 'car'] }
    const model = {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: { type: 'string' }, name: { type: 'string' }, kind },
    }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Models', version: '1' },
      paths: {
        '/models': { get: answers({ type: 'array', items: model }) },
        '/models/{id}': { parameters: [id({ type: 'string' })], get: answers(model) },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: false }))
    const models = (await send('GET', '/models')).body as unknown as readonly { readonly id: string }[]
    expect(models.length).toBeGreaterThan(1)
    expect(new Set(models.map((model) => model.id)).size).toBe(models.length)
  })

  it('writes an id in the type of each schema that shows it', async () => {
    const numbered = { ...rule, properties: { ...rule.properties, id: { type: 'integer' } } }
    const created = { ...rule, properties: { id: { type: 'string' } } }
    const send = await serve({
      '/rules': {
        get: answers({ type: 'array', items: numbered }),
        post: {
          requestBody: json({ type: 'object', properties: { text: { type: 'string' } } }),
          ...answers(created, '201'),
        },
      },
      '/rules/{id}': { parameters: [id({ type: 'integer' })], get: answers(numbered) },
    })
    const { body } = await send('POST', '/rules', { text: 'Be kind.' })
    const { id: given } = body as { id: string }
    expect((await send('GET', `/rules/${given}`)).body).toMatchObject({ id: Number(given), text: 'Be kind.' })
  })

  it('lists records that have no id and no path of their own', async () => {
    const video = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }
    const send = await serve({
      '/videos': { get: answers({ type: 'array', items: video }) },
      '/videos/{id}': {
        parameters: [id({ type: 'integer' })],
        delete: { responses: { 204: { description: '' } } },
      },
    })
    expect((await send('GET', '/videos')).body).toHaveLength(12)
    expect((await send('DELETE', '/videos/77')).status).toBe(204)
  })

  it('lists an example only if its id can be used in the path', async () => {
    const example = [
      { id: 'https://example.com/rules/7', text: 'Be kind.' },
      { id: 'seven', text: 'Be quick.' },
    ]
    const list = {
      description: '',
      content: { 'application/json': { schema: { type: 'array', items: rule }, example } },
    }
    const send = await serve({
      '/rules': { get: { responses: { 200: list } } },
      '/rules/{id}': { parameters: [id({ type: 'string', pattern: '^[a-z0-9]+$' })], get: answers(rule) },
    })
    const { body } = await send('GET', '/rules')
    const ids = (body as unknown as readonly { readonly id: string }[]).map((rule) => rule.id)
    expect(ids).toContain('seven')
    expect(ids).not.toContain('https://example.com/rules/7')
    for (const id of ids) expect((await send('GET', `/rules/${id}`)).status).toBe(200)
  })

  it('keeps state where only one of several JSON types has a schema', async () => {
    const content = {
      'application/json': { example: { id: 'shown', text: 'Always this.' } },
      'application/json; charset=utf-8': { schema: rule },
    }
    const send = await serve({
      '/rules': { post: { requestBody: json(rule), ...answers(rule, '201') } },
      '/rules/{id}': {
        parameters: [id({ type: 'string' })],
        get: { responses: { 200: { description: '', content } } },
      },
    })
    const created = await send('POST', '/rules', { id: 'seven', text: 'Be kind.' })
    expect(created.body).toMatchObject({ id: 'seven' })
    expect((await send('GET', '/rules/seven')).body).toMatchObject({ id: 'seven', text: 'Be kind.' })
  })

  it('gives new records different ids where the schema of the id has an example', async () => {
    const key = { type: 'string', pattern: '^[a-z0-9]{22}$', example: 'abcdefghijklmnopqrstuv' }
    const named = { ...rule, properties: { id: { ...key, readOnly: true }, text: { type: 'string' } } }
    const send = await serve({
      '/rules': {
        get: answers({ type: 'array', items: named }),
        post: { requestBody: json(named), ...answers(named, '201') },
      },
      '/rules/{id}': { parameters: [id(key)], get: answers(named) },
    })
    const listed = (await send('GET', '/rules')).body as unknown as readonly { readonly id: string }[]
    const { body } = await send('POST', '/rules', { text: 'Be kind.' })
    const ids = [...listed, body as unknown as { readonly id: string }].map((item) => item.id)
    expect(new Set(ids).size).toBe(13)
    expect((await send('GET', `/rules/${ids.at(-1)}`)).body).toMatchObject({ text: 'Be kind.' })
  })

  it('replaces a record where the schema of the id allows only one value', async () => {
    const key = { type: 'string', enum: ['red', 'green'] }
    const colour = { ...rule, properties: { id: { ...key, readOnly: true }, text: { type: 'string' } } }
    const send = await serve({
      '/colours': {
        get: answers({ type: 'array', items: colour }),
        post: { requestBody: json(colour), ...answers(colour, '201') },
      },
      '/colours/{id}': { parameters: [id(key)], get: answers(colour) },
    })
    for (const text of ['1', '2', '3']) expect((await send('POST', '/colours', { text })).status).toBe(201)
    const { body } = await send('GET', '/colours')
    expect(body).toHaveLength(2)
    expect(body).toContainEqual(expect.objectContaining({ text: '3' }))
  })

  it('gives listed records ids that the paths below them accept', async () => {
    const key = (...values: readonly string[]): Node => ({ type: 'string', enum: values })
    const metric = { type: 'object', required: ['id'], properties: { id: key('load', 'start', 'errors') } }
    const send = await serve({
      '/metrics': { get: answers({ type: 'array', items: metric }) },
      '/metrics/{id}': { parameters: [id({ type: 'string' })], get: answers(metric) },
      '/metrics/{id}/points': {
        parameters: [id(key('errors', 'load', 'others'))],
        get: answers({ type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } }),
      },
    })
    const { body } = await send('GET', '/metrics')
    for (const { id: listedId } of body as unknown as readonly { readonly id: string }[])
      expect((await send('GET', `/metrics/${listedId}/points`)).status).toBe(200)
    expect(body).not.toHaveLength(0)
  })

  it('reads an id from a path parameter that can hold several', async () => {
    const several = id({ type: 'array', items: { type: 'string' } })
    const send = await serve({
      '/rules': { get: answers({ type: 'array', items: rule }) },
      '/rules/{id}': { parameters: [several], get: answers(rule) },
      '/rules/{id}/uses': { parameters: [several], get: answers({ type: 'array', items: rule }) },
    })
    const [first] = (await send('GET', '/rules')).body as unknown as readonly { readonly id: string }[]
    expect((await send('GET', `/rules/${first?.id}`)).body).toEqual(first)
    expect((await send('GET', `/rules/${first?.id}/uses`)).status).toBe(200)
  })

  it('counts the items a record holds and the records below it', async () => {
    const [read, amount] = [{ readOnly: true }, { type: 'integer', readOnly: true }]
    const post = {
      type: 'object',
      required: ['id', 'num_likes', 'likes', 'number_of_comments'],
      properties: {
        id: { type: 'integer', ...read },
        text: { type: 'string' },
        likes: { type: 'array', items: { type: 'string' }, ...read },
        num_likes: amount,
        number_of_comments: amount,
        num_seats: { type: 'integer' },
      },
    }
    const comment = { type: 'object', required: ['id'], properties: { id: { type: 'integer', ...read } } }
    const postId = id({ type: 'integer' })
    const send = await serve({
      '/posts': {
        get: answers({ type: 'array', items: post }),
        post: { requestBody: json(post), ...answers(post, '201') },
      },
      '/posts/{id}': { parameters: [postId], get: answers(post) },
      '/posts/{id}/comments': { parameters: [postId], get: answers({ type: 'array', items: comment }) },
      '/posts/{id}/seats': {
        parameters: [postId],
        get: answers({ type: 'array', items: comment }),
        post: { requestBody: json(comment), ...answers(comment, '201') },
      },
    })
    type Post = JsonObject & { readonly id: number; readonly likes: readonly Json[] }
    const created = (await send('POST', '/posts', { num_seats: 77 })).body as Post
    await send('POST', `/posts/${created.id}/seats`, {})
    const posts = (await send('GET', '/posts')).body as unknown as readonly Post[]
    expect(posts.length).toBeGreaterThan(5)
    expect(posts.at(-1)).toMatchObject({ number_of_comments: 0, num_seats: 77 })
    for (const post of posts) {
      const comments = (await send('GET', `/posts/${post.id}/comments`)).body
      expect([post['num_likes'], post['number_of_comments']]).toEqual([
        post.likes.length,
        (comments as unknown as readonly Json[]).length,
      ])
    }
  })

  it('uses the default of a property when the document writes it as a string', async () => {
    const schema = {
      type: 'object',
      properties: {
        open: { type: 'boolean', default: 'true' },
        shut: { type: 'boolean', default: 'false' },
        size: { type: 'integer', default: '7' },
        name: { type: 'string', default: '8' },
      },
    }
    const send = await serve({
      '/rules': {
        get: answers({ type: 'array', items: schema }),
        post: { requestBody: json(schema), ...answers(schema, '201') },
      },
    })
    expect((await send('POST', '/rules', {})).body).toMatchObject({
      open: true,
      shut: false,
      size: 7,
      name: '8',
    })
  })

  it('picks the valid media type among invalid ones', async () => {
    const content = { token: { example: 'abc' }, ...(json(rule).content as object) }
    const send = await serve({ '/renew': { post: { responses: { 200: { description: '', content } } } } })
    expect((await send('POST', '/renew')).body).toHaveProperty('id')
  })

  it('redirects when a redirect is the only response declared', async () => {
    const send = await serve({ '/logs': { get: { responses: { 302: { description: '' } } } } })
    const answer = await send('GET', '/logs')
    expect(answer.status).toBe(302)
    expect(answer.header('Location')).toMatch(/^https:/)
  })

  it('redirects a read of a record as well', async () => {
    const moved = { 301: { description: '', content: { 'application/json': { schema: rule } } } }
    const send = await serve({
      '/rules': { get: answers({ type: 'array', items: rule }) },
      '/rules/{id}': { parameters: [id({ type: 'string' })], get: { responses: moved } },
    })
    const [first] = (await send('GET', '/rules')).body as unknown as readonly { readonly id: string }[]
    const answer = await send('GET', `/rules/${first?.id}`)
    expect([answer.status, answer.header('Location')]).toEqual([301, expect.stringMatching(/^https:/)])
  })

  it('redirects to the URL the request asks for', async () => {
    const page = { 'text/html': { schema: { type: 'string' }, example: '<p>Elsewhere</p>' } }
    const responses = { 302: { description: '', content: page } }
    const send = await serve({ '/authorize': { get: { responses } } })
    const back = encodeURIComponent('http://localhost:3000/back?from=here')
    const answer = await send('GET', `/authorize?redirect_uri=${back}`)
    expect(answer.header('Location')).toBe('http://localhost:3000/back?from=here')
    expect((await send('GET', '/authorize?redirect_uri=home')).header('Location')).toMatch(/^https:/)
  })
})
