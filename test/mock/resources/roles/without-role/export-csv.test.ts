import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const csv = { responses: { 200: { description: 'Lines', content: { 'text/csv': { schema: text } } } } }
const byTeam = { parameters: [{ name: 'team', in: 'query', schema: text }] }
const document = {
  openapi: '3.1.0',
  info: { title: 'People', version: '1' },
  paths: {
    '/people': {
      get: { ...byTeam, ...answer(200, list(ref('Person'))) },
      post: { requestBody: json(ref('Person')), ...answer(201, ref('Person')) },
    },
    '/people/export': { get: { ...byTeam, ...csv } },
    '/people.csv': { get: csv },
  },
  components: { schemas: { Person: object({ id: integer, name: text, team: text, tags: list(text) }) } },
}

async function exported(path: string): Promise<{ type: string | null; content: string }> {
  const mock = await createMock({ document, world: 'empty', selfCheck: true })
  const add = async (person: object): Promise<Response> =>
    mock.fetch(
      new Request('http://api.test/people', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(person),
      }),
    )
  await add({ id: 1, name: 'Ada', team: 'red', tags: ['a', 'b'] })
  await add({ id: 2, name: 'Weiss, "Bob"', team: 'blue', tags: [] })
  const response = await mock.fetch(new Request(`http://api.test${path}`))
  return { type: response.headers.get('content-type'), content: await response.text() }
}

describe('a list as CSV', () => {
  it.each(['/people/export', '/people.csv'])(
    'has a header and one line for each record at %s',
    async (path) => {
      const { type, content } = await exported(path)
      expect(type).toMatch(/^text\/csv/)
      expect(content).toBe('id,name,team,tags\r\n1,Ada,red,a;b\r\n2,"Weiss, ""Bob""",blue,\r\n')
    },
  )

  it('has only what its query selects', async () => {
    const { content } = await exported('/people/export?team=red')
    expect(content).toBe('id,name,team,tags\r\n1,Ada,red,a;b\r\n')
  })
})
