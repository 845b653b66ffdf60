import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const count = (minimum: number): object => ({ type: 'integer', minimum, maximum: 100 })
const tool = {
  type: 'object',
  required: ['name'],
  properties: { id: { ...text, readOnly: true }, name: text },
}
/** A list that is paged by an offset, or by the number of a page. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      get: {
        parameters: [query('limit', count(1)), query('offset', count(0)), query('page', count(1))],
        ...answer(200, { type: 'array', items: tool }),
      },
      post: { ...sent(tool), ...answer(201, tool) },
    },
    '/tools/{id}': { ...at('id'), get: answer(200, tool), delete: gone },
  },
}

async function findingsOf(ignored: string): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    target: rewrittenQuery(mock, (asked) => asked.delete(ignored)),
  })
  return findings.map(({ check }) => check)
}

it('accepts a list that is paged by offset and by page', async () => {
  expect(await findingsOf('nothing')).toEqual([])
})

it.each(['offset', 'page'])('reports a list that is paged both ways and ignores %s', async (ignored) => {
  expect(await findingsOf(ignored)).toContain('list-offset')
})
