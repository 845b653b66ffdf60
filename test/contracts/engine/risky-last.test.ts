import { expect, it } from 'vitest'
import { recordContract, type Recording } from '../../../contracts/index.ts'
import { runDefaults } from '../../../contracts/options.ts'
import { createPlan } from '../../../contracts/plan.ts'
import { loadDocument } from '../../../spec/load.ts'
import { notesDocument, notesService } from '../support/notes-api.ts'
import { serveFetch } from '../support/serve-fetch.ts'

const switchDocument = {
  type: 'object',
  required: ['enabled'],
  additionalProperties: false,
  properties: { enabled: { type: 'boolean' } },
}
const content = { 'application/json': { schema: switchDocument } }
const document = {
  ...notesDocument,
  paths: {
    '/admin/maintenance': {
      get: { operationId: 'getMaintenance', responses: { '200': { description: 'ok', content } } },
      post: {
        operationId: 'toggleMaintenance',
        requestBody: { required: true, content },
        responses: { '200': { description: 'ok', content }, '400': { description: 'no' } },
      },
    },
    ...(notesDocument['paths'] as object),
  },
}

const isSwitch = (body: unknown): body is { readonly enabled: boolean } =>
  typeof body === 'object' &&
  body !== null &&
  Object.keys(body).join() === 'enabled' &&
  'enabled' in body &&
  typeof body.enabled === 'boolean'

/** Notes that can only be read once the maintenance mode is on. */
function maintainedNotes(): (request: Request) => Promise<Response> {
  let enabled = false
  const notes = notesService()
  return async (request) => {
    if (!request.url.endsWith('/admin/maintenance'))
      return enabled && !/GET|HEAD/.test(request.method)
        ? new Response(null, { status: 503 })
        : notes(request)
    if (request.method === 'POST') {
      const body: unknown = await request.json().catch(() => undefined)
      if (!isSwitch(body)) return new Response(null, { status: 400 })
      ;({ enabled } = body)
      return Response.json({ enabled })
    }
    return /GET|HEAD/.test(request.method)
      ? Response.json({ enabled })
      : new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
  }
}

it('what may put an API out of service is tried when everything else has been', async () => {
  const { findings, cases } = await recordContract({ target: maintainedNotes(), document })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(
    cases.flatMap(({ case: { operation }, verdict }) => (verdict.kind === 'passed' ? operation : [])),
  ).toContain('toggleMaintenance')
})

/** Checks notes whose server is gone after a body of many nested lists. */
async function checkFragile(): Promise<Recording> {
  const server = await serveFetch(
    notesService(async (request) => {
      if (!(await request.text()).startsWith('[[[[')) return undefined
      void server.close()
      return undefined
    }),
  )
  return recordContract({ target: server.url, document: notesDocument })
}

it('a request that ends the server costs no other case, and is known to have ended it', async () => {
  const { findings, cases, stopped } = await checkFragile()
  expect(findings.map(({ check, severity, actual }) => [check, severity, actual])).toEqual([
    ['server-error', 'error', 'the connection closed without a response, and the server stopped responding'],
  ])
  expect(
    cases.flatMap(({ case: { title }, verdict }) =>
      verdict.kind === 'skipped' && verdict.reason === stopped?.message ? title : [],
    ),
  ).toEqual([])
  expect(stopped?.message).toMatch(
    / is not reachable any more: .* A finding of server-error may name the request/,
  )
})

it('deeply nested bodies come before what puts the API out of service', async () => {
  const { phases } = createPlan(await loadDocument(document), runDefaults)
  const paths = phases.flatMap(({ cases }) => cases.map(({ path }) => path))
  const [deep, toggle] = [
    paths.findIndex((path) => path.endsWith('createNote/deep-nesting')),
    paths.findIndex((path) => path.includes('toggleMaintenance')),
  ]
  expect(deep).toBeLessThan(toggle)
  expect(paths.slice(toggle).every((path) => /maintenance/i.test(path))).toBe(true)
})

it('records are deleted before a log-out after which nothing else is accepted', async () => {
  let hasLoggedOut = false
  let phases = 0
  const service = notesService()
  const { notes } = await recordContract({
    document: {
      ...notesDocument,
      paths: {
        '/logout': { post: { operationId: 'logOut', responses: { '204': { description: 'Done' } } } },
        ...(notesDocument['paths'] as object),
      },
    },
    phases: ['examples', 'coverage'],
    target: async (request: Request) => {
      const { method, url } = request
      if (hasLoggedOut) return new Response(null, { status: 401 })
      if (method === 'POST' && url.endsWith('/logout')) {
        hasLoggedOut = true
        return new Response(null, { status: 204 })
      }
      const isDeletable = phases >= 2
      return method !== 'DELETE' || isDeletable ? service(request) : new Response(null, { status: 409 })
    },
    onEvent: ({ kind }) => {
      if (kind === 'phase-finished') phases += 1
    },
  })
  expect(hasLoggedOut).toBe(true)
  expect(notes.filter((each) => each.includes('could not be deleted'))).toEqual([])
})
