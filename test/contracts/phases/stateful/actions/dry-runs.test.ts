import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const run = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    state: { ...text, enum: ['running', 'cancelled'], readOnly: true },
  },
}
const options = { type: 'object', properties: { dry_run: { type: 'boolean', default: true } } }

const document = {
  openapi: '3.1.0',
  info: { title: 'Runs', version: '1' },
  paths: {
    '/runs': kept(run),
    '/runs/{id}': { ...at('id'), get: answer(200, run), delete: gone },
    '/runs/{id}/cancel': {
      ...at('id'),
      post: { description: 'Sets the state to `cancelled`.', ...sent(options), ...answer(200, run) },
    },
  },
}

/** The checks that report a service whose dry runs are the default, or that ignores the action. */
async function checksOf(cancels: boolean): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const path = /^\/runs\/[^/]+(?=\/cancel$)/.exec(new URL(request.url).pathname)?.[0]
      if (path === undefined || request.method !== 'POST') return mock.fetch(request)
      const sent = JSON.parse(await request.clone().text()) as { readonly dry_run?: unknown }
      // What was sent is valid, and the record as it is.
      return cancels && sent.dry_run === false
        ? mock.fetch(request)
        : mock.fetch(new Request(new URL(path, request.url)))
    },
  })
  return [...new Set(findings.map(({ check }) => check))]
}

it('actions take effect though their dry runs are the default', async () => {
  expect(await checksOf(true)).toEqual([])
})

it('actions without effect are reported', async () => {
  expect(await checksOf(false)).toContain('states')
})
