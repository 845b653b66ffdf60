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

/** The findings about a service that changes a successful response before it sends it. */
async function findingsIn(
  change: (request: Request, response: Response) => Response,
): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const response = await mock.fetch(request)
      return response.status < 400 ? change(request, response) : response
    },
  })
  return findings.map(
    ({ check, severity, operation, message }) => `${severity} ${check} ${operation}: ${message}`,
  )
}

/** The findings about a service whose responses to a method have this ETag in place of the current one. */
const findingsOf = (tag: string | undefined, method = 'PUT'): Promise<readonly string[]> =>
  findingsIn((request, response) => {
    if (request.method === method && tag !== undefined) response.headers.set('etag', tag)
    return response
  })

it('reports a write whose ETag is not that of the record as it is now', async () => {
  expect(await findingsOf('"before"')).toEqual([
    expect.stringMatching(
      /^error conditional-request change: .* in the response to PUT.*; got ETag: "before"/,
    ),
  ])
})

it('reports a creation whose ETag is not that of the record', async () => {
  expect(await findingsOf('"other"', 'POST')).toEqual([
    expect.stringMatching(
      /^warning conditional-request POST \/notes: .* in the response to POST.*; got ETag: "other"/,
    ),
  ])
})

it.each([
  ['a list of tags', (tags: string) => tags.includes(','), 'a list with the current ETag'],
  ['a weak tag', (tags: string) => tags.includes('W/'), 'the current ETag as a weak one'],
])('warns of a service that does not understand %s', async (_, isUnknown, says) => {
  const findings = await findingsIn((request, response) =>
    response.status === 304 && isUnknown(request.headers.get('if-none-match') ?? '')
      ? new Response('{}', { headers: Object.fromEntries(response.headers) })
      : response,
  )
  expect(findings).toContainEqual(
    expect.stringMatching(
      `^warning conditional-request GET /notes/{id}: .*304 to If-None-Match with ${says}`,
    ),
  )
})

it('has no finding about the current ETag', async () => {
  expect(await findingsOf(undefined)).toEqual([])
})

it('reports an ETag that tells of one property only', async () => {
  const page = {
    ...note,
    properties: {
      shared: { type: 'boolean', default: false },
      ...note.properties,
      text: { type: 'string', maxLength: 30 },
    },
  }
  const paths = {
    '/pages': kept(page),
    '/pages/{id}': {
      ...at('id'),
      get: answer(200, page),
      put: { ...sent(page), ...answer(200, page) },
    },
  }
  const described = { ...document, paths }
  const mock = await createMock({ document: described })
  const tagOf = async (response: Response, names: readonly string[]): Promise<string> => {
    const shown = (await response.clone().json()) as Readonly<Record<string, unknown>>
    return `"${names.map((name) => encodeURIComponent(JSON.stringify(shown[name] ?? null))).join()}"`
  }
  const findingsOf = async (
    names: readonly string[],
    only = 'stateful/pages/conditions',
  ): Promise<readonly string[]> => {
    const { findings } = await runContract({
      document: described,
      only,
      async target(request: Request) {
        const condition = request.headers.get('if-match')
        request.headers.delete('if-match')
        request.headers.delete('if-none-match')
        if (
          condition !== null &&
          condition !== (await tagOf(await mock.fetch(new Request(request.url)), names))
        )
          return new Response(null, { status: 412 })
        const response = await mock.fetch(request)
        response.headers.delete('etag')
        if (
          request.method !== 'HEAD' &&
          response.status === 200 &&
          /^\/pages\/./.test(new URL(request.url).pathname)
        )
          response.headers.set('etag', await tagOf(response, names))
        return response
      },
    })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }
  expect(await findingsOf(['title', 'text'])).toEqual([])
  expect(await findingsOf(['title'])).toEqual([
    expect.stringMatching(/^conditional-request: .*a new ETag once text has changed/),
  ])
  // What else a case changes of a record counts too.
  expect(await findingsOf(['title', 'text'], 'stateful/pages/*')).toEqual([
    expect.stringMatching(/^conditional-request: .*a new ETag once shared has changed/),
  ])
})
