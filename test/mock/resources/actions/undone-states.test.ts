import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, collection, integer, object, ref, text } from '../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: integer }
const action = { parameters: [id], post: answer(200, ref('Key')) }

it.each([
  ['enable', 'disable', ['active', 'expired', 'disabled'], 'active'],
  ['unarchive', 'archive', ['draft', 'published', 'archived'], 'draft'],
  ['reinstate', 'suspend', ['pending', 'enabled', 'suspended'], 'enabled'],
])('%s after %s leads to what goes on, else to the first state', async (undo, act, states, expected) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Keys', version: '1' },
    paths: {
      '/keys': collection('Key', object({ name: text })),
      '/keys/{id}': { parameters: [id], get: answer(200, ref('Key')) },
      [`/keys/{id}/${act}`]: action,
      [`/keys/{id}/${undo}`]: action,
    },
    components: {
      schemas: { Key: object({ id: { ...integer, readOnly: true }, name: text, status: { enum: states } }) },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/keys', { name: 'door' })
  expect((await send('POST', `/keys/1/${act}`)).body).toMatchObject({ status: states.at(-1) })
  expect((await send('POST', `/keys/1/${undo}`)).body).toMatchObject({ status: expected })
})
