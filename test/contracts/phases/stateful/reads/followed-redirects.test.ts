import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, kept, text } from '../../../support/document-parts.ts'

const link = {
  type: 'object',
  required: ['code', 'target'],
  properties: {
    code: { ...text, readOnly: true },
    target: { ...text, format: 'uri' },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Links', version: '1' },
  paths: {
    '/links': kept(link),
    '/links/{code}': { ...at('code'), get: answer(200, link) },
    '/to/{code}': {
      ...at('code'),
      get: {
        responses: {
          302: { description: 'Found', headers: { Location: { schema: text } } },
          404: { description: 'None' },
        },
      },
    },
  },
}

/** A service of links that redirects to what becomes of their targets. */
function serve(lead: (target: string) => string): (request: Request) => Promise<Response> {
  const targets = new Map<string, string>()
  const show = ([code, target]: readonly [string, string]): object => ({ code, target })
  const refuse = (status: number): Response => new Response(null, { status })
  return async (request) => {
    const [, collection, code] = new URL(request.url).pathname.split('/')
    const target = targets.get(code ?? '')
    if (request.method === 'POST') {
      const sent = ((await request.json().catch(() => null)) as { target?: unknown } | null)?.target
      if (typeof sent !== 'string' || !URL.canParse(sent)) return refuse(400)
      const made = [`c${String(targets.size)}`, sent] as const
      targets.set(...made)
      return Response.json(show(made), { status: 201 })
    }
    if (code === undefined) return Response.json([...targets].map(show))
    if (target === undefined) return refuse(404)
    return collection === 'to'
      ? new Response(null, { status: 302, headers: { Location: lead(target) } })
      : Response.json(show([code, target]))
  }
}

/** The redirections that lead elsewhere, as the runner reports them. */
async function findings(lead: (target: string) => string): Promise<readonly string[]> {
  const run = await runContract({ document, phases: ['stateful'], target: serve(lead) })
  return run.findings.filter(({ check }) => check === 'redirects').map(({ title }) => title)
}

describe('a redirection to the URL in a record', () => {
  it.each([
    ['that URL', (target: string) => target],
    [
      'it with more in its query',
      (target: string) => `${target}${target.includes('?') ? '&' : '?'}from=links`,
    ],
  ])('may lead to %s', async (_, lead) => {
    expect(await findings(lead)).toEqual([])
  })

  it('does not lead elsewhere', async () => {
    expect(await findings(() => 'https://links.example/home')).toHaveLength(1)
  })
})
