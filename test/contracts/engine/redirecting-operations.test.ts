import { expect, it } from 'vitest'
import { createReport } from '../../../contracts/findings/report.ts'
import { recordContract } from '../../../contracts/index.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'

/** The notes, and an operation whose only responses are these. */
const documentWith = (responses: object): object => ({
  ...notesDocument,
  paths: { ...(notesDocument['paths'] as object), '/latest': { get: { operationId: 'latest', responses } } },
})

it.each([
  ['covers an operation that only redirects', { 302: { description: 'The latest note' } }, 5],
  [
    'does not cover one that may show something',
    { 200: { description: 'The note' }, 302: { description: 'Log in first' } },
    4,
  ],
])('%s', async (_, responses, covered) => {
  const recording = await recordContract({
    document: documentWith(responses),
    target: notesService(({ url }) =>
      url.endsWith('/latest') ? new Response(null, { status: 302, headers: { Location: '/' } }) : undefined,
    ),
    phases: ['examples'],
  })
  expect(createReport(recording).summary.covered).toBe(covered)
})
