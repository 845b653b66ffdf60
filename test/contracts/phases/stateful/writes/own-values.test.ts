import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, listOf, note, read, sent } from '../../../support/document-parts.ts'

const taken = { 409: { description: 'Another note has this title' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: listOf(note),
      post: { description: 'The title must be unique.', ...sent(note), ...answer(201, note, taken) },
    },
    '/notes/{id}': {
      ...at('id'),
      get: read,
      put: { operationId: 'replaceNote', ...sent(note), ...answer(200, note, taken) },
      delete: gone,
    },
  },
}

/** What is found of a service that compares a new title with those of other notes, or with those of all. */
async function findingsOf(isOwnCounted: boolean): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method !== 'PUT' || !isOwnCounted) return mock.fetch(request)
      const before = await mock.fetch(new Request(request.url))
      const { title } = (await request.clone().json()) as { readonly title?: string }
      const isOwn = before.ok && ((await before.json()) as { readonly title: string }).title === title
      return isOwn ? new Response(null, { status: 409 }) : mock.fetch(request)
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

describe('a value that has to be unique', () => {
  it('may be sent again for the record that has it', async () => {
    expect(await findingsOf(false)).toEqual([])
    expect(await findingsOf(true)).toEqual([
      expect.stringMatching(/^valid-accepted: .*the title that the record has already to be accepted/),
    ])
  })
})
