import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, json, list, object, ref, text } from '../../document-parts.ts'

const own = { ...text, readOnly: true }
const time = { type: ['string', 'null'], format: 'date-time' }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const refusal = object({ reason: text, comment: { type: ['string', 'null'] }, refusedAt: time })
const reason = { type: 'object', required: ['reason'], properties: { reason: text } }
const action = (name: string, schema: string, description = '', sent?: object): object => ({
  [`/${schema}s/{id}/${name}`.toLowerCase()]: {
    ...at,
    post: { description, ...(sent && { requestBody: json(sent) }), ...answer(200, ref(schema)) },
  },
})
const collection = (schema: string, sent: object): object => ({
  [`/${schema}s`.toLowerCase()]: {
    get: answer(200, list(ref(schema))),
    post: { requestBody: json(sent), ...answer(201, ref(schema)) },
  },
  [`/${schema}s/{id}`.toLowerCase()]: { ...at, get: answer(200, ref(schema)) },
})

/** Grants with claims on them, and what the closing of a grant does by its description. */
async function grants(description: string): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Grants', version: '1' },
    paths: {
      ...collection('Grant', object({ name: text })),
      ...action('close', 'Grant', description),
      ...collection('Claim', object({ grantId: text })),
      ...action('refuse', 'Claim', 'Refuses an open claim.', reason),
      ...action('pay', 'Claim'),
    },
    components: {
      schemas: {
        Grant: object({ id: own, name: text, status: { enum: ['open', 'closed'] } }),
        Claim: object({
          id: own,
          grantId: text,
          status: { enum: ['open', 'paid', 'refused'] },
          refusedAt: time,
          refusal: { oneOf: [refusal, { type: 'null' }], description: 'Null unless the claim is `refused`.' },
        }),
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

const made = async (send: Send, path: string, body: Record<string, string>): Promise<string> =>
  ((await send('POST', path, body)).body as { readonly id: string }).id

it('an action is recorded in the object that is named after it, with what it was sent and its time', async () => {
  const send = await grants('')
  const id = await made(send, '/claims', { grantId: await made(send, '/grants', { name: 'Books' }) })
  expect((await send('GET', `/claims/${id}`)).body).toMatchObject({ refusal: null })
  const { body } = await send('POST', `/claims/${id}/refuse`, { reason: 'late' })
  const refusal = { reason: 'late', comment: null, refusedAt: expect.any(String) }
  expect(body).toMatchObject({ status: 'refused', refusal })
})

it.each([
  'All open claims of the grant are refused with the reason `closed`.',
  'Its open claims are refused.',
])('an action on a record performs the one on those that belong to it: %s', async (description) => {
  const send = await grants(description)
  const [grantId, other] = [
    await made(send, '/grants', { name: 'Books' }),
    await made(send, '/grants', { name: 'Tools' }),
  ]
  const [open, paid] = [await made(send, '/claims', { grantId }), await made(send, '/claims', { grantId })]
  const elsewhere = await made(send, '/claims', { grantId: other })
  await send('POST', `/claims/${paid}/pay`)
  await send('POST', `/grants/${grantId}/close`)
  const stateOf = async (id: string) => (await send('GET', `/claims/${id}`)).body
  expect(await stateOf(open)).toMatchObject({ status: 'refused', refusedAt: expect.any(String) })
  if (description.includes('`')) expect(await stateOf(open)).toMatchObject({ refusal: { reason: 'closed' } })
  expect(await stateOf(paid)).toMatchObject({ status: 'paid' })
  expect(await stateOf(elsewhere)).toMatchObject({ status: 'open' })
})

it.each(['Open claims of the grant are refused if it is closed early.', 'Open claims stay open.'])(
  'those that belong to a record stay as they are: %s',
  async (description) => {
    const send = await grants(description)
    const grantId = await made(send, '/grants', { name: 'Books' })
    const id = await made(send, '/claims', { grantId })
    await send('POST', `/grants/${grantId}/close`)
    expect((await send('GET', `/claims/${id}`)).body).toMatchObject({ status: 'open' })
  },
)

it('an action on a record performs the one on those that are "still active", whatever their states are called', async () => {
  const send = await grants('All claims that are still active are refused with the reason `closed`.')
  const grantId = await made(send, '/grants', { name: 'Books' })
  const [open, late] = [await made(send, '/claims', { grantId }), await made(send, '/claims', { grantId })]
  await send('POST', `/claims/${late}/refuse`, { reason: 'late' })
  await send('POST', `/grants/${grantId}/close`)
  const reasonOf = async (id: string) => (await send('GET', `/claims/${id}`)).body
  expect(await reasonOf(open)).toMatchObject({ status: 'refused', refusal: { reason: 'closed' } })
  expect(await reasonOf(late)).toMatchObject({ status: 'refused', refusal: { reason: 'late' } })
})

it('an action cancels those that belong to its record along with it, even if a deletion is what cancels one', async () => {
  const [trip, seat] = ['scheduled', 'reserved'].map((state) =>
    object({ id: own, status: { ...own, enum: [state, 'cancelled'] }, tripId: text }),
  )
  const document = {
    openapi: '3.1.0',
    info: { title: 'Trips', version: '1' },
    paths: {
      ...collection('Trip', object({ tripId: text })),
      ...action('cancel', 'Trip', 'Cancels the trip and all its seats.'),
      ...collection('Seat', object({ tripId: text })),
      '/seats/{id}': {
        ...at,
        get: answer(200, ref('Seat')),
        delete: {
          summary: 'Cancel a seat',
          description: 'It stays readable as `cancelled`.',
          ...answer(204),
        },
      },
    },
    components: { schemas: { Trip: trip, Seat: seat } },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const [tripId, other] = [
    await made(send, '/trips', { tripId: 'a' }),
    await made(send, '/trips', { tripId: 'b' }),
  ]
  const [ours, theirs] = [
    await made(send, '/seats', { tripId }),
    await made(send, '/seats', { tripId: other }),
  ]
  await send('POST', `/trips/${tripId}/cancel`)
  expect((await send('GET', `/seats/${ours}`)).body).toMatchObject({ status: 'cancelled' })
  expect((await send('GET', `/seats/${theirs}`)).body).toMatchObject({ status: 'reserved' })
})
