import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const service = { enum: ['standard', 'express'] }
const sent = { carrierId: text, service }

it.each([
  ['The service must be offered by the carrier.', 422],
  ['Sends a parcel.', 201],
])('a value is refused that the record referred to does not list: %s', async (description, status) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/carriers': {
        get: answer(200, list(ref('Carrier'))),
        post: { requestBody: json(object({ services: list(service) })), ...answer(201, ref('Carrier')) },
      },
      '/parcels': {
        get: answer(200, list(ref('Parcel'))),
        post: {
          description,
          requestBody: json(object(sent)),
          responses: {
            201: { description: 'Created', ...json(ref('Parcel')) },
            422: { description: 'Refused' },
          },
        },
      },
    },
    components: {
      schemas: {
        Carrier: object({ id: { ...text, readOnly: true }, services: list(service) }),
        Parcel: object({ id: { ...text, readOnly: true }, ...sent }),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const { body } = await send('POST', '/carriers', { services: ['standard'] })
  const { id: carrierId } = body as { readonly id: string }
  expect((await send('POST', '/parcels', { carrierId, service: 'standard' })).status).toBe(201)
  expect((await send('POST', '/parcels', { carrierId, service: 'express' })).status).toBe(status)
})
