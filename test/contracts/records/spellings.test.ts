import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, text } from '../support/document-parts.ts'

const queue = {
  type: 'object',
  required: ['sid', 'friendly_name', 'colour'],
  properties: { sid: { ...text, readOnly: true }, friendly_name: text, colour: text },
}
const sent = (...required: readonly string[]): object => ({
  requestBody: {
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', required, properties: { FriendlyName: text, Colour: text } },
      },
    },
  },
})
/** Queues are sent as forms with other names than they are shown with. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Queues', version: '1' },
  paths: {
    '/queues': { post: { operationId: 'add', ...sent('FriendlyName', 'Colour'), ...answer(201, queue) } },
    '/queues/{sid}': {
      ...at('sid'),
      get: { operationId: 'read', ...answer(200, queue) },
      post: { operationId: 'change', ...sent(), ...answer(200, queue) },
      delete: gone,
    },
  },
}

/** The operations whose values are lost, if the server ignores the colour in requests to these paths. */
async function losing(ignored: RegExp): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST' || !ignored.test(pathname)) return mock.fetch(request)
      const form = new URLSearchParams(await request.text())
      if (form.has('Colour')) form.set('Colour', 'grey')
      return mock.fetch(new Request(request.url, { method: 'POST', body: form }))
    },
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

it('what is sent in another spelling than it is shown is expected back', async () => {
  expect(await losing(/^$/)).toEqual([])
  expect(await losing(/^\/queues$/)).toContain('created-readable add')
  expect(await losing(/^\/queues\/./)).toContain('update-visible change')
})
