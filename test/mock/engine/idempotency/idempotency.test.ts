import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { json, object, text } from '../../resources/document-parts.ts'

/** The status of reusing a key with another body. */
async function reused(description: string | undefined, refusals: Record<string, string>): Promise<number> {
  const field = { name: 'Idempotency-Key', in: 'header', schema: text, description }
  const refused = Object.entries(refusals).map(([status, says]) => [status, { description: says }])
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': {
        post: {
          parameters: [field],
          requestBody: json(object({ name: text })),
          responses: {
            201: { description: 'Made', ...json(object({ id: text, name: text })) },
            ...Object.fromEntries(refused),
          },
        },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const post = (name: string) => send('POST', '/ferries', { name }, { 'idempotency-key': 'one' })
  expect((await post('Red Jet')).status).toBe(201)
  return (await post('Red Eagle')).status
}

const both = { 409: 'Conflict', 422: 'Unprocessable' }

it.each([
  [409, 'the header description names it', 'Answered as the first. 409 with another body.', both],
  [
    422,
    'the header description names it for another body',
    '409 while the other request is in progress. 422 with a different body.',
    both,
  ],
  [
    400,
    'the description of the response matches',
    undefined,
    { 400: 'The idempotency key was reused', ...both },
  ],
  [422, 'the document describes no status', 'Makes it safe to send a request again.', both],
  [422, 'the described status is not declared', '409 with another body.', { 422: 'Unprocessable' }],
])('refuses a key reused with another body with %i where %s', async (status, _, description, refusals) => {
  expect(await reused(description, refusals)).toBe(status)
})
