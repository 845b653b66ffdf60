import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const own = { ...text, readOnly: true }
const role = { enum: ['reader', 'editor', 'owner'], default: 'reader' }
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})

/** Folders with members, which are made and left as described. */
async function folders(making: string, leaving = 'Removed'): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Folders', version: '1' },
    paths: {
      '/me': { get: answer(200, ref('User')) },
      '/users': { get: answer(200, list(ref('User'))) },
      '/users/{id}': { ...at('id'), get: answer(200, ref('User')) },
      '/folders': {
        get: answer(200, list(ref('Folder'))),
        post: {
          description: making,
          requestBody: json(object({ title: text })),
          ...answer(201, ref('Folder')),
        },
      },
      '/folders/{id}': { ...at('id'), get: answer(200, ref('Folder')) },
      '/folders/{id}/members': {
        ...at('id'),
        get: answer(200, list(ref('Member'))),
        post: {
          requestBody: json({ type: 'object', required: ['userId'], properties: { userId: text, role } }),
          responses: {
            201: { description: 'Added', ...json(ref('Member')) },
            409: { description: 'The user is a member already.' },
          },
        },
      },
      '/folders/{id}/members/{userId}': {
        ...at('id', 'userId'),
        delete: { responses: { 204: { description: 'Removed' }, 409: { description: leaving } } },
      },
    },
    components: {
      schemas: {
        User: object({ id: text, name: text }),
        Folder: object({
          id: own,
          title: text,
          memberCount: { ...integer, readOnly: true, description: 'The number of members.' },
        }),
        Member: object({ userId: text, role }),
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const made = async (send: Send): Promise<string> =>
  `/folders/${((await send('POST', '/folders', { title: 'Plans' })).body as { readonly id: string }).id}`

const me = async (send: Send): Promise<string> =>
  ((await send('GET', '/me')).body as { readonly id: string }).id

describe('whoever creates a record', () => {
  it.each([
    ['Creates a folder. The creator becomes its owner.', 'owner'],
    ['Whoever creates a folder is its first reader and its editor.', 'reader'],
    ['Creates a folder. You are added as a member.', 'reader'],
  ])('is a member of it where the description says so: %s', async (making, role) => {
    const send = await folders(making)
    const path = await made(send)
    expect((await send('GET', `${path}/members`)).body).toEqual([{ userId: await me(send), role }])
    expect((await send('GET', path)).body).toMatchObject({ memberCount: 1 })
  })

  it('is none where it does not', async () => {
    const send = await folders('Creates a folder.')
    expect((await send('GET', `${await made(send)}/members`)).body).toEqual([])
  })

  it('is not taken for those who are added by others', async () => {
    const send = await folders('The creator becomes its owner.')
    const path = `${await made(send)}/members`
    const users = (await send('GET', '/users')).body as unknown as readonly { readonly id: string }[]
    const self = await me(send)
    const other = users.find(({ id }) => id !== self)?.id ?? ''
    expect((await send('POST', path, { userId: other })).status).toBe(201)
    expect((await send('POST', path, { userId: other })).status).toBe(409)
    expect((await send('POST', path, { userId: self })).status).toBe(409)
  })
})

it.each([
  ['The last owner cannot be removed.', 409],
  ['A folder must have at least one owner.', 409],
  ['The folder is in use.', 204],
])(
  'the last record of a kind cannot be removed where the description says so: %s',
  async (leaving, status) => {
    const send = await folders('The creator becomes its owner.', leaving)
    const path = `${await made(send)}/members`
    const users = (await send('GET', '/users')).body as unknown as readonly { readonly id: string }[]
    const self = await me(send)
    const other = users.find(({ id }) => id !== self)?.id ?? ''
    await send('POST', path, { userId: other })
    expect((await send('DELETE', `${path}/${self}`)).status).toBe(status)
    expect((await send('DELETE', `${path}/${other}`)).status).toBe(204)
  },
)
