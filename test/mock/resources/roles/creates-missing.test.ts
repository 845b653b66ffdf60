import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, ref, text } from '../document-parts.ts'

const documentOf = (summary: string) => ({
  openapi: '3.0.3',
  info: { title: 'Repositories', version: '1' },
  paths: {
    '/repositories/{owner}': {
      parameters: [{ name: 'owner', in: 'path', required: true, schema: text }],
      get: answer(200, list(ref('Repository'))),
    },
    '/repositories/{owner}/{repo_slug}': {
      parameters: ['owner', 'repo_slug'].map((name) => ({ name, in: 'path', required: true, schema: text })),
      get: {
        responses: {
          200: { description: 'Found', ...json(ref('Repository')) },
          404: { description: 'None' },
        },
      },
      post: { summary, requestBody: json(ref('Repository')), ...answer(200, ref('Repository')) },
    },
  },
  components: {
    schemas: { Repository: { type: 'object', properties: { uuid: text, name: text, about: text } } },
  },
})

describe('a POST to the path of a record', () => {
  it('creates it under its name where it is described so', async () => {
    const send = clientOf(await createMock({ document: documentOf('Create a repository'), selfCheck: true }))
    const { status, body } = await send('POST', '/repositories/jo/tools', { about: 'Spades' })
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'tools', about: 'Spades' } })
    expect((await send('GET', '/repositories/jo/tools')).body).toEqual(body)
    expect((await send('GET', '/repositories/jo')).body).toContainEqual(body)
  })

  it('changes it elsewhere, and finds nothing to change', async () => {
    const send = clientOf(await createMock({ document: documentOf('Change a repository'), selfCheck: true }))
    expect((await send('POST', '/repositories/jo/tools', { about: 'Spades' })).status).not.toBe(200)
  })
})

it('a path that is asked for with 204 is empty until something is put there, whatever content that declares', async () => {
  const marked = { 204: { description: 'Yes', ...json(ref('Repository')) }, 404: { description: 'No' } }
  const document = {
    ...documentOf('Create a repository'),
    paths: {
      '/watched/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: text }],
        get: { responses: marked },
        put: { responses: marked },
        delete: { responses: marked },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const statuses: number[] = []
  for (const method of ['GET', 'PUT', 'GET', 'DELETE', 'GET'])
    statuses.push((await send(method, '/watched/tools')).status)
  expect(statuses).toEqual([404, 204, 204, 204, 404])
})
