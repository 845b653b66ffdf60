import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: integer }
const key = (name: string): object => ({ name, in: 'path', required: true, schema: text })
const document = {
  openapi: '3.1.0',
  info: { title: 'Sensors', version: '1' },
  paths: {
    '/sensors': {
      get: answer(200, list(ref('Sensor'))),
      post: { requestBody: json(object({ serial: text })), ...answer(201, ref('Sensor')) },
    },
    '/sensors/{id}': { parameters: [id], get: answer(200, ref('Sensor')) },
    '/sensors/by-serial/{value}': { parameters: [key('value')], get: answer(200, ref('Sensor')) },
    '/labels/{serial}': { parameters: [key('serial')], get: answer(200, ref('Sensor')) },
    '/sensors/{id}/readings': {
      parameters: [id],
      get: { description: 'Latest first.', ...answer(200, list(ref('Reading'))) },
      post: { requestBody: json(object({ value: integer })), ...answer(201, ref('Reading')) },
    },
    '/sensors/{id}/readings/latest': { parameters: [id], get: answer(200, ref('Reading')) },
  },
  components: {
    schemas: {
      Sensor: object({ id: integer, serial: text }),
      Reading: object({ id: integer, value: integer, taken_at: { ...text, format: 'date-time' } }),
    },
  },
}

it('reads the latest record of a list, if there is any', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const [sensor] = (await send('GET', '/sensors')).body as unknown as readonly { readonly id: number }[]
  const path = `/sensors/${String(sensor?.id)}/readings`
  const [newest] = (await send('GET', path)).body as unknown as readonly object[]
  expect((await send('GET', `${path}/latest`)).body).toEqual(newest)
  const made = await send('POST', path, { value: 7 })
  expect((await send('GET', `${path}/latest`)).body).toEqual(made.body)
  const { body } = await send('POST', '/sensors', { serial: 'new' })
  const { id: sensorId } = body as { readonly id: number }
  expect((await send('GET', `/sensors/${String(sensorId)}/readings/latest`)).status).toBe(404)
})

it.each(['/sensors/by-serial', '/labels'])('reads records by another key at %s', async (path) => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/sensors', { serial: 'X-17' })
  expect((await send('GET', `${path}/X-17`)).body).toEqual(body)
  expect((await send('GET', `${path}/X-18`)).status).toBe(404)
})

it('reads a user by its username rather than by its name', async () => {
  const User = object({ id: integer, name: text, username: text })
  const users = {
    ...document,
    paths: {
      '/users': {
        get: answer(200, list(ref('User'))),
        post: { requestBody: json(object({ name: text, username: text })), ...answer(201, ref('User')) },
      },
      '/users/{id}': { parameters: [id], get: answer(200, ref('User')) },
      '/users/by/username/{username}': { parameters: [key('username')], get: answer(200, ref('User')) },
    },
    components: { schemas: { User } },
  }
  const send = clientOf(await createMock({ document: users, selfCheck: true }))
  const { body } = await send('POST', '/users', { name: 'Mara', username: 'mvoss' })
  expect((await send('GET', '/users/by/username/mvoss')).body).toEqual(body)
  expect((await send('GET', '/users/by/username/Mara')).status).toBe(404)
})
