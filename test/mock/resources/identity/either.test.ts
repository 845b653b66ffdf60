import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const at = { parameters: [{ name: 'projectIdOrKey', in: 'path', required: true, schema: text }] }
const sent = (...names: readonly string[]): object => ({
  requestBody: json({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) }),
})
const document = {
  openapi: '3.0.3',
  info: { title: 'Tracker', version: '1' },
  paths: {
    '/projects': {
      get: answer(200, list(ref('Project'))),
      post: { ...sent('key', 'name'), ...answer(201, ref('Project')) },
    },
    '/projects/{projectIdOrKey}': {
      ...at,
      get: answer(200, ref('Project')),
      patch: { ...sent('name'), ...answer(200, ref('Project')) },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
    '/projects/{projectIdOrKey}/issues': {
      ...at,
      get: answer(200, list(ref('Issue'))),
      post: { ...sent('title'), ...answer(201, ref('Issue')) },
    },
  },
  components: {
    schemas: {
      Project: object({ id: text, key: text, name: text }),
      Issue: object({ id: text, title: text }),
    },
  },
}

describe('a path that names a record by its id or by another value', () => {
  let send: Send
  let id: string
  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    const { body } = await send('POST', '/projects', { key: 'OPS', name: 'Operations' })
    ;({ id } = body as { readonly id: string })
  })

  it('reads, changes and deletes it by either', async () => {
    const project = { id, key: 'OPS', name: 'Operations' }
    for (const name of [id, 'OPS']) expect((await send('GET', `/projects/${name}`)).body).toEqual(project)
    await send('PATCH', '/projects/OPS', { name: 'Platform' })
    expect((await send('GET', `/projects/${id}`)).body).toEqual({ ...project, name: 'Platform' })
    expect((await send('DELETE', '/projects/OPS')).status).toBe(204)
    expect((await send('GET', `/projects/${id}`)).status).toBe(404)
  })

  it('leads to the same records below it', async () => {
    const issue = (await send('POST', '/projects/OPS/issues', { title: 'Disk full' })).body
    for (const name of [id, 'OPS'])
      expect((await send('GET', `/projects/${name}/issues`)).body).toEqual([issue])
  })

  it('is answered with 404 where neither is known', async () => {
    expect((await send('GET', '/projects/DEV')).status).toBe(404)
  })
})
