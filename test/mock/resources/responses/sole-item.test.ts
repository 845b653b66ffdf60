import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const listed = object({ contacts: list(ref('Contact')), at: text })
const alone = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const noted = { 404: { description: 'None' } }
const responding = (status: number, schema: object): object => {
  const { responses } = answer(status, schema) as { readonly responses: object }
  return { responses: { ...responses, ...noted } }
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Ledger', version: '1' },
  paths: {
    '/contacts': {
      get: answer(200, listed),
      post: { ...alone(object({ name: text, phone: text })), ...answer(201, listed) },
    },
    '/contacts/{contactId}': {
      ...at('contactId'),
      get: { summary: 'A contact by its id', ...responding(200, listed) },
      put: { ...alone(object({ contacts: list(ref('Contact')) })), ...responding(200, listed) },
      delete: responding(204, object({})),
    },
    '/folders': { get: answer(200, list(ref('Folder'))) },
    '/folders/{folderId}': {
      ...at('folderId'),
      get: { summary: 'The folders within a folder', ...responding(200, list(ref('Folder'))) },
    },
  },
  components: {
    schemas: {
      Contact: object({ id: integer, name: text, phone: text }),
      Folder: object({ id: integer, name: text }),
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

describe('a record that is shown as the only item of a list', () => {
  const create = async (): Promise<{ readonly id: number }> => {
    const { status, body } = await send('POST', '/contacts', { name: 'Ada', phone: '1' })
    const { contacts } = body as { readonly contacts: readonly { readonly id: number }[] }
    expect([status, contacts]).toEqual([201, [{ id: expect.any(Number) as number, name: 'Ada', phone: '1' }]])
    return contacts[0] as { readonly id: number }
  }

  it('is created, read and listed', async () => {
    const contact = await create()
    expect((await send('GET', `/contacts/${contact.id}`)).body).toMatchObject({ contacts: [contact] })
    const { contacts } = (await send('GET', '/contacts')).body as { readonly contacts: readonly object[] }
    expect(contacts).toContainEqual(contact)
    expect(contacts.length).toBeGreaterThan(1)
  })

  it('is changed by such a list', async () => {
    const { id } = await create()
    const changed = { id, name: 'Ada', phone: '2' }
    expect((await send('PUT', `/contacts/${id}`, { contacts: [changed] })).body).toMatchObject({
      contacts: [changed],
    })
    expect((await send('GET', `/contacts/${id}`)).body).toMatchObject({ contacts: [changed] })
  })

  it('is missing once it is deleted', async () => {
    const { id } = await create()
    expect((await send('DELETE', `/contacts/${id}`)).status).toBe(204)
    expect((await send('GET', `/contacts/${id}`)).status).toBe(404)
  })
})

it('a list below a record is of what the record contains, if that is said', async () => {
  const { body } = await send('GET', '/folders/3')
  expect(body).not.toEqual([expect.objectContaining({ id: 3 })])
})
