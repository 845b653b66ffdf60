import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, query, sent, text } from '../../../support/document-parts.ts'

const status = { ...text, enum: ['new', 'seen'] }
const properties = { message: { ...text, minLength: 2, maxLength: 40 }, status }
const sentAlert = { type: 'object', required: ['message'], properties }
const alert = {
  ...sentAlert,
  required: ['id', 'siteId', 'message', 'status'],
  properties: { id: { ...text, readOnly: true }, siteId: { ...text, readOnly: true }, ...properties },
}
const site = { type: 'object', required: ['id'], properties: { id: { ...text, readOnly: true }, name: text } }
const list = answer(200, { type: 'array', items: alert })

const document = {
  openapi: '3.1.0',
  info: { title: 'Alerts', version: '1' },
  paths: {
    '/sites': kept(site),
    '/sites/{siteId}': { ...at('siteId'), get: answer(200, site), delete: gone },
    '/alerts': { get: { operationId: 'listAlerts', parameters: [query('status', status)], ...list } },
    '/alerts/{id}': { ...at('id'), get: answer(200, alert), delete: gone },
    '/sites/{siteId}/alerts': {
      ...at('siteId'),
      get: { operationId: 'listSiteAlerts', parameters: [query('status', status)], ...list },
      post: { ...sent(sentAlert), ...answer(201, alert) },
    },
  },
}

/** What is found of a service that ignores the filter of some lists. */
async function findingsOf(ignores: (path: string) => boolean): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target(request: Request) {
      const url = new URL(request.url)
      if (request.method === 'GET' && ignores(url.pathname)) url.search = ''
      return mock.fetch(new Request(url, request))
    },
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

it('the filters of each list of the records are checked', async () => {
  expect(await findingsOf(() => false)).toEqual([])
  expect(await findingsOf((path) => path === '/alerts')).toEqual(['list-filter listAlerts'])
  expect(await findingsOf((path) => path.endsWith('/alerts') && path !== '/alerts')).toEqual([
    'list-filter listSiteAlerts',
  ])
})
