import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const flag = { type: 'boolean', readOnly: true }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const toggled = { ...at, put: answer(204), delete: answer(204) }
const document = {
  openapi: '3.1.0',
  info: { title: 'Talks', version: '1' },
  paths: {
    '/talks': {
      get: answer(200, list(ref('Talk'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Talk')) },
    },
    '/talks/{id}': { ...at, get: answer(200, ref('Talk')) },
    '/talks/{id}/like': toggled,
    '/talks/{id}/follow': toggled,
    '/talks/{id}/accept': { ...at, post: answer(200, ref('Talk')) },
    '/talks/{id}/decline': { ...at, post: answer(200, ref('Talk')) },
  },
  components: {
    schemas: {
      Talk: object({
        id: own,
        title: text,
        liked: flag,
        like_count: own,
        following: flag,
        progress: { ...object({ total: integer, done: integer }), readOnly: true },
        status: { ...text, enum: ['pending', 'accepted', 'declined'], readOnly: true },
        answered_on: {
          type: ['string', 'null'],
          format: 'date-time',
          readOnly: true,
          description: 'When it was accepted or declined.',
        },
      }),
    },
  },
}

describe('what only the server sets', () => {
  let send: Send
  let path: string
  const read = async (): Promise<unknown> => (await send('GET', path)).body

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    path = `/talks/${String(((await send('POST', '/talks', { title: 'New' })).body as { id: number }).id)}`
  })

  it('a number beside a flag counts those who have set it, once each', async () => {
    for (const [method, liked] of [
      ['PUT', true],
      ['PUT', true],
      ['DELETE', false],
      ['DELETE', false],
    ] as const) {
      await send(method, `${path}/like`)
      expect(await read()).toMatchObject({ liked, like_count: liked ? 1 : 0 })
    }
  })

  it('an action begins what a flag such as `following` tells', async () => {
    await send('PUT', `${path}/follow`)
    expect(await read()).toMatchObject({ following: true, liked: false })
    await send('DELETE', `${path}/follow`)
    expect(await read()).toMatchObject({ following: false })
  })

  it('the counts in an object of a new record are zero', async () => {
    expect(await read()).toMatchObject({ progress: { total: 0, done: 0 } })
  })

  it('a time is set by each of the events that its description names, also in seeded records', async () => {
    expect(await read()).toMatchObject({ answered_on: null })
    await send('POST', `${path}/decline`)
    expect(await read()).toMatchObject({ status: 'declined', answered_on: expect.any(String) })
    const talks = (await send('GET', '/talks')).body as { status: string; answered_on: string | null }[]
    for (const { status, answered_on: time } of talks) expect(time === null).toBe(status === 'pending')
  })
})
