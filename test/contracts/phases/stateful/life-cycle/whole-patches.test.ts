import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const number = { type: 'integer', minimum: 0, maximum: 99 }
const tool = {
  type: 'object',
  required: ['name', 'kind'],
  properties: { id: { ...text, readOnly: true }, name: text, kind: text, weight: number, note: text },
}
/** PATCH has the schema of the whole record, with what that must have. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': kept(tool),
    '/tools/{id}': {
      ...at('id'),
      get: answer(200, tool),
      patch: { ...sent(tool), ...answer(200, tool) },
      delete: gone,
    },
  },
}

/** The checks that fail where a PATCH clears a property that it lacks. */
async function findingsOf(cleared?: string): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    async target(request: Request) {
      if (request.method !== 'PATCH' || cleared === undefined) return mock.fetch(request)
      const body = (await request.json()) as Record<string, unknown>
      const { url, method, headers } = request
      return mock.fetch(
        new Request(url, { method, headers, body: JSON.stringify({ [cleared]: '', ...body }) }),
      )
    },
  })
  return findings.map(({ check }) => check)
}

it('accepts a PATCH that must have part of the record, and keeps the rest', async () => {
  expect(await findingsOf()).toEqual([])
})

it('reports a PATCH that must have part of the record, and clears a property that it lacks', async () => {
  expect(await findingsOf('note')).toContain('update-visible')
})
