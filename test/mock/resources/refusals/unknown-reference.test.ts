import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { json, list, object, text } from '../document-parts.ts'

const one = [{ name: 'id', in: 'path', required: true, schema: text }]
const responsesOf = (responses: Readonly<Record<number, object | string>>): object => ({
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, of]) => [
      status,
      typeof of === 'string' ? { description: of } : { description: 'Done', ...json(of) },
    ]),
  ),
})
const kept = (name: string, record: object, sent: object, refused: object): object => {
  const errors = { 404: 'Not found', ...refused }
  return {
    [`/${name}`]: {
      get: responsesOf({ 200: list(record) }),
      post: { ...sent, ...responsesOf({ 201: record, ...refused }) },
    },
    [`/${name}/{id}`]: {
      parameters: one,
      get: responsesOf({ 200: record, ...errors }),
      patch: { ...sent, ...responsesOf({ 200: record, ...errors }) },
    },
  }
}
const ferry = object({ id: text, name: text })
const trip = { type: 'object', properties: { id: text, ferryId: text } }
const crossing = { requestBody: json({ type: 'object', properties: { ferryId: text } }) }

async function askTrips(
  refusal: string,
  status: number | string = 422,
): Promise<ReturnType<typeof clientOf>> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ferries', version: '1' },
    paths: {
      ...kept('ferries', ferry, { requestBody: json(object({ name: text })) }, {}),
      ...kept('trips', trip, crossing, { [status]: refusal }),
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it('a reference to an unknown record is refused where the document says so', async () => {
  const send = await askTrips('There is no such ferry.')
  const ferries = (await send('GET', '/ferries')).body as readonly { readonly id: string }[]
  const created = await send('POST', '/trips', { ferryId: ferries[0]?.id ?? '' })
  const { id } = created.body as { id: string }
  expect(created.status).toBe(201)
  expect((await send('POST', '/trips', { ferryId: 'none' })).status).toBe(422)
  expect((await send('PATCH', `/trips/${id}`, { ferryId: 'none' })).status).toBe(422)
  expect((await send('GET', `/trips/${id}`)).body).toEqual(created.body)
  expect((await send('POST', '/trips', {})).status).toBe(201)
})

it('it is refused where the document declares 422 for invalid content, too', async () => {
  const send = await askTrips('The content is not valid.')
  expect((await send('POST', '/trips', { ferryId: 'none' })).status).toBe(422)
})

it.each([400, '4XX', 'default'])(
  'it is refused with 400 if %s is declared for whatever is wrong',
  async (status) => {
    const send = await askTrips('The content is not valid.', status)
    expect((await send('POST', '/trips', { ferryId: 'none' })).status).toBe(400)
  },
)

it('it is refused with a 404 that nothing in the path can cause', async () => {
  const send = await askTrips('Not Found', 404)
  expect((await send('POST', '/trips', { ferryId: 'none' })).status).toBe(404)
})

it('such a 404 is also about records that clients only read', async () => {
  const { get } = kept('ferries', ferry, {}, {})['/ferries' as never] as { readonly get: object }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ferries', version: '1' },
    paths: { '/ferries': { get }, ...kept('trips', trip, crossing, { 404: 'Not Found' }) },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  expect((await send('POST', '/trips', { ferryId: 'none' })).status).toBe(404)
})

it('a reference to an unknown record is accepted elsewhere', async () => {
  const send = await askTrips('The trip cannot be made.', 409)
  expect((await send('POST', '/trips', { ferryId: 'none' })).status).toBe(201)
})

it('the refusal names the property', async () => {
  const send = await askTrips('The content is not valid.')
  const { body } = await send('POST', '/trips', { ferryId: 'none' })
  expect(body).toMatchObject({ details: [{ in: 'body', path: '/ferryId', keyword: 'unknown_reference' }] })
})
