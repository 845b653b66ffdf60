import { expect, it } from 'vitest'
import { shownOnceProperties } from '../../../../spec/inference/records/shown-once.ts'
import { loadDocument } from '../../../../spec/load.ts'

async function isTold(description: string): Promise<boolean> {
  const schema = { type: 'object', properties: { secret: { type: 'string', description } } }
  const info = { title: 'T', version: '1' }
  const document = await loadDocument({
    openapi: '3.1.0',
    info,
    paths: {},
    components: { schemas: { Key: schema } },
  })
  return shownOnceProperties(document, { schema, pointer: '#/components/schemas/Key' }).length > 0
}

it.each([
  'What our signatures are made with. It is shown only once.',
  'Only returned at creation.',
  'Only returned when the subscription is created.',
  'Note that this value is only returned once when creating a key.',
  'This token is only provided in this answer and will never be shown again.',
  'Only available during creation.',
  'It cannot be retrieved again.',
])('means the property is shown only once: %s', async (description) => {
  expect(await isTold(description)).toBe(true)
})

it.each([
  'Only returned once a user has agreed.',
  'This field is only returned once one or more payments were made.',
  'Available only when it is asked for.',
  'The secret.',
])('does not mean the property is shown only once: %s', async (description) => {
  expect(await isTold(description)).toBe(false)
})
