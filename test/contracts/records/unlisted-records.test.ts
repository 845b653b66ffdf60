import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, gone, sent, text } from '../support/document-parts.ts'

const depot = { type: 'object', required: ['city'], properties: { city: text } }
const parcel = { type: 'object', required: ['weight'], properties: { weight: { type: 'integer' } } }

/** No operation lists the depots, or creates any unless `others` do. */
const documentWith = (more: object, others: object = {}): object => {
  const parameters = [{ name: 'depot', in: 'path', required: true, schema: text, ...more }]
  return {
    openapi: '3.1.0',
    info: { title: 'Depots', version: '1' },
    paths: {
      ...others,
      '/depots/{depot}': { parameters, get: answer(200, depot), delete: gone },
      '/depots/{depot}/parcels': { parameters, get: answer(200, { type: 'array', items: parcel }) },
    },
  }
}

interface CheckResult {
  readonly findings: readonly string[]
  /** The accepted requests. */
  readonly accepted: readonly string[]
}

/** Checks a service that answers in this way. */
async function check(
  document: object,
  respond: (method: string, path: string) => Response,
): Promise<CheckResult> {
  const accepted: string[] = []
  const { findings } = await runContract({
    document,
    phases: ['examples', 'coverage'],
    target({ method, url }: Request) {
      const path = new URL(url).pathname
      const response = respond(method, path)
      if (response.ok) accepted.push(`${method} ${path}`)
      return Promise.resolve(response)
    },
  })
  return {
    findings: findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`),
    accepted,
  }
}

/** Takes every id to exist. */
function respond(method: string, path: string): Response {
  if (method === 'DELETE') return new Response(null, { status: 204 })
  return Response.json(path.endsWith('/parcels') ? [{ weight: 2 }] : { city: 'Riga' })
}

describe('records that no operation creates or lists', () => {
  it('are read, as is what is below them, though their ids are a guess', async () => {
    const { accepted, findings } = await check(documentWith({}), respond)
    const read = accepted.filter((request) => request.startsWith('GET'))
    const operations = read.map((request) => request.replace(/depots\/[^/]+/, 'depots/{depot}'))
    expect(new Set(operations)).toEqual(new Set(['GET /depots/{depot}', 'GET /depots/{depot}/parcels']))
    expect(findings).toEqual([])
  })

  it('are changed by ids that are not in use', async () => {
    const { accepted } = await check(documentWith({}), (method, path) =>
      method === 'DELETE' ? respond(method, path) : new Response(null, { status: 404 }),
    )
    const deleted = accepted.map((request) => request.replace('DELETE /depots/', ''))
    expect(new Set(deleted).size).toBe(deleted.length)
    expect(deleted.length).toBeGreaterThan(1)
  })

  it.each([
    ['large numbers', { type: 'integer' }, /^DELETE \/depots\/2\d{9}$/],
    ['no values of an enum', { ...text, enum: ['north', 'south'] }, undefined],
  ])('are changed by %s', async (_, schema, pattern) => {
    const { accepted } = await check(documentWith({ schema }), (method, path) =>
      method === 'DELETE' ? respond(method, path) : new Response(null, { status: 404 }),
    )
    const own = accepted.filter((request) => /^DELETE \/depots\/(?:2\d{9}|north|south)$/.test(request))
    expect(own.every((request) => pattern?.test(request))).toBe(true)
    expect(own.length > 0).toBe(pattern !== undefined)
  })

  it('are read by the id of an example, and not changed by it, as it may be of use to others', async () => {
    const { accepted } = await check(documentWith({ example: 'north' }), respond)
    expect(accepted).toContain('GET /depots/north/parcels')
    expect(accepted.filter((request) => request.startsWith('DELETE'))).toEqual([])
  })

  it('are not reported if they do not exist', async () => {
    const { findings } = await check(documentWith({}), () => new Response(null, { status: 404 }))
    expect(findings).toEqual([])
  })

  it('are judged if they exist', async () => {
    const { findings } = await check(documentWith({}), (method, path) =>
      path.endsWith('/parcels') ? Response.json([{ weight: 'two' }]) : respond(method, path),
    )
    expect(findings.join('\n')).toContain('GET /depots/{depot}/parcels')
  })

  it('are read likewise if a creation does not show their ids', async () => {
    const created = { post: { ...sent(depot), responses: { 202: { description: 'Later' } } } }
    const { accepted } = await check(documentWith({}, { '/depots': created }), (method, path) =>
      method === 'POST' ? new Response(null, { status: 202 }) : respond(method, path),
    )
    expect(accepted.join('\n')).toMatch(/^GET \/depots\/[^/]+\/parcels$/m)
  })
})
