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

const named = (name: string, description: string): object => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
})
const listedAt = (schema: string): object => ({
  get: answer(200, list(ref(schema))),
  post: { ...sent('slug', 'name'), ...answer(201, ref(schema)) },
})
const team = named('team', 'The id or the slug of the team.')

describe('a path whose parameter is described as an id or another value', () => {
  const teams = {
    openapi: '3.0.3',
    info: { title: 'Teams', version: '1' },
    paths: {
      '/teams': listedAt('Team'),
      '/teams/{team}': { parameters: [team], get: answer(200, ref('Team')) },
      '/teams/{team}/boards': { parameters: [team], ...listedAt('Board') },
      '/teams/{team}/boards/{board}': {
        parameters: [team, named('board', 'This can either be the UUID of the board, or its slug.')],
        get: answer(200, ref('Board')),
      },
      '/users': listedAt('User'),
      '/users/{userId}': {
        parameters: [named('userId', 'The user ID or email address. Pass `me` for the current user.')],
        get: answer(200, ref('User')),
      },
    },
    components: {
      schemas: {
        Team: object({ id: text, slug: text, name: text }),
        Board: object({ uuid: text, slug: text, name: text }),
        User: { type: 'object', required: ['id'], properties: { id: text, email: text, name: text } },
      },
    },
  }

  it('takes either, below another one too', async () => {
    const send = clientOf(await createMock({ document: teams, selfCheck: true, world: 'empty' }))
    await send('POST', '/teams', { slug: 'core', name: 'Core' })
    const board = (await send('POST', '/teams/core/boards', { slug: 'plans', name: 'Plans' })).body
    expect((await send('GET', '/teams/core/boards/plans')).body).toEqual(board)
    expect((await send('GET', '/teams/core/boards/none')).status).toBe(404)
  })

  it('takes me for a user', async () => {
    const send = clientOf(await createMock({ document: teams, selfCheck: true }))
    const { body } = await send('GET', '/users')
    expect((await send('GET', '/users/me')).body).toEqual((body as readonly unknown[])[0])
  })
})
