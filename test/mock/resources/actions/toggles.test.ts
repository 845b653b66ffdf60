import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'
import { openWorkshop } from '../workshop.ts'

const instant = { type: ['string', 'null'], format: 'date-time', readOnly: true }
const issue = {
  type: 'object',
  required: ['id', 'starred', 'locked', 'is_favorite'],
  properties: {
    id: { ...integer, readOnly: true },
    title: text,
    starred: { type: 'boolean', readOnly: true },
    is_favorite: { type: 'boolean', readOnly: true },
    locked: { type: 'boolean', readOnly: true },
    lockedTime: instant,
    active_lock_reason: { type: ['string', 'null'], readOnly: true },
    state: { ...text, enum: ['open', 'closed'] },
    closed_at: instant,
  },
}
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const none = { responses: { 204: { description: 'Done' }, 404: { description: 'None' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/issues': {
      get: answer(200, list(ref('Issue'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Issue')) },
    },
    '/issues/{id}': {
      ...at,
      get: answer(200, ref('Issue')),
      patch: {
        requestBody: json({ type: 'object', properties: { state: issue.properties.state } }),
        ...answer(200, ref('Issue')),
      },
    },
    '/issues/{id}/star': { ...at, put: none, delete: none },
    '/issues/{id}/favorite': { ...at, put: none, delete: none },
    '/issues/{id}/lock': {
      ...at,
      put: { requestBody: json({ type: 'object', properties: { lock_reason: text } }), ...none },
      delete: none,
    },
  },
  components: { schemas: { Issue: issue } },
}

describe('a pair of PUT and DELETE', () => {
  let send: Send
  let path: string
  const read = async (): Promise<unknown> => (await send('GET', path)).body

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    const { id } = (await send('POST', '/issues', { title: 'New' })).body as { readonly id: number }
    path = `/issues/${String(id)}`
  })

  it('sets a flag and takes it back, however often', async () => {
    expect(await read()).toMatchObject({ starred: false })
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE']) {
      expect((await send(method, `${path}/star`)).status).toBe(204)
      expect(await read()).toMatchObject({ starred: method === 'PUT', locked: false })
    }
    expect((await send('DELETE', '/issues/99/star')).status).toBe(404)
  })

  it('sets a flag that the path has the name of', async () => {
    for (const method of ['PUT', 'DELETE']) {
      expect((await send(method, `${path}/favorite`)).status).toBe(204)
      expect(await read()).toMatchObject({ is_favorite: method === 'PUT', starred: false })
    }
  })

  it('sets the time and the reason, and clears the time', async () => {
    await send('PUT', `${path}/lock`, { lock_reason: 'spam' })
    expect(await read()).toMatchObject({
      locked: true,
      lockedTime: expect.any(String),
      active_lock_reason: 'spam',
    })
    await send('DELETE', `${path}/lock`)
    expect(await read()).toMatchObject({ locked: false, lockedTime: null })
  })

  it('leaves a time of a state that is left for the first one cleared', async () => {
    await send('PATCH', path, { state: 'closed' })
    expect(await read()).toMatchObject({ state: 'closed', closed_at: expect.any(String) })
    await send('PATCH', path, { state: 'open' })
    expect(await read()).toMatchObject({ state: 'open', closed_at: null })
  })
})

describe('an action called toggle', () => {
  it('sets the only flag to its opposite each time, and counts with it', async () => {
    const workshop = await openWorkshop()
    const { racks } = await workshop.shopWith('In')
    const repair = `/repairs/${(await workshop.repair(racks[0], 'Chain')).id}`
    const { id } = await workshop.post(`${repair}/steps`, { text: 'Clean' })
    const toggle = `${repair}/steps/${id}/toggle`
    expect(await workshop.post(toggle)).toMatchObject({ done: true })
    expect(await workshop.send('GET', repair)).toMatchObject({ body: { stepsDone: 1 } })
    expect(await workshop.post(toggle)).toMatchObject({ done: false })
    expect(await workshop.send('GET', repair)).toMatchObject({ body: { stepsDone: 0 } })
  })
})
