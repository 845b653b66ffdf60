import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const id = { name: 'id', in: 'path', required: true, schema: text }

const single = (schema: string): object => ({
  parameters: [id],
  get: answer(200, ref(schema)),
  delete: answer(204),
})

/** Keys that are created without a body, stations, and the sensors that may be fixed to these. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Stations', version: '1' },
  paths: {
    '/keys': { get: answer(200, list(ref('Key'))), post: answer(201, ref('Key')) },
    '/keys/{id}': single('Key'),
    '/weather-stations': {
      get: answer(200, list(ref('Station'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Station')) },
    },
    '/weather-stations/{id}': single('Station'),
    '/ground-sensors': {
      get: answer(200, list(ref('Sensor'))),
      post: {
        requestBody: json(object({ name: text, weather_station_id: text })),
        ...answer(201, ref('Sensor')),
      },
    },
    '/ground-sensors/{id}': single('Sensor'),
  },
  components: {
    schemas: {
      Key: {
        type: 'object',
        properties: {
          id: text,
          public_key: text,
          nickname: text,
          created_at: { ...text, format: 'int64', description: 'Unix timestamp (seconds since the epoch).' },
        },
      },
      Station: object({ id: text, name: text, groundsensor_count: { ...integer, readOnly: true } }),
      Sensor: object({
        id: text,
        name: text,
        weather_station_id: {
          ...text,
          nullable: true,
          description: 'The station that it is fixed to, null if it is not fixed to any.',
        },
      }),
    },
  },
}

it('what is created without a body has the texts that only a server makes up, and its time in digits', async () => {
  const mock = await createMock({ document, selfCheck: true, now: '2031-05-01T12:00:00Z' })
  const { body } = await clientOf(mock)('POST', '/keys')
  expect(body).toEqual({
    id: expect.any(String) as string,
    public_key: expect.any(String) as string,
    created_at: String(Date.parse('2031-05-01T12:00:00Z') / 1000),
  })
})

it('a count names its records in one word, and what was fixed to a deleted record is fixed to none', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const station = (await send('POST', '/weather-stations', { name: 'Summit' })).body as {
    readonly id: string
  }
  const sensor = (await send('POST', '/ground-sensors', { name: 'Frost', weather_station_id: station.id }))
    .body as { readonly id: string }
  expect((await send('GET', `/weather-stations/${station.id}`)).body).toMatchObject({ groundsensor_count: 1 })
  expect((await send('DELETE', `/weather-stations/${station.id}`)).status).toBe(204)
  expect((await send('GET', `/ground-sensors/${sensor.id}`)).body).toMatchObject({ weather_station_id: null })
})

it('what may have any members is what was last sent', async () => {
  const free = { type: 'object' }
  const notes = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      ...document.paths,
      '/weather-stations/{id}/notes': {
        parameters: [id],
        get: answer(200, free),
        put: { requestBody: json(free), ...answer(204) },
      },
    },
    components: document.components,
  }
  const send = clientOf(await createMock({ document: notes, selfCheck: true }))
  const { id: station } = (await send('POST', '/weather-stations', { name: 'Summit' })).body as {
    readonly id: string
  }
  const path = `/weather-stations/${station}/notes`
  expect((await send('PUT', path, { icy: true, since: '2030' })).status).toBe(204)
  expect((await send('GET', path)).body).toEqual({ icy: true, since: '2030' })
  await send('PUT', path, { icy: false })
  expect((await send('GET', path)).body).toEqual({ icy: false })
})

it('the query of a creation says what its body cannot, and each of several records has the name that was sent', async () => {
  const flags = {
    openapi: '3.0.3',
    info: { title: 'Flags', version: '1' },
    paths: {
      '/flags': {
        get: answer(200, list(ref('Flag'))),
        post: {
          requestBody: json(list(object({ key: text, on: { type: 'boolean' } }))),
          ...answer(201, list(ref('Flag'))),
        },
      },
      '/flags/{key}': {
        parameters: [{ ...id, name: 'key' }],
        get: answer(200, ref('Flag')),
      },
      '/builds': {
        get: answer(200, list(ref('Build'))),
        post: {
          parameters: [{ name: 'title', in: 'query', schema: text }],
          requestBody: json(object({ branch: text })),
          ...answer(201, ref('Build')),
        },
      },
      '/builds/{id}': single('Build'),
    },
    components: {
      schemas: {
        Flag: object({ key: text, on: { type: 'boolean' } }),
        Build: object({ id: text, branch: text, title: text }),
      },
    },
  }
  const send = clientOf(await createMock({ document: flags, selfCheck: true }))
  const sent = [
    { key: 'dark', on: true },
    { key: 'wide', on: false },
  ]
  expect((await send('POST', '/flags', sent)).body).toEqual(sent)
  expect((await send('GET', '/flags/wide')).body).toEqual(sent[1])
  expect((await send('POST', '/builds?title=Nightly', { branch: 'main' })).body).toMatchObject({
    branch: 'main',
    title: 'Nightly',
  })
})

it('a state that is a plain text has one of the values that a list can be asked for, the first one when it is new', async () => {
  const doors = {
    openapi: '3.0.3',
    info: { title: 'Doors', version: '1' },
    paths: {
      '/doors': {
        get: {
          parameters: [{ name: 'state', in: 'query', schema: { ...text, enum: ['shut', 'open', 'all'] } }],
          ...answer(200, list(ref('Door'))),
        },
        post: { requestBody: json(object({ name: text })), ...answer(201, ref('Door')) },
      },
      '/doors/{id}': single('Door'),
    },
    components: { schemas: { Door: object({ id: text, name: text, state: text }) } },
  }
  const send = clientOf(await createMock({ document: doors, selfCheck: true }))
  const states = async (query: string) =>
    ((await send('GET', `/doors${query}`)).body as readonly { readonly state: string }[]).map(
      ({ state }) => state,
    )
  expect(new Set(await states(''))).toEqual(new Set(['open', 'shut']))
  expect(new Set(await states('?state=shut'))).toEqual(new Set(['shut']))
  expect((await send('POST', '/doors', { name: 'Yard' })).body).toMatchObject({ state: 'open' })
})
