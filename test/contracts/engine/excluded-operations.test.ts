import { describe, expect, it } from 'vitest'
import type { FetchHandler } from '../../../contracts/client/fetch-client.ts'
import type { RunEvent } from '../../../contracts/events.ts'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { create, at, gone, list, notes, read } from '../support/document-parts.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'

/** What a run asks for, and why its cases are inconclusive. */
async function runWithout(exclude: readonly string[]): Promise<{ sent: Set<string>; reasons: Set<string> }> {
  const sent = new Set<string>()
  const reasons = new Set<string>()
  const onEvent = (event: RunEvent): void => {
    if (event.kind === 'case-finished' && event.verdict.kind === 'inconclusive')
      reasons.add(`${event.case.operation}: ${event.verdict.reason}`)
  }
  const target = notesService(({ method, url }) => {
    sent.add(`${method} ${new URL(url).pathname.replace(/\/\d+$/, '/1')}`)
    return undefined
  })
  const { findings } = await runContract({ target, document: notesDocument, exclude, onEvent })
  expect(findings).toEqual([])
  return { sent, reasons }
}

describe('an operation that is excluded', () => {
  it('is not called to prepare another, whose case is inconclusive and says why', async () => {
    const { sent, reasons } = await runWithout(['createNote'])
    expect([...sent]).not.toContain('POST /notes')
    expect([...sent]).toContain('GET /notes')
    expect([...reasons]).toContain(
      'getNote: No record of /notes to work on is available: createNote is excluded.',
    )
  })

  it('is not called to clean up, nor as an unsupported method of its path', async () => {
    const { sent } = await runWithout(['DELETE *'])
    expect([...sent].filter((request) => request.startsWith('DELETE'))).toEqual([])
    expect([...sent]).toContain('GET /notes/1')
  })

  it('is not called to see what has changed', async () => {
    const { sent } = await runWithout(['listNotes'])
    expect([...sent]).not.toContain('GET /notes')
    expect([...sent]).toContain('DELETE /notes/1')
  })

  it('is not called if a Location leads to it', async () => {
    const sent = new Set<string>()
    const service = notesService()
    const target: FetchHandler = async (request) => {
      const { pathname } = new URL(request.url)
      sent.add(`${request.method} ${new URL(request.url).pathname}`)
      if (pathname === '/drafts') return Response.json([])
      const response = await service(request)
      if (response.status === 201) response.headers.set('location', '/drafts')
      return response
    }
    const drafts = { get: { operationId: 'listDrafts', responses: { '200': { description: 'ok' } } } }
    const document = { ...notesDocument, paths: { ...(notesDocument['paths'] as object), '/drafts': drafts } }
    const { findings } = await runContract({
      target,
      document,
      exclude: ['listDrafts'],
      phases: ['stateful'],
    })
    expect(findings).toEqual([])
    expect([...sent]).toContain('POST /notes')
    expect([...sent]).not.toContain('GET /drafts')
  })
})

it('never writes to resources that are unrelated to the included operations', async () => {
  const pens = {
    '/pens': { get: list(), post: create },
    '/pens/{id}': { ...at('id'), get: read, patch: create, delete: gone },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1' },
    paths: { ...notes, ...pens },
  }
  const mock = await createMock({ document })
  const sent = new Set<string>()
  const { findings } = await runContract({
    document,
    include: ['*/notes*'],
    async target(request: Request) {
      sent.add(`${request.method} ${new URL(request.url).pathname}`)
      return mock.fetch(request)
    },
  })
  expect(findings).toEqual([])
  const ofPens = [...sent].filter((request) => request.includes('/pens'))
  expect(ofPens.filter((request) => !/^(?:GET|HEAD) \/pens$/.test(request))).toEqual([])
  expect([...sent].some((request) => request.startsWith('DELETE'))).toBe(true)
})
