import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { at, note, notes } from '../../../support/document-parts.ts'

const silent = { responses: { 204: { description: 'It is there.' }, 404: { description: 'It is not.' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    ...notes,
    '/notes/{id}/star': {
      ...at('id'),
      get: { operationId: 'isStarred', ...silent },
      put: { operationId: 'star', ...silent },
      delete: { operationId: 'unstar', ...silent },
    },
  },
  components: { schemas: { Note: note } },
}

type Wrong = (request: Request) => number | undefined

/** What is found of a service that answers some requests for stars by itself. */
async function findingsOf(wrong: Wrong): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/star/presence',
    target(request: Request) {
      const status = request.url.endsWith('/star') ? wrong(request) : undefined
      return status === undefined ? mock.fetch(request) : Promise.resolve(new Response(null, { status }))
    },
  })
  return findings.map((finding) => `${finding.check} ${finding.operation}: ${finding.message}`)
}

it('has no finding if GET finds what was put at its path until it is deleted', async () => {
  expect(await findingsOf(() => undefined)).toEqual([])
})

it('reports what GET does not find after PUT', async () => {
  expect(await findingsOf(({ method }) => (method === 'GET' ? 404 : undefined))).toEqual([
    expect.stringMatching(/^relation star: .*the item in the answers to GET \/notes\/\{id\}\/star after PUT/),
  ])
})

it('reports what GET still finds after DELETE', async () => {
  expect(await findingsOf(({ method }) => (method === 'DELETE' ? 204 : undefined))).toEqual([
    expect.stringMatching(/^relation unstar: .*without the deleted item/),
  ])
})

it('reports what GET finds at another path than that of the PUT', async () => {
  let isStarred = false
  const wrong: Wrong = ({ method }) => {
    if (method === 'PUT') isStarred = true
    return method === 'GET' ? (isStarred ? 204 : 404) : undefined
  }
  expect(await findingsOf(wrong)).toEqual([
    expect.stringMatching(/^relation star: .*nothing in the answers to .* but what was put/),
  ])
})
