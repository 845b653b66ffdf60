import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const day = { ...text, format: 'date' }

/** Bookings whose departure is described by that text, and refused by these statuses. */
async function bookings(description: string, ...refusals: readonly number[]): Promise<Send> {
  const booking = object({
    id: { ...text, readOnly: true },
    arrival: day,
    departure: { ...day, type: ['string', 'null'], description },
  })
  const refused = Object.fromEntries(refusals.map((status) => [status, { description: 'Refused' }]))
  const body = json(object({ arrival: day, departure: { ...day, type: ['string', 'null'], description } }))
  const document = {
    openapi: '3.1.0',
    info: { title: 'Bookings', version: '1' },
    paths: {
      '/bookings': {
        get: answer(200, list(booking)),
        post: {
          requestBody: body,
          responses: { 201: { description: 'Made', ...json(booking) }, ...refused },
        },
      },
      '/bookings/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, booking),
        patch: {
          requestBody: body,
          responses: { 200: { description: 'Changed', ...json(booking) }, ...refused },
        },
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

const [first, last] = ['2031-05-09', '2031-05-12']

describe('a range required by a description', () => {
  it('is checked on create, naming the offending property', async () => {
    const send = await bookings('Must not be before `arrival`.', 400)
    expect(await send('POST', '/bookings', { arrival: last, departure: first })).toMatchObject({
      status: 400,
    })
    expect(await send('POST', '/bookings', { arrival: first, departure: last })).toMatchObject({
      status: 201,
    })
    expect(await send('POST', '/bookings', { arrival: first, departure: first })).toMatchObject({
      status: 201,
    })
  })

  it('must not be empty if it has to end later than it begins', async () => {
    const send = await bookings('Must be later than `arrival`.', 400)
    expect(await send('POST', '/bookings', { arrival: first, departure: first })).toMatchObject({
      status: 400,
    })
    expect(await send('POST', '/bookings', { arrival: first, departure: last })).toMatchObject({
      status: 201,
    })
  })

  it('is refused with the status the description names', async () => {
    const send = await bookings('Must be after arrival; 409 otherwise.', 400, 409)
    expect(await send('POST', '/bookings', { arrival: last, departure: first })).toMatchObject({
      status: 409,
    })
  })

  it('is checked when an update changes one end', async () => {
    const send = await bookings('Must not be before `arrival`.', 422)
    const { body } = await send('POST', '/bookings', { arrival: first, departure: last })
    const { id } = body as { readonly id: string }
    expect(await send('PATCH', `/bookings/${id}`, { arrival: '2031-06-01' })).toMatchObject({ status: 422 })
    expect(await send('GET', `/bookings/${id}`)).toMatchObject({ body: { arrival: first, departure: last } })
  })

  it('has no end after an update sets that to null', async () => {
    const send = await bookings('Must not be before `arrival`.', 422)
    const { body } = await send('POST', '/bookings', { arrival: first, departure: last })
    const { id } = body as { readonly id: string }
    const change = { arrival: '2031-06-01', departure: null }
    expect(await send('PATCH', `/bookings/${id}`, change)).toMatchObject({ status: 200, body: change })
  })

  it.each([[[]], [[404]]])(
    'is refused like other invalid requests where the document declares no refusal: %j',
    async (declared) => {
      const send = await bookings('Must not be before `arrival`.', ...declared)
      expect(await send('POST', '/bookings', { arrival: last, departure: first })).toMatchObject({
        status: 400,
      })
    },
  )
})
