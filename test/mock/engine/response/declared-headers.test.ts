import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'

/** The value of a response header that is required to be a string, or of that type. */
async function valueOf(name: string, type = 'string'): Promise<string | null> {
  const headers = { [name]: { required: true, schema: { type } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: { '/notes': { get: { responses: { 200: { description: 'Notes', headers } } } } },
  }
  const mock = await createMock({ document, now: '2030-06-15' })
  return (await mock.fetch(new Request('http://localhost/notes'))).headers.get(name)
}

it.each([
  ['Sunset', 'Wed, 31 Dec 2031 00:00:00 GMT'],
  ['Expires', 'Wed, 31 Dec 2031 00:00:00 GMT'],
  ['Last-Modified', 'Tue, 01 Jan 2030 00:00:00 GMT'],
])('a required %s has an HTTP-date', async (name, date) => {
  expect(await valueOf(name)).toBe(date)
})

it('a required ETag of what has no representation of its own is an entity tag', async () => {
  const header = { required: true, schema: { type: 'string' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes/sort': { post: { responses: { 200: { description: 'Sorted', headers: { ETag: header } } } } },
    },
  }
  const { fetch } = await createMock({ document })
  const { headers } = await fetch(new Request('http://localhost/notes/sort', { method: 'POST' }))
  expect(headers.get('ETag')).toMatch(/^(?:W\/)?"[!#-~]*"$/)
})

it('a required header has a value of its type', async () => {
  expect(await valueOf('X-Pages', 'integer')).toMatch(/^-?\d+$/)
  expect(await valueOf('Expires', 'integer')).toMatch(/^-?\d+$/)
})
