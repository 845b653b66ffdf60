import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeService, now, withClient } from '../document-service/describe-service.ts'
import { defects } from './defects/index.ts'
import { requestsFor } from './requests.ts'
import { libraryService } from './server/definition.ts'
import { uuid } from './server/state.ts'
import { start } from './start.ts'

describeService({ document: libraryService.document, defects, start, requestsFor })

const books = `/shelves/${uuid('shelf', 1)}/books`

describe('the library', () => {
  test('pages through all books in the requested order', () =>
    withClient(start(), async (client) => {
      const titles: unknown[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body } = await client.send(
          'GET',
          `${books}?sort=-title&limit=1${cursor && `&cursor=${cursor}`}`,
        )
        const page = body as { data: { title: string }[]; meta: { nextCursor: string | null; total: number } }
        expect(page.meta.total).toBe(3)
        titles.push(...page.data.map(({ title }) => title))
        cursor = page.meta.nextCursor
      }
      expect(titles).toEqual(['Valperga', 'Poems for Children', 'Frankenstein'])
    }))

  test('changes a book only if If-Match has its current ETag', () =>
    withClient(start(), async (client) => {
      const path = `${books}/${uuid('book', 1)}`
      const { headers } = await client.send('GET', path)
      const known = { 'if-match': String(headers['etag']) }
      expect(await client.send('PATCH', path, { json: { price: 1 }, headers: known })).toMatchObject({
        status: 200,
      })
      expect(await client.send('PATCH', path, { json: { price: 2 }, headers: known })).toMatchObject({
        status: 412,
      })
      const { headers: current } = await client.send('GET', path)
      const again = { 'if-none-match': String(current['etag']) }
      expect(await client.send('GET', path, { headers: again })).toMatchObject({ status: 304, text: '' })
    }))

  test('reports every violation of a body', () =>
    withClient(start(), async (client) => {
      const answer = await client.send('POST', books, { json: { title: '', authorId: 'me', tags: [] } })
      const { errors } = answer.body as unknown as { errors: { path: string }[] }
      expect(answer.status).toBe(422)
      expect(errors.map(({ path }) => path).sort()).toEqual(['/authorId', '/genre', '/title'])
    }))

  test('counts the books of a shelf', () =>
    withClient(start(), async (client) => {
      const count = async (): Promise<unknown> =>
        (await client.send('GET', `/shelves/${uuid('shelf', 1)}`)).body
      const json = { title: 'Lodore', authorId: uuid('author', 1), genre: 'fiction', tags: [] }
      const { headers } = await client.send('POST', books, { json })
      expect(await count()).toMatchObject({ data: { bookCount: 4 } })
      await client.send('DELETE', String(headers['location']))
      expect(await count()).toMatchObject({ data: { bookCount: 3 } })
    }))

  test('answers 410 to listCatalogue from its sunset on', () =>
    withClient(start({ now: new Date('2031-06-30T00:00:00Z') }), async (client) => {
      const answer = await client.send('GET', '/catalogue')
      expect(answer).toMatchObject({ status: 410, headers: { sunset: 'Mon, 30 Jun 2031 00:00:00 GMT' } })
      expect(answer.headers['deprecation']).toBeUndefined()
    }))

  test('announces the deprecation and sunset of listCatalogue before', () =>
    withClient(start({ now }), async (client) => {
      expect((await client.send('GET', '/catalogue')).headers).toMatchObject({
        deprecation: '@1768435200',
        sunset: 'Mon, 30 Jun 2031 00:00:00 GMT',
      })
    }))

  test('requires the API key, and so does its document, if started with auth', () =>
    withClient(start({ auth: true }), async (client, { document }) => {
      expect(readFileSync(document, 'utf8')).toContain('security:\n  - apiKey: []')
      expect(await client.send('GET', '/settings')).toMatchObject({ status: 401 })
      expect(
        await client.send('GET', '/settings', { headers: { 'x-api-key': 'open-sesame' } }),
      ).toMatchObject({ status: 200 })
    }))
})
