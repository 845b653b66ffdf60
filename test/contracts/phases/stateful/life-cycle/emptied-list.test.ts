import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, text } from '../../../support/document-parts.ts'

const named = {
  type: 'object',
  required: ['name'],
  properties: { id: { ...text, readOnly: true }, name: text },
}
const documentWith = (summary: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Lists', version: '1' },
  paths: {
    '/lists': kept(named),
    '/lists/{listId}': { ...at('listId'), get: answer(200, named), delete: gone },
    '/lists/{listId}/tasks': { ...at('listId'), ...kept(named), delete: { summary, ...gone } },
    '/lists/{listId}/tasks/{taskId}': { ...at('listId', 'taskId'), get: answer(200, named), delete: gone },
  },
})

/** The checks that fail where only the first of all tasks is deleted, or as many as should be. */
async function findingsOf(summary: string, isPartial: boolean): Promise<readonly string[]> {
  const document = documentWith(summary)
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    async target(request: Request) {
      if (!isPartial || request.method !== 'DELETE' || !request.url.endsWith('/tasks'))
        return mock.fetch(request)
      const listed = await mock.fetch(new Request(request.url))
      const [first] = listed.ok ? ((await listed.json()) as { id: string }[]) : []
      if (!first) return mock.fetch(request)
      return mock.fetch(new Request(`${request.url}/${first.id}`, { method: 'DELETE' }))
    },
  })
  return findings.map(({ check }) => check)
}

it('accepts a deletion of all records below another', async () => {
  expect(await findingsOf('Deletes all tasks of the list.', false)).toEqual([])
})

it('reports a deletion of all records that leaves some', async () => {
  expect(await findingsOf('Deletes all tasks of the list.', true)).toContain('deleted-gone')
})

it('expects no deletion of all records where only some are meant', async () => {
  expect(await findingsOf('Deletes the completed tasks.', true)).not.toContain('deleted-gone')
})
