import { describe, expect, it } from 'vitest'
import type { FetchHandler } from '../../../../../contracts/client/fetch-client.ts'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, listOf, note, read, sent, text } from '../../../support/document-parts.ts'

const documentWith = (description: string, field: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: listOf(note),
      post: {
        description,
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text, ...field }],
        ...sent(note),
        ...answer(201, note, { 409: { description: 'Conflict' }, 422: { description: 'Unprocessable' } }),
      },
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
})

/** Answers a request as the first one with the same key, whatever its body. */
async function replaying(document: object): Promise<FetchHandler> {
  const { fetch } = await createMock({ document })
  const answers = new Map<string, Response>()
  return async (request) => {
    const key = request.headers.get('idempotency-key')
    const known = key === null ? undefined : answers.get(key)
    if (known) return known.clone()
    const response = await fetch(request)
    if (key !== null && response.ok) answers.set(key, response.clone())
    return response
  }
}

async function findingsOf(
  document: object,
  target: FetchHandler | Awaited<ReturnType<typeof createMock>>,
): Promise<readonly string[]> {
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  return findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

const rules = [
  '409 if the key is reused with another body.',
  'A different request with the same key is a 409.',
]

describe('an idempotency key with another body', () => {
  it.each(rules)('has to be refused if the description says so: %s', async (rule) => {
    const document = documentWith(rule)
    expect(await findingsOf(document, await replaying(document))).toEqual([
      expect.stringMatching(/^error idempotency: .*201.* instead of 409 for another body with the same key/),
    ])
  })

  it('has to be refused if the description of the header says so', async () => {
    const document = documentWith('Adds a note.', { description: 'With another body: 409.' })
    expect(await findingsOf(document, await replaying(document))).toEqual([
      expect.stringMatching(/^error idempotency: .*instead of 409/),
    ])
  })

  it('is worth a warning if only 422 is declared', async () => {
    const document = documentWith('Adds a note.')
    expect(await findingsOf(document, await replaying(document))).toEqual([
      expect.stringMatching(/^warning idempotency: .*instead of 422/),
    ])
  })

  it.each([
    'Adds a note; the same key returns the note that was created first.',
    'A request that repeats the key of an earlier one gets the same note again.',
  ])('has no finding if the same key returns what was created first: %s', async (description) => {
    const document = documentWith(description)
    expect(await findingsOf(document, await replaying(document))).toEqual([])
  })

  it.each(rules)('has no finding if it is refused: %s', async (rule) => {
    const document = documentWith(rule)
    expect(await findingsOf(document, await createMock({ document }))).toEqual([])
  })
})

it('reports a key that is ignored where it has to be a UUID', async () => {
  const uuid = { ...text, format: 'uuid' }
  const document = documentWith('Adds a note.', { schema: uuid, description: 'Repeats the first response.' })
  const { fetch } = await createMock({ document })
  const ignoring: FetchHandler = (request) => {
    const headers = new Headers(request.headers)
    if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(headers.get('idempotency-key') ?? ''))
      headers.delete('idempotency-key')
    return fetch(new Request(request, { headers }))
  }
  expect(await findingsOf(document, ignoring)).toContainEqual(
    expect.stringMatching(/^error idempotency: .*a second record/),
  )
})
