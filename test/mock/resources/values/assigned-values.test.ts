import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const id = [{ name: 'id', in: 'path', required: true, schema: text }]
const nullable = { type: ['string', 'null'], readOnly: true }

it.each([
  ['Assigned when the parcel is dispatched.', 'Hands it over.', true],
  ['Of the carrier.', 'Hands it over. A tracking number is assigned.', true],
  ['Of the carrier.', 'Hands it over. The parcel gets the next tracking number.', true],
  ['Of the carrier.', 'Hands it over.', false],
])('an action assigns a text that is said to be (%s) (%s)', async (property, action, isAssigned) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/parcels': {
        get: answer(200, list(ref('Parcel'))),
        post: { requestBody: json(object({ to: text })), ...answer(201, ref('Parcel')) },
      },
      '/parcels/{id}': { parameters: id, get: answer(200, ref('Parcel')) },
      '/parcels/{id}/dispatch': {
        parameters: id,
        post: { description: action, ...answer(200, ref('Parcel')) },
      },
    },
    components: {
      schemas: {
        Parcel: object({
          id: { ...text, readOnly: true },
          to: text,
          status: { enum: ['new', 'dispatched'], readOnly: true },
          trackingNumber: { ...nullable, description: property },
        }),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const made = (await send('POST', '/parcels', { to: 'Ulm' })).body as { readonly id: string }
  expect(made).toMatchObject({ trackingNumber: null })
  const { body } = await send('POST', `/parcels/${made.id}/dispatch`)
  const { trackingNumber } = body as { readonly trackingNumber: string | null }
  expect(typeof trackingNumber === 'string').toBe(isAssigned)
  expect((await send('GET', `/parcels/${made.id}`)).body).toEqual(body)
})
