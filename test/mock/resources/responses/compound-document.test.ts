import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { newsroom } from '../newsroom.ts'

/** Two articles by Ann, the first one with a tag and with a comment by Bob. */
async function articles(): Promise<Send> {
  const send = clientOf(await createMock({ document: newsroom, world: 'empty', selfCheck: true }))
  const create = async (type: string, title: string, relationships: Json = {}): Promise<Json> => {
    const attributes = { title, ...(type === 'people' && { bio: 'Writes.' }) }
    const { body } = await send('POST', `/${type}`, { data: { type, attributes, relationships } })
    return { data: { type, id: memberAt(body, ['data', 'id']) ?? null } }
  }
  const [ann, bob] = [await create('people', 'Ann'), await create('people', 'Bob')]
  const tags = { data: [memberAt(await create('tags', 'Hot'), ['data'])!] }
  const article = await create('articles', 'First', { author: ann, tags })
  await create('articles', 'Second', { author: ann, tags: { data: [] } })
  await create('comments', 'Good', { article, author: bob })
  return send
}

async function titles(target: string): Promise<readonly string[] | undefined> {
  const { status, body } = await (await articles())('GET', target)
  expect(status).toBe(200)
  const included = memberAt(body, ['included']) as readonly Json[] | undefined
  return included?.map((record) => memberAt(record, ['attributes', 'title']) as string)
}

describe('a response of JSON:API includes related records', () => {
  it.each([
    ['/articles/article-1?include=author', ['Ann']],
    ['/articles/article-1?include=author,tags', ['Ann', 'Hot']],
    ['/articles/article-1?include=comments.author', ['Good', 'Bob']],
    ['/articles/article-2?include=tags', []],
    ['/articles?include=author', ['Ann']],
  ])('that the request names, each once: %s', async (target, want) => {
    expect(await titles(target)).toEqual(want)
  })

  it('only if the request names any', async () => {
    expect(await titles('/articles/article-1')).toBeUndefined()
  })

  it('and refuses a relationship that there is not, if it declares 400', async () => {
    expect((await (await articles())('GET', '/articles?include=editor')).status).toBe(400)
  })

  it('with the properties that the request names for their type', async () => {
    const { body } = await (
      await articles()
    )('GET', '/articles?include=author&fields[people]=title&fields[articles]=author')
    const [first] = memberAt(body, ['data']) as readonly JsonObject[]
    expect(first?.['attributes']).toEqual({ title: 'First' })
    expect(Object.keys(first?.['relationships'] ?? {})).toEqual(['author'])
    const [ann] = memberAt(body, ['included']) as readonly JsonObject[]
    expect(ann?.['attributes']).toEqual({ title: 'Ann' })
  })
})
