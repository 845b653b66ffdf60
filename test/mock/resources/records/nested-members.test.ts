import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

it('of a nested object, only the members that the record cannot have are dropped', async () => {
  const address = {
    ...object({ city: text, geo: { ...object({ zone: text }), additionalProperties: false } }),
  }
  const shop = object({
    id: { ...text, readOnly: true },
    address: { ...address, additionalProperties: false },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shops', version: '1' },
    paths: {
      '/shops': {
        get: answer(200, list(shop)),
        post: { requestBody: json({ type: 'object' }), ...answer(201, shop) },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const sent = { address: { city: 'Turin', floor: 2, geo: { zone: 'north', grid: 7 } } }
  const { body } = await send('POST', '/shops', sent)
  expect(body).toMatchObject({ address: { city: 'Turin', geo: { zone: 'north' } } })
})
