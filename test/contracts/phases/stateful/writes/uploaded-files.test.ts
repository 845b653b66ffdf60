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

describe('a file that replaces another one', () => {
  const content = { 'image/jpeg': { schema: binary }, 'image/png': { schema: binary } }
  const photo = {
    ...at('id'),
    put: {
      operationId: 'upload',
      requestBody: { required: true, content },
      responses: { 204: { description: 'Stored' }, 404: { description: 'None' } },
    },
    get: {
      operationId: 'download',
      responses: {
        200: { description: 'The file as it was uploaded.', content },
        404: { description: 'None' },
      },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Vets', version: '1' },
    paths: {
      '/vets': {
        get: listOf(scan),
        post: {
          requestBody: { content: { 'application/json': { schema: scan } } },
          ...answer(201, scan),
        },
      },
      '/vets/{id}': { ...at('id'), get: answer(200, scan), delete: gone },
      '/vets/{id}/photo': photo,
    },
  }

  /** What is found of a service that `change`s uploads. */
  async function replaced(
    change: (request: Request, uploads: Map<string, number>) => Request | undefined,
  ): Promise<readonly string[]> {
    const { fetch } = await createMock({ document })
    const uploads = new Map<string, number>()
    const { findings } = await runContract({
      document,
      phases: ['stateful'],
      include: ['upload', 'download'],
      async target(request: Request) {
        if (request.method !== 'PUT') return fetch(request)
        const kept = change(request, uploads)
        uploads.set(request.url, (uploads.get(request.url) ?? 0) + 1)
        return kept ? fetch(kept) : new Response(null, { status: 204 })
      },
    })
    return findings.flatMap(({ check, message }) =>
      check === 'uploaded-content' ? [message.replace(/^.*: expected /s, '')] : [],
    )
  }

  it('has no finding if it comes back', async () => {
    expect(await replaced((request) => request)).toEqual([])
  })

  it('is reported if the first one stays', async () => {
    const found = await replaced((request, uploads) => (uploads.has(request.url) ? undefined : request))
    expect(found.join()).toMatch(/bytes that were uploaded; got .* which differ/)
  })

  it('is reported if it comes back with another media type', async () => {
    const found = await replaced(
      (request) => new Request(request, { headers: { 'content-type': 'image/jpeg' } }),
    )
    expect(found.join()).toContain('image/png, as uploaded; got image/jpeg')
  })

  it('is reported if it stays after the record that it belongs to', async () => {
    const { fetch } = await createMock({ document })
    const uploads = new Map<string, ArrayBuffer>()
    const { findings } = await runContract({
      document,
      phases: ['stateful'],
      include: ['download'],
      async target(request: Request) {
        const response = await fetch(request.clone())
        if (request.method === 'PUT' && response.ok) uploads.set(request.url, await request.arrayBuffer())
        const left = request.method === 'GET' && response.status === 404 && uploads.get(request.url)
        return left ? new Response(left, { headers: { 'content-type': 'image/png' } }) : response
      },
    })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toContainEqual(
      expect.stringMatching(/^hierarchy: .*below a deleted record.*404, because the parent does not exist/),
    )
  })
})
