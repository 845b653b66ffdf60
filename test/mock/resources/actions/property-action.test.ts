import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, text } from '../document-parts.ts'

const buoy = {
  type: 'object',
  required: ['id', 'marks'],
  properties: {
    id: text,
    name: text,
    marks: { type: 'array', readOnly: true, items: text },
    keeperId: { type: ['string', 'null'], readOnly: true },
    tariffCode: { type: ['string', 'null'], readOnly: true },
    light: { type: ['object', 'null'], properties: { color: text } },
  },
}
const ref = { $ref: '#/components/schemas/Buoy' }
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const done = { 204: { description: 'Done' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Buoys', version: '1' },
  paths: {
    '/buoys': {
      get: answer(200, { type: 'array', items: ref }),
      post: {
        requestBody: json({
          type: 'object',
          properties: { name: text, light: { type: 'object', properties: { color: text } } },
        }),
        ...answer(201, ref),
      },
    },
    '/buoys/{id}/light': { ...at('id'), delete: answer(200, ref) },
    '/buoys/{id}': { ...at('id'), get: answer(200, ref) },
    '/buoys/{id}/marks/{mark}': {
      ...at('id', 'mark'),
      put: answer(200, ref),
      delete: { responses: { ...done, 404: { description: 'There is no such mark.' } } },
    },
    '/buoys/{id}/tariff': {
      ...at('id'),
      put: {
        requestBody: json({ type: 'object', required: ['code'], properties: { code: text } }),
        ...answer(200, ref),
      },
      delete: answer(200, ref),
    },
    '/buoys/{id}/keeper': {
      ...at('id'),
      put: {
        requestBody: json({ type: 'object', required: ['userId'], properties: { userId: text } }),
        responses: done,
      },
      delete: { responses: { ...done, 404: { description: 'There is no such buoy.' } } },
    },
  },
  components: { schemas: { Buoy: buoy } },
}

let send: ReturnType<typeof clientOf>
let created: { readonly id: string; readonly marks: readonly string[] }

beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
  created = (await send('POST', '/buoys', { name: 'North' })).body as typeof created
})

it('PUT below a record adds an item to its list once and DELETE removes it', async () => {
  const path = `/buoys/${created.id}`
  const marks = [...created.marks, 'red']
  expect((await send('PUT', `${path}/marks/red`)).body).toMatchObject({ id: created.id, marks })
  await send('PUT', `${path}/marks/red`)
  expect((await send('GET', path)).body).toMatchObject({ marks })
  expect((await send('DELETE', `${path}/marks/red`)).status).toBe(204)
  expect((await send('GET', path)).body).toMatchObject({ marks: created.marks })
  expect((await send('DELETE', `${path}/marks/red`)).status).toBe(404)
})

it('PUT below a record sets the property for the code of what its path names', async () => {
  const path = `/buoys/${created.id}`
  expect((await send('PUT', `${path}/tariff`, { code: 'N7' })).body).toMatchObject({ tariffCode: 'N7' })
  expect((await send('DELETE', `${path}/tariff`)).body).toMatchObject({ tariffCode: null })
})

it('PUT below a record sets its single value and DELETE clears it', async () => {
  const path = `/buoys/${created.id}`
  await send('PUT', `${path}/keeper`, { userId: 'ada' })
  await send('PUT', `${path}/keeper`, { userId: 'alan' })
  expect((await send('GET', path)).body).toMatchObject({ keeperId: 'alan' })
  await send('DELETE', `${path}/keeper`)
  expect((await send('GET', path)).body).toMatchObject({ keeperId: null })
  expect((await send('DELETE', `${path}/keeper`)).status).toBe(204)
})

it('a DELETE that responds with the record clears the property it is named after', async () => {
  const { body } = await send('POST', '/buoys', { light: { color: 'red' } })
  expect(body).toMatchObject({ light: { color: 'red' } })
  const { id } = body as unknown as typeof created
  expect(await send('DELETE', `/buoys/${id}/light`)).toMatchObject({ status: 200, body: { id, light: null } })
  expect(await send('GET', `/buoys/${id}`)).toMatchObject({ body: { light: null } })
})
