import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { memberAt, type Json } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'
import { newsroom } from '../newsroom.ts'

const tags = (...ids: readonly string[]): Json => ({ data: ids.map((id) => ({ type: 'tags', id })) })
const person = (id: string): Json => ({ data: { type: 'people', id } })

/** An article with the author `ann` and the tags `one` and `two`. */
async function withArticle(): Promise<{
  send: Send
  path: string
  ids: readonly string[]
  people: readonly string[]
}> {
  const send = clientOf(await createMock({ document: newsroom, world: 'empty', selfCheck: true }))
  const create = async (type: string, title: string, relationships: Json = {}): Promise<string> => {
    const { status, body } = await send('POST', `/${type}`, {
      data: { type, attributes: { title }, relationships },
    })
    expect(status).toBe(201)
    return memberAt(body, ['data', 'id']) as string
  }
  const ids = [await create('tags', 'one'), await create('tags', 'two'), await create('tags', 'three')]
  const people = [await create('people', 'Ann'), await create('people', 'Bob')]
  const relationships = { author: person(people[0]!), tags: tags(ids[0]!, ids[1]!) }
  const path = `/articles/${await create('articles', 'News', relationships)}`
  return { send, path, ids, people }
}

describe('a relationship of a record (JSON:API)', () => {
  it('is shown by the type and id of the related records', async () => {
    const { send, path, ids, people } = await withArticle()
    expect((await send('GET', `${path}/relationships/tags`)).body).toEqual(tags(ids[0]!, ids[1]!))
    expect((await send('GET', `${path}/relationships/author`)).body).toEqual(person(people[0]!))
  })

  it.each([
    ['POST', [1, 2], [0, 1, 2]],
    ['DELETE', [0, 2], [1]],
    ['PATCH', [2], [2]],
  ])('changes by %s, and the record with it', async (method, sent, left) => {
    const { send, path, ids } = await withArticle()
    const { status } = await send(
      method,
      `${path}/relationships/tags`,
      tags(...sent.map((index) => ids[index]!)),
    )
    expect(status).toBe(204)
    const { body } = await send('GET', path)
    expect(memberAt(body, ['data', 'relationships', 'tags'])).toEqual(
      tags(...left.map((index) => ids[index]!)),
    )
    expect(memberAt(body, ['data', 'attributes', 'title'])).toBe('News')
  })

  it('selects the records that have it, in a list below one of the related records', async () => {
    const { send, ids } = await withArticle()
    const titlesBelow = async (tag: string): Promise<readonly Json[]> => {
      const { body } = await send('GET', `/tags/${tag}/articles`)
      return (memberAt(body, ['data']) as readonly Json[]).map((each) =>
        memberAt(each, ['attributes', 'title'])!,
      )
    }
    expect(await titlesBelow(ids[0]!)).toEqual(['News'])
    expect(await titlesBelow(ids[2]!)).toEqual([])
  })

  it('with one record is set by PATCH', async () => {
    const { send, path, people } = await withArticle()
    expect((await send('PATCH', `${path}/relationships/author`, person(people[1]!))).status).toBe(204)
    const { body } = await send('GET', path)
    expect(memberAt(body, ['data', 'relationships', 'author'])).toEqual(person(people[1]!))
    expect(memberAt((await send('GET', `${path}/author`)).body, ['data', 'attributes', 'title'])).toBe('Bob')
  })

  it('leads to the related records', async () => {
    const { send, path } = await withArticle()
    const { body } = await send('GET', `${path}/tags`)
    const titles = (memberAt(body, ['data']) as readonly Json[]).map((tag) =>
      memberAt(tag, ['attributes', 'title']),
    )
    expect(titles).toEqual(['one', 'two'])
  })

  it.each(['/relationships/tags', '/relationships/author', '/tags', '/author'])(
    'is missing with its record: %s',
    async (below) => {
      const { send } = await withArticle()
      expect((await send('GET', `/articles/none${below}`)).status).toBe(404)
    },
  )
})

const tag = object({ id: integer, name: text })
const customer = object({ id: integer, name: text, tag_ids: list(integer) })
const at = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const done = { responses: { 204: { description: 'Done' }, 404: { description: 'Not found' } } }

const crm = {
  openapi: '3.1.0',
  info: { title: 'CRM', version: '1' },
  paths: {
    '/tags': { get: answer(200, list(tag)), post: { requestBody: json(tag), ...answer(201, tag) } },
    '/customers': {
      get: answer(200, list(customer)),
      post: { requestBody: json(object({ name: text })), ...answer(201, customer) },
    },
    '/customers/{customer}': { parameters: [at('customer')], get: answer(200, customer) },
    '/customers/{customer}/tags': {
      parameters: [at('customer')],
      get: answer(200, list(tag)),
      post: { requestBody: json(object({ ids: list(integer) })), ...answer(200, customer) },
    },
    '/customers/{customer}/tags/{tag}': { parameters: [at('customer'), at('tag')], put: done, delete: done },
  },
}

describe('a list of ids in a record', () => {
  it('changes by operations below the record, which show the records with these ids', async () => {
    const send = clientOf(await createMock({ document: crm, world: 'empty', selfCheck: true }))
    for (const [index, name] of ['vip', 'new', 'late'].entries())
      await send('POST', '/tags', { id: index + 1, name })
    await send('POST', '/customers', { name: 'Ada' })
    const { body } = await send('POST', '/customers/1/tags', { ids: [1, 2] })
    expect(body).toEqual({ id: 1, name: 'Ada', tag_ids: [1, 2] })
    expect((await send('PUT', '/customers/1/tags/3')).status).toBe(204)
    expect((await send('DELETE', '/customers/1/tags/1')).status).toBe(204)
    expect((await send('GET', '/customers/1')).body).toEqual({ id: 1, name: 'Ada', tag_ids: [2, 3] })
    expect((await send('GET', '/customers/1/tags')).body).toEqual([
      { id: 2, name: 'new' },
      { id: 3, name: 'late' },
    ])
    expect((await send('GET', '/tags')).body).toHaveLength(3)
  })
})

describe('the people that a record shows', () => {
  const person = ref('User')
  const task = object({ id: text, assignees: list(person) })
  const at = (...names: readonly string[]) => ({
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
  })
  const refused = { 404: { description: 'Not found' }, 422: { description: 'There is no such user.' } }
  const showing = { responses: { 200: { description: 'Done', ...json(task) }, ...refused } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/users': { get: answer(200, list(person)) },
      '/users/{userId}': { ...at('userId'), get: answer(200, person) },
      '/tasks': { get: answer(200, list(task)) },
      '/tasks/{taskId}': { ...at('taskId'), get: answer(200, task) },
      '/tasks/{taskId}/assignees': {
        ...at('taskId'),
        post: { requestBody: json(object({ userId: text })), ...showing },
      },
      '/tasks/{taskId}/assignees/{userId}': { ...at('taskId', 'userId'), delete: showing },
    },
    components: { schemas: { User: object({ id: text, name: text }) } },
  }
  const [ann, bob] = [
    { id: 'u1', name: 'Ann' },
    { id: 'u2', name: 'Bob' },
  ]

  it('are added one by one, and removed', async () => {
    const world = { '/users': [ann, bob], '/tasks': [{ id: 't1', assignees: [ann] }] }
    const send = clientOf(await createMock({ document, world: world as never, selfCheck: true }))
    const path = '/tasks/t1/assignees'
    expect((await send('POST', path, { userId: 'u2' })).body).toEqual({ id: 't1', assignees: [ann, bob] })
    expect((await send('POST', path, { userId: 'u2' })).body).toEqual({ id: 't1', assignees: [ann, bob] })
    expect((await send('POST', path, { userId: 'u3' })).status).toBe(422)
    expect((await send('DELETE', `${path}/u1`)).body).toEqual({ id: 't1', assignees: [bob] })
    expect((await send('DELETE', `${path}/u1`)).status).toBe(404)
  })
})
