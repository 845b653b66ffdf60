import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, listOf, text } from '../../../support/document-parts.ts'

const scan = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { ...text, readOnly: true }, title: text },
}
const binary = { ...text, format: 'binary' }
const form = { type: 'object', required: ['title', 'file'], properties: { title: text, file: binary } }

const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Scans', version: '1' },
  paths: {
    '/scans': {
      get: listOf(scan),
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
        ...answer(201, scan),
      },
    },
    '/scans/{id}': { ...at('id'), get: answer(200, scan), delete: gone },
    '/scans/{id}/content': {
      ...at('id'),
      get: {
        operationId: 'download',
        responses: {
          200: { description, content: { 'application/octet-stream': {} } },
          404: { description: 'None' },
        },
      },
    },
  },
})

/** What is found of a service that responds with the last of the files, or with what `change` makes of one. */
async function findingsOf(
  change: (content: Buffer) => Buffer,
  description = 'The file as it was uploaded.',
): Promise<readonly string[]> {
  const document = documentWith(description)
  const { fetch } = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    include: ['POST /scans', 'download'],
    async target(request: Request) {
      const response = await fetch(request)
      const isDownload = request.method === 'GET' && request.url.endsWith('/content') && response.ok
      if (!isDownload) return response
      const content = change(Buffer.from(await response.arrayBuffer()))
      return new Response(content.toString('latin1') === '' ? null : new Uint8Array(content), {
        headers: { 'content-type': 'application/octet-stream' },
      })
    },
  })
  return findings.flatMap(({ check, severity }) => (check === 'uploaded-content' ? [severity] : []))
}

const asText = (content: Buffer): Buffer => Buffer.from(content.toString('utf8'))

describe('a file that was uploaded', () => {
  it('has no finding if it comes back', async () => {
    expect(await findingsOf((content) => content)).toEqual([])
  })

  it.each([
    ['as text', asText],
    ['without its end', (content: Buffer) => content.subarray(0, -2)],
  ])('is reported if it comes back %s', async (_, change) => {
    expect(await findingsOf(change)).toEqual(['error'])
  })

  it('may come back otherwise by the document, which is worth a warning', async () => {
    expect(await findingsOf(asText, 'The file.')).toEqual(['warning'])
  })
})
