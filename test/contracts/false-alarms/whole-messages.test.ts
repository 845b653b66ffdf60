import { expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import { text } from '../support/document-parts.ts'

const example = '--part\nContent-Type: application/http\n\nGET notes HTTP/1.1\n\n\n--part--'
const document = {
  openapi: '3.0.3',
  info: { title: 'Batches', version: '1' },
  paths: {
    '/batch': {
      post: {
        requestBody: {
          required: true,
          content: { 'multipart/mixed;boundary=part': { schema: text, example } },
        },
        responses: {
          200: { description: 'Answers', content: { 'multipart/mixed': { schema: text } } },
          400: { description: 'Refused' },
          415: { description: 'Refused' },
        },
      },
    },
  },
}

/** Takes batches whose lines end as in all MIME messages, and responds with JSON to who prefers that. */
async function batches(request: Request): Promise<Response> {
  if (!request.headers.get('content-type')?.startsWith('multipart/mixed'))
    return new Response(null, { status: 415 })
  const lines = (await request.text()).split('\r\n')
  const isBatch =
    lines.length > 5 && lines.at(-1) === '--part--' && !lines.some((line) => line.includes('\n'))
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  if (!isBatch) return new Response(null, { status: 400 })
  const wanted = request.headers.get('accept') ?? ''
  return wanted.startsWith('application/json')
    ? Response.json({ responses: [] })
    : new Response('--part--', { headers: { 'content-type': 'multipart/mixed;boundary=part' } })
}

it('sends a whole MIME message with CRLF at the end of its lines, and asks for the media type of the response', async () => {
  const { findings, cases } = await recordContract({ document, target: batches, phases: ['examples'] })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(cases.map(({ verdict }) => verdict.kind)).toContain('passed')
})
