import { describe, expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'
import type { Recording } from '../../../contracts/recording.ts'
import { createColors } from '../../../contracts/reporters/colors.ts'
import { fileReports } from '../../../contracts/reporters/files.ts'
import { annotation } from '../../../contracts/reporters/github.ts'
import { renderTerminal } from '../../../contracts/reporters/terminal.ts'

const token = 'key"of/the <house> & it\'s 100%'
const password = 'ann:very/secret word'
const custom = 'custom-secret-0042'

const operation = (scheme: string): object => ({
  parameters: [{ name: 'note', in: 'query', schema: { type: 'string', maxLength: 5 } }],
  responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'integer' } } } } },
  security: [{ [scheme]: [] }],
})

const document = {
  openapi: '3.0.4',
  info: { title: 'Echo', version: '1' },
  paths: {
    '/bearer': { get: operation('bearer') },
    '/basic': { get: operation('basic') },
    '/query': { get: operation('query') },
    '/cookie': { get: operation('cookie') },
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      query: { type: 'apiKey', in: 'query', name: 'api_key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
  },
}

/** Says back all it was sent, in every way there is, and breaks its contract each time. */
function echo(request: Request): Response {
  const { search, searchParams } = new URL(request.url)
  const sent = { search, query: [...searchParams.values()], headers: Object.fromEntries(request.headers) }
  const status = searchParams.has('note') ? 418 : 200
  const answer = { message: `You sent ${Object.values(sent.headers).join(', ')} and ${search}`, sent }
  return Response.json(answer, {
    status,
    headers: { 'X-Echo': JSON.stringify(sent), 'Set-Cookie': 'session=issued-by-the-server' },
  })
}

const renderers = await Promise.all(
  Object.entries(fileReports).map(async ([kind, load]) => [kind, await load()] as const),
)

const reportsOf = (recording: Recording): readonly (readonly [kind: string, text: string])[] => [
  ...renderers.map(([kind, render]) => [kind, render(recording)] as const),
  ['terminal', renderTerminal(recording, createColors(false))],
  ['github', recording.findings.map((finding) => annotation(finding, process.cwd())).join('\n')],
]

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** As text of a page, of a document and of a URL say it. */
function spellings(secret: string): readonly string[] {
  const entities = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    entities,
    entities.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    base64(secret),
  ]
}

describe('secrets', () => {
  it.each([
    ['a token', token],
    ['a name and password', password],
  ])('are in no report, however the server returns them: %s', async (_, authToken) => {
    const recording = await recordContract({
      target: echo,
      document,
      authToken,
      headers: { 'x-api-key': custom },
    })
    expect(recording.findings.length).toBeGreaterThan(3)
    for (const [kind, text] of reportsOf(recording)) {
      expect(text.length, kind).toBeGreaterThan(100)
      for (const secret of [authToken, custom, 'issued-by-the-server']) {
        for (const spelling of spellings(secret))
          expect(text.includes(spelling), `${kind}: ${spelling}`).toBe(false)
      }
    }
  })

  it('are replaced by the name of a variable', async () => {
    const recording = await recordContract({
      target: echo,
      document,
      authToken: token,
      headers: { 'x-api-key': custom },
    })
    const text = JSON.stringify(recording.findings)
    for (const variable of ['$STABLEHAND_TOKEN', '$STABLEHAND_X_API_KEY']) expect(text).toContain(variable)
  })
})
