import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import {
  answer,
  at,
  content,
  create,
  gone,
  note,
  query,
  read,
  text,
} from '../../../support/document-parts.ts'

const list = { type: 'array', items: note }
const size = query('per_page', { type: 'integer', minimum: 1, maximum: 50, default: 10 })
const page = query('page', { type: 'integer', minimum: 1, default: 1 })
const cursor = query('cursor', text)
const link = { Link: { description: 'RFC 8288 links: first, prev, next, last', schema: text } }
const inHeader = {
  responses: {
    200: { description: 'Fine', headers: link, content: content(list) },
    400: { description: 'Refused' },
  },
}
const inBody = answer(200, {
  type: 'object',
  required: ['data'],
  properties: { data: list, next: { type: 'string', format: 'uri-reference' }, page: { type: 'integer' } },
})

const documentWith = (position: object, responses: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { get: { operationId: 'listNotes', parameters: [position, size], ...responses }, post: create },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
})

/** Adds a link to a page behind the last one, which is empty. */
async function withNext(response: Response, url: URL): Promise<Response> {
  const [number, perPage] = ['page', 'per_page'].map((name) => url.searchParams.get(name))
  const position = `page=${String(Number(number ?? 1) + 1)}&cursor=${btoa('offset:99999')}`
  const next = `/notes?${position}&per_page=${perPage ?? '10'}`
  const body = (await response.clone().json()) as { readonly next?: string }
  const links = response.headers.get('link')
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (links !== null) {
    if (!links.includes('rel="next"')) headers.set('link', `${links}, <${next}>; rel="next"`)
    return Response.json(body, { headers })
  }
  return Response.json({ ...body, next: body.next ?? next }, { headers })
}

/** The findings of a service whose last page links to a next one, or of a healthy one. */
async function findingsOf(document: object, isLinked: boolean): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/notes/pages',
    async target(request: Request) {
      const url = new URL(request.url)
      const isList = isLinked && url.pathname === '/notes' && /GET|HEAD/.test(request.method)
      if (!isList) return mock.fetch(request)
      const response = await mock.fetch(new Request(url, { headers: request.headers }))
      if (response.status !== 200) return response
      const linked = await withNext(response, url)
      return request.method === 'HEAD' ? new Response(null, { headers: linked.headers }) : linked
    },
  })
  return findings
    .filter(({ check }) => check !== 'head-agrees')
    .map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

describe.each([
  ['a Link header', documentWith(page, inHeader)],
  ['the body', documentWith(page, inBody)],
])('a link to a next page in %s', (_, document) => {
  it('has no finding if the last page has none', async () => {
    expect(await findingsOf(document, false)).toEqual([])
  })

  it('is reported on the last page if it leads to an empty page', async () => {
    expect(await findingsOf(document, true)).toEqual([
      expect.stringMatching(/^warning next-link: .*expected no link to a next page on the last one/),
    ])
  })
})

it('accepts a cursor that leads from the last page to an empty one', async () => {
  expect(await findingsOf(documentWith(cursor, inHeader), true)).toEqual([])
})
