import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, object, text } from '../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: integer }
const ticket = object({ id: integer, title: text })
const comment = object({ id: integer, ticketId: integer, body: text })

const document = {
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets': {
      get: answer(200, { type: 'array', items: ticket }),
      post: { requestBody: json(object({ title: text })), ...answer(201, ticket) },
    },
    '/tickets/{id}': { parameters: [id], get: answer(200, ticket) },
    '/tickets/{id}/comments': {
      parameters: [id],
      get: answer(200, { type: 'array', items: comment }),
      post: { requestBody: json(object({ body: text })), ...answer(201, comment) },
    },
  },
}

it('a nested record refers to its parent, even if the path parameter has another name', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id: createdId } = (await send('POST', '/tickets', { title: 'Broken' })).body as { id: number }
  for (const ticketId of [1, createdId]) {
    const target = `/tickets/${String(ticketId)}/comments`
    expect((await send('POST', target, { body: 'Why?' })).body).toMatchObject({ ticketId })
    const all = (await send('GET', target)).body as { ticketId: number }[]
    expect(all.filter((comment) => comment.ticketId !== ticketId)).toEqual([])
  }
})
