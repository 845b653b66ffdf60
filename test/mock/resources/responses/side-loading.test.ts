import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../document-parts.ts'

const include = { name: 'include', in: 'query', schema: text, description: 'Records to side-load' }
const optional = (properties: object, ...required: readonly string[]): object => ({
  type: 'object',
  required,
  properties,
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  paths: {
    '/tickets': {
      get: {
        parameters: [include],
        ...answer(
          200,
          optional(
            { tickets: list(ref('Ticket')), users: list(ref('User')), groups: list(ref('Group')) },
            'tickets',
          ),
        ),
      },
      post: {
        requestBody: json(object({ ticket: object({ author_id: integer, group_id: integer }) })),
        ...answer(201, object({ ticket: ref('Ticket') })),
      },
    },
    '/tickets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: {
        parameters: [include],
        ...answer(200, optional({ ticket: ref('Ticket'), users: list(ref('User')) }, 'ticket', 'users')),
      },
    },
    '/users': collection('User', object({ name: text })),
    '/groups': collection('Group', object({ title: text })),
  },
  components: {
    schemas: {
      Ticket: object({ id: { ...integer, readOnly: true }, author_id: integer, group_id: integer }),
      User: object({ id: { ...integer, readOnly: true }, name: text }),
      Group: object({ id: { ...integer, readOnly: true }, title: text }),
    },
  },
}

describe('lists beside records of what they refer to', () => {
  let send: Send
  const bodyOf = async (...request: Parameters<Send>): Promise<unknown> => (await send(...request)).body
  let ticket: Record<string, number>

  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const [ada, bob] = await Promise.all(
      ['Ada', 'Bob'].map(async (name) => bodyOf('POST', '/users', { name })),
    )
    const group = (await bodyOf('POST', '/groups', { title: 'Staff' })) as { id: number }
    for (const author of [bob, ada, ada])
      ticket = (
        (await bodyOf('POST', '/tickets', {
          ticket: { author_id: (author as { id: number }).id, group_id: group.id },
        })) as { ticket: Record<string, number> }
      ).ticket
  })

  it('have each record once, if the request asks for them', async () => {
    expect(await bodyOf('GET', '/tickets?include=users,groups')).toMatchObject({
      users: [{ name: 'Bob' }, { name: 'Ada' }],
      groups: [{ title: 'Staff' }],
    })
    expect(await bodyOf('GET', '/tickets?include=users')).not.toHaveProperty('groups')
  })

  it('are of the one record that is read, and empty if they have to be there', async () => {
    const path = `/tickets/${String(ticket['id'])}`
    expect(await bodyOf('GET', `${path}?include=users`)).toMatchObject({ ticket, users: [{ name: 'Ada' }] })
    expect(await bodyOf('GET', path)).toEqual({ ticket, users: [] })
  })
})
