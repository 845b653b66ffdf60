import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, ref, text } from '../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: text }
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { requestBody: json(ref('Note')), ...answer(201, ref('Note')) } },
    '/notes/{id}': {
      parameters: [id],
      get: answer(200, ref('Note')),
      put: { requestBody: json(ref('Note')), ...answer(200, ref('Note')) },
    },
  },
  components: {
    schemas: {
      Note: {
        type: 'object',
        properties: {
          id: { ...text, readOnly: true },
          etag: text,
          body: text,
          uid: { ...text, description: 'Identifies the note. Populated by the system. Read-only.' },
          status: {
            ...text,
            description: 'Optional. One of:\n- "open" - This is the default status.\n- "closed" - Done.',
          },
        },
      },
    },
  },
}
const sendTo = async (): Promise<Send> =>
  clientOf(await createMock({ document, world: 'empty', selfCheck: true }))

describe('entity tags in records', () => {
  it('change with every change, even if clients send the last one back', async () => {
    const send = await sendTo()
    const { body: first } = await send('POST', '/notes', { body: 'a' })
    expect(first).toMatchObject({ etag: expect.any(String) })
    const { body: second } = await send('PUT', '/notes/note-1', { ...(first as object), body: 'b' })
    expect(second).toMatchObject({
      etag: expect.not.stringContaining(`${(first as { etag: string }).etag}!`),
    })
    expect((second as { etag: string }).etag).not.toBe((first as { etag: string }).etag)
  })

  it('stay as clients choose them', async () => {
    const { body } = await (await sendTo())('POST', '/notes', { etag: 'mine' })
    expect(body).toMatchObject({ etag: 'mine' })
  })
})

it('properties that are described as read-only are set by the server', async () => {
  const { body } = await (await sendTo())('POST', '/notes', { uid: 'mine' })
  expect(body).toMatchObject({ uid: expect.not.stringMatching(/^mine$/) })
})

it('a text has the value that its description marks as the default', async () => {
  expect((await (await sendTo())('POST', '/notes', {})).body).toMatchObject({ status: 'open' })
})
