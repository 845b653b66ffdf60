import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { integer, json, list, object, ref, text } from '../document-parts.ts'

const flag = { type: 'boolean', readOnly: true }
const topic = object({
  id: { ...integer, readOnly: true },
  title: text,
  locked: flag,
  solved: flag,
  solvedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
})
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const answers = (success: object, conflict?: string): object => ({
  responses: {
    ...success,
    404: { description: 'Not found' },
    ...(conflict !== undefined && { 409: { description: conflict } }),
  },
})
const one = { 200: { description: 'The topic', ...json(ref('Topic')) } }
const sent = { requestBody: json(object({ title: text })) }
const document = {
  openapi: '3.1.0',
  info: { title: 'Forum', version: '1' },
  paths: {
    '/topics': {
      get: answers({ 200: { description: 'Topics', ...json(list(ref('Topic'))) } }),
      post: { ...sent, ...answers({ 201: { description: 'The topic', ...json(ref('Topic')) } }) },
    },
    '/topics/{id}': {
      ...at,
      get: answers(one),
      patch: { ...sent, ...answers(one, 'Locked topics cannot be changed.') },
      delete: {
        description: 'Only locked topics can be deleted.',
        ...answers({ 204: { description: 'Deleted' } }, 'Conflict'),
      },
    },
    '/topics/{id}/lock': { ...at, post: answers(one, 'The topic is locked already.') },
    '/topics/{id}/unlock': { ...at, post: answers(one, 'The topic is not locked.') },
    '/topics/{id}/solve': { ...at, post: answers(one, 'The topic is solved already.') },
    '/topics/{id}/reopen': { ...at, post: answers(one, 'The topic is not solved.') },
  },
  components: { schemas: { Topic: topic } },
}

describe('an operation that depends on a flag', () => {
  let send: Send
  let path: string

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    const { id } = (await send('POST', '/topics', { title: 'Help' })).body as { readonly id: number }
    path = `/topics/${String(id)}`
  })

  it('refuses an action on a record that has the flag already', async () => {
    expect((await send('POST', `${path}/unlock`)).status).toBe(409)
    expect((await send('POST', `${path}/lock`)).body).toMatchObject({ locked: true })
    expect((await send('POST', `${path}/lock`)).status).toBe(409)
    expect((await send('POST', `${path}/unlock`)).body).toMatchObject({ locked: false })
  })

  it('refuses changes and deletions as the document describes', async () => {
    expect((await send('DELETE', path)).status).toBe(409)
    await send('POST', `${path}/lock`)
    expect((await send('PATCH', path, { title: 'Solved' })).status).toBe(409)
    expect((await send('DELETE', path)).status).toBe(204)
  })

  it('takes back the flag that its refusal names', async () => {
    expect((await send('POST', `${path}/reopen`)).status).toBe(409)
    const solved = await send('POST', `${path}/solve`)
    expect(solved.body).toMatchObject({ solved: true, solvedAt: expect.any(String) })
    expect((await send('POST', `${path}/reopen`)).body).toMatchObject({ solved: false, solvedAt: null })
  })
})

describe('a flag that texts call by its opposite', () => {
  const shop = object({ id: integer, name: text, is_open: flag })
  const shops = {
    openapi: '3.1.0',
    info: { title: 'Shops', version: '1' },
    paths: {
      '/shops': {
        post: {
          description: 'A new shop is closed and has no rating.',
          requestBody: json(object({ name: text })),
          ...answers({ 201: { description: 'Made', ...json(ref('Shop')) } }),
        },
      },
      '/shops/{id}': { ...at, get: answers({ 200: { description: 'It', ...json(ref('Shop')) } }) },
      '/shops/{id}/open': { ...at, post: answers({ 200: { description: 'It', ...json(ref('Shop')) } }) },
      '/shops/{id}/close': { ...at, post: answers({ 200: { description: 'It', ...json(ref('Shop')) } }) },
      '/shops/{id}/hours': {
        ...at,
        put: {
          requestBody: json(object({ is_open: { type: 'boolean' } })),
          ...answers({ 200: { description: 'It', ...json(ref('Shop')) } }),
        },
      },
    },
    components: { schemas: { Shop: shop } },
  }
  let send: Send
  let path: string
  const changed = async (name: string): Promise<unknown> => (await send('POST', `${path}/${name}`)).body

  beforeEach(async () => {
    send = clientOf(await createMock({ document: shops, selfCheck: true }))
    const { id } = (await send('POST', '/shops', { name: 'New' })).body as { readonly id: number }
    path = `/shops/${String(id)}`
  })

  it('has the value that the creation describes', async () => {
    expect((await send('GET', path)).body).toMatchObject({ is_open: false })
  })

  it('is set and cleared by actions that undo each other', async () => {
    expect(await changed('open')).toMatchObject({ is_open: true })
    expect(await changed('close')).toMatchObject({ is_open: false })
  })

  it('takes the value that an action is sent', async () => {
    expect((await send('PUT', `${path}/hours`, { is_open: true })).body).toMatchObject({ is_open: true })
  })
})
