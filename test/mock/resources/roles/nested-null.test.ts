import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, collection, json, object, ref, text } from '../document-parts.ts'

const orNone = { type: ['string', 'null'] }
const filter = { ...object({ query: orNone, area: text }), required: ['query', 'area'] }
const whole = { ...object({ label: text, filter }), required: ['label'] }
const changes = object({ settings: object({ filter }) })
const document = {
  openapi: '3.1.0',
  info: { title: 'Alarms', version: '1' },
  paths: {
    '/alarms': collection('Alarm', object({ settings: whole })),
    '/alarms/{alarmId}': {
      parameters: [{ name: 'alarmId', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Alarm')),
      patch: { requestBody: json(changes), ...answer(200, ref('Alarm')) },
    },
  },
  components: {
    schemas: {
      Alarm: object({ id: text, settings: whole }),
    },
  },
}

it('a PATCH sets a member to null that its object must have, and changes nothing else', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const settings = { label: 'Smoke', filter: { query: 'floor = 1', area: 'north' } }
  const { id } = (await send('POST', '/alarms', { settings })).body as { readonly id: string }
  await send('PATCH', `/alarms/${id}`, { settings: { filter: { query: null, area: 'south' } } })
  expect((await send('GET', `/alarms/${id}`)).body).toMatchObject({
    settings: { label: 'Smoke', filter: { query: null, area: 'south' } },
  })
})
