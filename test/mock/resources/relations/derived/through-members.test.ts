import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const path = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const position = { ...integer, minimum: 1 }
const collection = (name: string, of: string): object => ({
  parameters: [path(of)],
  get: answer(200, list(ref(name))),
  post: { requestBody: json(ref(`New${name}`)), ...answer(201, ref(name)) },
})
const item = (name: string, id: string): object => ({
  parameters: [path(id)],
  get: answer(200, ref(name)),
  patch: { requestBody: json(ref(`New${name}`)), ...answer(200, ref(name)) },
  delete: answer(204),
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': {
      get: answer(200, list(ref('Album'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Album')) },
    },
    '/albums/{album_id}': { parameters: [path('album_id')], get: answer(200, ref('Album')) },
    '/albums/{album_id}/discs': collection('Disc', 'album_id'),
    '/discs/{disc_id}': item('Disc', 'disc_id'),
    '/discs/{disc_id}/tracks': collection('Track', 'disc_id'),
    '/tracks/{track_id}': item('Track', 'track_id'),
  },
  components: {
    schemas: {
      Album: object({
        id: integer,
        name: text,
        track_count: { ...integer, description: 'Total number of tracks on all discs.' },
        duration_seconds: { ...integer, description: 'Sum of the durations of all tracks.' },
      }),
      NewDisc: object({ name: text }),
      Disc: object({
        id: integer,
        album_id: integer,
        name: text,
        position,
        track_count: integer,
        duration_seconds: { ...integer, description: 'Adds up the durations of its tracks.' },
      }),
      NewTrack: object({ title: text, duration_seconds: integer }),
      Track: object({ id: integer, disc_id: integer, title: text, duration_seconds: integer, position }),
    },
  },
}

interface Record {
  readonly id: number
  readonly position: number
  readonly track_count: number
  readonly duration_seconds: number
}

const mocked = async (): Promise<(method: string, path: string, sent?: object) => Promise<Record>> => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  return async (method, where, sent) => (await send(method, where, sent as never)).body as unknown as Record
}

it('derives numbers from those of the records between, as the seconds of an album from those of its discs', async () => {
  const send = await mocked()
  const album = await send('POST', '/albums', { name: 'Live' })
  expect(album).toMatchObject({ track_count: 0, duration_seconds: 0 })
  const below = `/albums/${String(album.id)}`
  const discs = [
    await send('POST', `${below}/discs`, { name: 'One' }),
    await send('POST', `${below}/discs`, { name: 'Two' }),
  ]
  const tracks = await Promise.all(
    discs.map(async ({ id }, index) =>
      send('POST', `/discs/${String(id)}/tracks`, { title: 'A', duration_seconds: 100 * (index + 1) }),
    ),
  )
  expect(await send('GET', below)).toMatchObject({ track_count: 2, duration_seconds: 300 })
  await send('PATCH', `/tracks/${String(tracks[0]?.id)}`, { title: 'A', duration_seconds: 50 })
  expect(await send('GET', `/discs/${String(discs[0]?.id)}`)).toMatchObject({ duration_seconds: 50 })
  expect(await send('GET', below)).toMatchObject({ track_count: 2, duration_seconds: 250 })
  await send('DELETE', `/discs/${String(discs[1]?.id)}`)
  expect(await send('GET', below)).toMatchObject({ track_count: 1, duration_seconds: 50 })
})

it('does so in the records that it starts with', async () => {
  const send = await mocked()
  for (const album of (await send('GET', '/albums')) as unknown as readonly Record[]) {
    const discs = (await send('GET', `/albums/${String(album.id)}/discs`)) as unknown as readonly Record[]
    const sum = (name: 'track_count' | 'duration_seconds'): number =>
      discs.reduce((total, disc) => total + disc[name], 0)
    expect(album).toMatchObject({
      track_count: sum('track_count'),
      duration_seconds: sum('duration_seconds'),
    })
  }
})

it('numbers records that are created without a position', async () => {
  const send = await mocked()
  const { id } = await send('POST', '/albums', { name: 'Live' })
  const discs = [
    await send('POST', `/albums/${String(id)}/discs`, { name: 'One' }),
    await send('POST', `/albums/${String(id)}/discs`, { name: 'Two' }),
  ]
  expect(discs.map(({ position: place }) => place)).toEqual([1, 2])
  await send('DELETE', `/discs/${String(discs[0]?.id)}`)
  expect(await send('GET', `/albums/${String(id)}/discs`)).toMatchObject([{ id: discs[1]?.id, position: 1 }])
})
