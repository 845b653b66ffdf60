import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReplay } from '../../../contracts/findings/replay.ts'
import { recordContract } from '../../../contracts/index.ts'
import { firstFailure } from '../../../contracts/phases/fuzz/failure.ts'
import { services } from '../../saboteurs/services.ts'
import { notesDocument as document, notesService } from '../support/notes-api.ts'

/** Fails for two parameters at once, which no case with one change at a time can meet. */
const failsTogether = (request: Request): Response | undefined => {
  const { searchParams: query } = new URL(request.url)
  const isMet = (query.get('text') ?? '').length > 2 && query.has('pinned')
  return isMet ? Response.json({ message: 'Sorry.' }, { status: 500 }) : undefined
}

const replayOf = (command: string): { seed: number; path: string } => {
  const replay = parseReplay(/--replay (\S+)/.exec(command)?.[1]?.replaceAll("'", '') ?? '')
  if (!replay) throw new Error(`no replay in ${command}`)
  return replay
}

describe('the fuzz phase', () => {
  it('finds nothing in a healthy API', async () => {
    for (const seed of [1, 2, 3]) {
      const { findings, cases } = await recordContract({
        target: notesService(),
        document,
        phases: ['fuzz'],
        seed,
      })
      expect(findings).toEqual([])
      expect(cases.map(({ verdict }) => verdict.kind)).toEqual(['passed', 'passed'])
    }
  })

  it('finds a failure that takes two parameters at once, which coverage misses', async () => {
    const target = notesService(failsTogether)
    const coverage = await recordContract({ target, document, phases: ['coverage'] })
    expect(coverage.findings).toEqual([])
    const { findings } = await recordContract({ target, document, phases: ['fuzz'] })
    expect(findings.map(({ check, operation }) => [check, operation])).toEqual([
      ['server-error', 'listNotes'],
    ])
  })

  it('shrinks to the smallest request that fails', async () => {
    const { findings } = await recordContract({
      target: notesService(failsTogether),
      document,
      phases: ['fuzz'],
    })
    const url = new URL(findings[0]?.request?.url ?? '')
    expect(url.searchParams.get('text')).toHaveLength(3)
    expect(url.searchParams.get('pinned')).toBe('false')
  })

  it('replays the smallest request alone', async () => {
    const { findings } = await recordContract({
      target: notesService(failsTogether),
      document,
      phases: ['fuzz'],
      seed: 7,
    })
    const { seed, path } = replayOf(findings[0]?.replay ?? '')
    const urls: string[] = []
    const target = notesService((request) => {
      urls.push(request.url)
      return failsTogether(request)
    })
    const again = await recordContract({ target, document, seed, only: path })
    expect(again.cases.map((replayed) => replayed.case.path)).toEqual([path])
    expect(again.findings.map(({ id, request }) => [id, request?.url])).toEqual(
      findings.map(({ id, request }) => [id, request?.url]),
    )
    expect(urls).toHaveLength(2)
  })

  it('finds a rare failure with more random requests, and replays it', async () => {
    const failsRarely = (request: Request): Response | undefined => {
      const text = new URL(request.url).searchParams.get('text') ?? ''
      return text.startsWith('J') ? new Response(null, { status: 500 }) : undefined
    }
    const target = notesService(failsRarely)
    const few = await recordContract({ target, document, phases: ['fuzz'] })
    expect(few.findings).toEqual([])
    const many = await recordContract({ target, document, phases: ['fuzz'], fuzzRequests: 300 })
    expect(many.findings).toMatchObject([{ check: 'server-error', operation: 'listNotes' }])
    const { path } = replayOf(many.findings[0]?.replay ?? '')
    const again = await recordContract({ target, document, only: path })
    expect(again.findings.map(({ id }) => id)).toEqual(many.findings.map(({ id }) => id))
  })

  it('does not repeat the findings of an earlier phase', async () => {
    const target = notesService((request) =>
      new URL(request.url).searchParams.has('pinned') ? new Response(null, { status: 500 }) : undefined,
    )
    const { findings } = await recordContract({ target, document, phases: ['coverage', 'fuzz'] })
    expect(findings.filter(({ check }) => check === 'server-error').length).toBeGreaterThan(0)
    expect(findings.filter(({ replay }) => replay.includes('fuzz/'))).toEqual([])
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
  })

  it('ends within its limits, and keeps the findings so far', async () => {
    const { findings, stopped } = await recordContract({
      target: notesService(failsTogether),
      document,
      phases: ['fuzz'],
      maxRequests: 30,
    })
    expect(stopped?.reason).toBe('max-requests')
    expect(findings).toHaveLength(1)
  })

  it('generates no further requests after the last one it could send', async () => {
    let generated = 0
    const nothing = { query: {}, header: {}, cookie: {}, body: undefined }
    const requests = fc.constant(nothing).map((request) => {
      generated += 1
      return request
    })
    const limit = new Error('The limit was reached.')
    const send = async (): Promise<never> => Promise.reject(limit)
    const search = { requests, seed: 1, runs: 100_000, path: undefined, shrinkBudget: 60, send }
    expect(await firstFailure(search)).toEqual({ failure: undefined, end: limit })
    expect(generated).toBeLessThan(5)
  })

  it('ends although it generates no bytes for an upload', async () => {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    const upload = {
      parameters: [{ name: 'name', in: 'query', schema: { type: 'string' } }],
      requestBody: { required: true, content },
      responses: { 204: { description: 'Kept.' } },
    }
    const { stopped, cases } = await recordContract({
      target: async () => Promise.resolve(new Response(null, { status: 204 })),
      document: {
        openapi: '3.1.0',
        info: { title: 'Files', version: '1' },
        paths: { '/files': { post: { operationId: 'upload', ...upload } } },
      },
      phases: ['fuzz'],
    })
    expect(stopped).toBeUndefined()
    expect(cases.map(({ verdict }) => verdict.kind)).toEqual(['passed'])
  })

  it.each(services)('has nothing against the healthy $name', async ({ start, credentials }) => {
    const service = await start({ auth: true })
    try {
      const headers = Object.fromEntries(
        Object.entries(credentials).map(([name, value]) => [name.toLowerCase(), value]),
      )
      const { findings } = await recordContract({
        target: service.url,
        document: service.document,
        headers,
        phases: ['fuzz'],
        seed: 11,
      })
      expect(findings).toEqual([])
    } finally {
      await service.close()
    }
  })
})
