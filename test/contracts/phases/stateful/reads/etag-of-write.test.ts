import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, note, sent } from '../../../support/document-parts.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': kept(note),
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, note),
      put: {
        operationId: 'change',
        ...sent(note),
        ...answer(200, note, { 412: { description: 'Changed' } }),
      },
      delete: gone,
    },
  },
}

/** The findings about a service whose PUT responds with this ETag in place of the current one. */
async function findingsOf(tag: string | undefined): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const response = await mock.fetch(request)
      if (request.method === 'PUT' && tag !== undefined && response.ok) response.headers.set('etag', tag)
      return response
    },
  })
  return findings.map(
    ({ check, severity, operation, message }) => `${severity} ${check} ${operation}: ${message}`,
  )
}

it('reports a write whose ETag is not that of the record as it is now', async () => {
  expect(await findingsOf('"before"')).toEqual([
    expect.stringMatching(
      /^error conditional-request change: .* in the response to PUT.*; got ETag: "before"/,
    ),
  ])
})

it('has no finding about the current ETag', async () => {
  expect(await findingsOf(undefined)).toEqual([])
})
