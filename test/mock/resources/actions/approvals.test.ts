import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: text }
const flag = { type: 'boolean' }

/** Grants that may have to be approved, whose payment is simulated at another path, and caps for tills or grants. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Grants', version: '1' },
  paths: {
    '/grants': {
      get: answer(200, list(ref('Grant'))),
      post: {
        requestBody: json({
          type: 'object',
          required: ['amount'],
          properties: { amount: integer, require_approval: flag },
        }),
        ...answer(201, ref('Grant')),
      },
    },
    '/grants/{id}': { parameters: [id], get: answer(200, ref('Grant')) },
    '/grants/{id}/approve': { parameters: [id], post: answer(200, ref('Grant')) },
    '/simulations/grants/{id}/pay': { parameters: [id], post: answer(200, ref('Grant')) },
    '/tills': {
      get: answer(200, list(ref('Till'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Till')) },
    },
    '/tills/{id}': { parameters: [id], get: answer(200, ref('Till')) },
    '/caps': {
      get: answer(200, list(ref('Cap'))),
      post: {
        requestBody: json(object({ model_id: text })),
        responses: { 201: { description: 'Done', ...json(ref('Cap')) }, 400: { description: 'Refused' } },
      },
    },
    '/caps/{id}': { parameters: [id], get: answer(200, ref('Cap')) },
  },
  components: {
    schemas: {
      Grant: object({
        id: text,
        amount: integer,
        status: { ...text, enum: ['pending_approval', 'cancelled', 'pending_payment', 'paid', 'returned'] },
      }),
      Till: object({ id: text, name: text }),
      Cap: object({
        id: text,
        model_id: { ...text, description: 'The identifier of the Till or Grant that it is for.' },
      }),
    },
  },
}

it('what requires an approval waits for it, and goes on to what follows', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const made = async (sent: { readonly amount: number; readonly require_approval?: boolean }) =>
    (await send('POST', '/grants', sent)).body as { readonly id: string; readonly status: string }
  expect((await made({ amount: 5 })).status).toBe('pending_payment')
  const waiting = await made({ amount: 5, require_approval: true })
  expect(waiting.status).toBe('pending_approval')
  const approved = { ...waiting, status: 'pending_payment' }
  expect((await send('POST', `/grants/${waiting.id}/approve`)).body).toEqual(approved)
})

it('an action below another path than that of the record is on that record', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const grant = (await send('POST', '/grants', { amount: 5 })).body as { readonly id: string }
  const paid = { ...grant, status: 'paid' }
  expect((await send('POST', `/simulations/grants/${grant.id}/pay`)).body).toEqual(paid)
  expect((await send('GET', `/grants/${grant.id}`)).body).toEqual(paid)
})

it('an id that may be that of records of several kinds is refused of none', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const grant = (await send('POST', '/grants', { amount: 5 })).body as { readonly id: string }
  const till = (await send('POST', '/tills', { name: 'Bar' })).body as { readonly id: string }
  for (const model_id of [grant.id, till.id])
    expect(await send('POST', '/caps', { model_id })).toMatchObject({ status: 201, body: { model_id } })
})
