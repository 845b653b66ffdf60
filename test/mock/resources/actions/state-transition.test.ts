import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

const text = { type: 'string' }
const invoice = {
  type: 'object',
  required: ['id', 'note', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    note: text,
    status: { ...text, enum: ['void', 'open', 'paid'], readOnly: true },
    paidAt: { ...text, format: 'date-time', readOnly: true },
  },
}
const json = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Invoice' } } } }
const fine = { 200: { description: 'Fine', ...json } }
const path = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const conflict = { 409: { description: 'Conflict' } }

async function invoices(refusals: object = conflict): Promise<readonly [send: Send, target: string]> {
  const responses = { ...fine, ...refusals }
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'Invoices', version: '1' },
      paths: {
        '/invoices': { post: { description: 'Status is `open`.', requestBody: json, responses: fine } },
        '/invoices/{id}': {
          ...path,
          get: { responses: fine },
          put: { description: '409 unless it is `open`.', requestBody: json, responses },
          delete: {
            description: 'Only a `void` invoice can be deleted.',
            responses: { 204: { description: 'Gone' }, ...refusals },
          },
        },
        '/invoices/{id}/settle': { ...path, post: { summary: 'Mark as paid', responses } },
        '/invoices/{id}/pay': {
          ...path,
          post: { description: 'Only an `open` invoice can be paid.', responses },
        },
      },
      components: { schemas: { Invoice: invoice } },
    },
    selfCheck: true,
  })
  const send = clientOf(mock)
  const { id } = (await send('POST', '/invoices', { note: 'by noon' })).body as { id: string }
  return [send, `/invoices/${id}`]
}

it('a new record is in the state the description names', async () => {
  const [send, target] = await invoices()
  expect((await send('GET', target)).body).toMatchObject({ note: 'by noon', status: 'open' })
})

it('an action uses the state in its summary if its own name is not a state', async () => {
  const [send, target] = await invoices()
  await send('POST', `${target}/settle`)
  expect((await send('GET', target)).body).toMatchObject({ status: 'paid' })
})

it('an action from a forbidden state is refused and changes nothing', async () => {
  const [send, target] = await invoices()
  expect(await send('POST', `${target}/pay`)).toMatchObject({ status: 200, body: { status: 'paid' } })
  const { body } = await send('GET', target)
  expect(await send('POST', `${target}/pay`)).toMatchObject({ status: 409 })
  expect((await send('GET', target)).body).toEqual(body)
})

it('PUT and DELETE are refused in a forbidden state', async () => {
  const [send, target] = await invoices()
  expect(await send('PUT', target, { note: 'at noon' })).toMatchObject({ status: 200 })
  expect(await send('DELETE', target)).toMatchObject({ status: 409 })
  await send('POST', `${target}/pay`)
  expect(await send('PUT', target, { note: 'too late' })).toMatchObject({ status: 409 })
  expect((await send('GET', target)).body).toMatchObject({ note: 'at noon', status: 'paid' })
})

it('a forbidden action is refused with the status the operation declares', async () => {
  const [send, target] = await invoices({ 422: { description: 'Invalid' } })
  await send('POST', `${target}/pay`)
  expect(await send('POST', `${target}/pay`)).toMatchObject({ status: 422 })
})

it('an action is allowed from any state where no refusal is declared', async () => {
  const [send, target] = await invoices({})
  await send('POST', `${target}/pay`)
  expect(await send('POST', `${target}/pay`)).toMatchObject({ status: 200 })
})

it('what is cancelled is not confirmed any more, but reopened, where a conflict is declared', async () => {
  const status = { ...text, enum: ['open', 'confirmed', 'cancelled'], readOnly: true }
  const trip = { type: 'object', required: ['id', 'status'], properties: { id: text, status } }
  const answers = (schema: object): object => ({
    200: { description: 'Fine', content: { 'application/json': { schema } } },
    ...conflict,
  })
  const act = { ...path, post: { responses: answers(trip) } }
  const paths = {
    '/trips': { get: { responses: answers({ type: 'array', items: trip }) } },
    '/trips/{id}/confirm': act,
    '/trips/{id}/cancel': act,
    '/trips/{id}/reopen': act,
  }
  const world = { '/trips': [{ id: 'a', status: 'open' }] }
  const send = clientOf(
    await createMock({
      document: { openapi: '3.1.0', info: { title: 'Trips', version: '1' }, paths },
      world,
    }),
  )
  expect((await send('POST', '/trips/a/cancel')).status).toBe(200)
  expect((await send('POST', '/trips/a/confirm')).status).toBe(409)
  expect(await send('POST', '/trips/a/reopen')).toMatchObject({ status: 200, body: { status: 'open' } })
})

it('an action on what is "no longer active" is refused once that is finished in one way or another', async () => {
  const bid = {
    type: 'object',
    required: ['id', 'stage'],
    properties: {
      id: { ...text, readOnly: true },
      stage: { enum: ['sent', 'read', 'hired', 'rejected'], readOnly: true },
    },
  }
  const shown = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Bid' } } } }
  const responses = {
    200: { description: 'Fine', ...shown },
    409: { description: 'The bid is no longer active.' },
  }
  const moved = { type: 'object', required: ['stage'], properties: { stage: { enum: ['read', 'hired'] } } }
  const send = clientOf(
    await createMock({
      document: {
        openapi: '3.1.0',
        info: { title: 'Bids', version: '1' },
        components: { schemas: { Bid: bid } },
        paths: {
          '/bids': { post: { requestBody: shown, responses: { 201: { description: 'Made', ...shown } } } },
          '/bids/{id}': { ...path, get: { responses: { 200: { description: 'Fine', ...shown } } } },
          '/bids/{id}/move': {
            ...path,
            post: { requestBody: { content: { 'application/json': { schema: moved } } }, responses },
          },
          '/bids/{id}/reject': { ...path, post: { responses } },
        },
      },
    }),
  )
  const made = async () => `/bids/${((await send('POST', '/bids', {})).body as { readonly id: string }).id}`
  const [one, other] = [await made(), await made()]
  await send('POST', `${one}/move`, { stage: 'read' })
  expect((await send('POST', `${one}/reject`)).body).toMatchObject({ stage: 'rejected' })
  expect((await send('POST', `${other}/move`, { stage: 'hired' })).body).toMatchObject({ stage: 'hired' })
  expect((await send('POST', `${other}/reject`)).status).toBe(409)
})
