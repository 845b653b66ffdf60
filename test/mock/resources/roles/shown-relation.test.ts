import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }]
const holder = {
  type: ['object', 'null'],
  required: ['id', 'name'],
  properties: { id: integer, name: text },
  readOnly: true,
}
const device = object({
  id: { ...integer, readOnly: true },
  label: text,
  status: { enum: ['in_stock', 'assigned'], readOnly: true },
  holder,
  assigned_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Devices', version: '1' },
  paths: {
    '/holders': {
      get: answer(200, list(ref('Holder'))),
      post: { requestBody: json(ref('Holder')), ...answer(201, ref('Holder')) },
    },
    '/devices': {
      get: answer(200, list(ref('Device'))),
      post: { requestBody: json(object({ label: text })), ...answer(201, ref('Device')) },
    },
    '/devices/{id}': { parameters, get: answer(200, ref('Device')) },
    '/devices/{id}/holder': {
      parameters,
      put: {
        description: 'The device becomes assigned.',
        requestBody: json(object({ holder_id: integer })),
        ...answer(200, ref('Device')),
      },
      delete: { description: 'The device is in stock again.', ...answer(200, ref('Device')) },
    },
  },
  components: { schemas: { Device: device, Holder: object({ id: integer, name: text, team: text }) } },
}

async function assigned(): Promise<{ send: Send; body: unknown }> {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/holders', { id: 7, name: 'Ada', team: 'red' })
  const { id } = (await send('POST', '/devices', { label: 'Phone' })).body as JsonObject
  expect(id).toBe(1)
  return { send, body: (await send('PUT', '/devices/1/holder', { holder_id: 7 })).body }
}

it('PUT with the id of a record shows that record, with the state and the time of it', async () => {
  expect((await assigned()).body).toMatchObject({
    status: 'assigned',
    holder: { id: 7, name: 'Ada' },
    assigned_at: expect.any(String) as string,
  })
})

it('DELETE takes the record away again, with its state and time', async () => {
  const { send } = await assigned()
  const { body } = await send('DELETE', '/devices/1/holder')
  expect(body).toMatchObject({ status: 'in_stock', holder: null, assigned_at: null })
  expect((await send('GET', '/devices/1')).body).toEqual(body)
})
