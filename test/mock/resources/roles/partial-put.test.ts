import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, collection, json, ref, text } from '../document-parts.ts'

const shelf = { type: 'object', required: ['id'], properties: { id: text, label: text, room: text } }
const sent = { type: 'object', properties: { label: text, room: text } }

const documentOf = (description: string, Shelf: object = shelf) => ({
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': collection('Shelf', sent),
    '/shelves/{shelfId}': {
      parameters: [{ name: 'shelfId', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Shelf')),
      put: { description, requestBody: json(sent), ...answer(200, ref('Shelf')) },
    },
  },
  components: { schemas: { Shelf } },
})

const labelled = async (description: string, schema?: object): Promise<unknown> => {
  const send = clientOf(await createMock({ document: documentOf(description, schema), selfCheck: true }))
  const { body } = await send('POST', '/shelves', { label: 'Atlases', room: 'study' })
  const { id } = body as { readonly id: string }
  return (await send('PUT', `/shelves/${id}`, { label: 'Maps' })).body
}

describe('a PUT that only some of a record is sent to', () => {
  it.each([
    'Only the fields provided in the body will be updated.',
    'Changes the shelf; any unspecified fields will remain unchanged.',
    'Properties that are not sent are left unchanged.',
    'Performs a partial update of a shelf.',
    'To change an attribute, specify the new value.',
    'Takes only the fields to update.',
  ])('leaves the rest: %s', async (description) => {
    expect(await labelled(description)).toMatchObject({ label: 'Maps', room: 'study' })
  })

  it('replaces it if nothing says otherwise', async () => {
    expect(await labelled('Replaces the shelf.')).not.toMatchObject({ room: 'study' })
  })

  it('resets what is left out if it says so, although records have more than is sent', async () => {
    const counted = {
      ...shelf,
      required: ['id', 'books'],
      properties: { ...shelf.properties, books: { type: 'integer' } },
    }
    expect(await labelled('What is left out is reset.', counted)).not.toMatchObject({ room: 'study' })
  })
})
