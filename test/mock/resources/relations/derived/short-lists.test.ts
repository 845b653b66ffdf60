import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const at = (name: string): object => ({ name, in: 'path', required: true, schema: text })

const below = (path: string, id: string, schema: string, sent: object, isRead = true): object => ({
  [`/shows/{showId}/${path}`]: {
    parameters: [at('showId')],
    post: { requestBody: json(sent), ...answer(201, ref(schema)) },
  },
  [`/shows/{showId}/${path}/{${id}}`]: {
    parameters: [at('showId'), at(id)],
    ...(isRead && { get: answer(200, ref(schema)) }),
    delete: answer(204),
  },
})

/** Shows, with the scenes that they are created with, their guest acts as `acts`, and tracks that nothing reads by themselves. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Shows', version: '1' },
  paths: {
    '/shows': {
      get: answer(200, list(ref('Show'))),
      post: {
        requestBody: json({
          type: 'object',
          required: ['title'],
          properties: { title: text, scenes: list(ref('NewScene')) },
        }),
        ...answer(201, ref('Show')),
      },
    },
    '/shows/{showId}': { parameters: [at('showId')], get: answer(200, ref('Show')) },
    ...below('scenes', 'sceneId', 'Scene', ref('NewScene')),
    ...below('guest_acts', 'actId', 'GuestAct', object({ name: text })),
    ...below('tracks', 'trackId', 'Track', object({ url: text }), false),
  },
  components: {
    schemas: {
      NewScene: object({ place: text }),
      Scene: object({ id: text, place: text, length: integer }),
      GuestAct: object({ id: text, name: text }),
      Track: object({ id: text, url: text }),
      Show: object({
        id: text,
        title: text,
        scenes: list(ref('Scene')),
        acts: list(ref('GuestAct')),
        tracks: list(ref('Track')),
      }),
    },
  },
}

const created = async (sent: { readonly title: string; readonly scenes?: { readonly place: string }[] }) => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { status, body } = await send('POST', '/shows', sent)
  expect(status).toBe(201)
  const path = `/shows/${(body as { readonly id: string }).id}`
  return { send, path, body, shown: async () => (await send('GET', path)).body }
}

it('what a record is created with are records of their own, which others join', async () => {
  const { send, path, body, shown } = await created({ title: 'Gala', scenes: [{ place: 'Pier' }] })
  const [scene] = (body as { readonly scenes: readonly [{ readonly id: string }] }).scenes
  expect((await send('GET', `${path}/scenes/${scene.id}`)).body).toEqual(scene)
  const other = await send('POST', `${path}/scenes`, { place: 'Roof' })
  expect(await shown()).toMatchObject({ scenes: [scene, other.body] })
})

it('a list may say in short what it shows', async () => {
  const { send, path, shown } = await created({ title: 'Gala' })
  const act = await send('POST', `${path}/guest_acts`, { name: 'Trio' })
  expect(await shown()).toMatchObject({ acts: [act.body] })
})

it('what only the record above shows is created and deleted there', async () => {
  const { send, path, shown } = await created({ title: 'Gala' })
  const track = await send('POST', `${path}/tracks`, { url: 'https://media.example.com/1.vtt' })
  expect(await shown()).toMatchObject({ tracks: [track.body] })
  const { id } = track.body as { readonly id: string }
  expect((await send('DELETE', `${path}/tracks/${id}`)).status).toBe(204)
  expect(await shown()).toMatchObject({ tracks: [] })
  expect((await send('DELETE', `${path}/tracks/${id}`)).status).toBe(404)
})

it('a list of ids is that of the records which refer to the owner', async () => {
  const single = (schema: string): object => ({
    parameters: [at('id')],
    get: answer(200, ref(schema)),
    delete: answer(204),
  })
  const crews = {
    openapi: '3.1.0',
    info: { title: 'Crews', version: '1' },
    paths: {
      '/crews': {
        get: answer(200, list(ref('Crew'))),
        post: { requestBody: json(object({ name: text })), ...answer(201, ref('Crew')) },
      },
      '/crews/{id}': single('Crew'),
      '/sailors': {
        get: answer(200, list(ref('Sailor'))),
        post: { requestBody: json(object({ name: text, crew_id: text })), ...answer(201, ref('Sailor')) },
      },
      '/sailors/{id}': single('Sailor'),
    },
    components: {
      schemas: {
        Crew: object({ id: text, name: text, sailors: list(text) }),
        Sailor: object({ id: text, name: text, crew_id: { type: ['string', 'null'] } }),
      },
    },
  }
  const send = clientOf(await createMock({ document: crews, selfCheck: true }))
  type Record = {
    readonly id: string
    readonly crew_id?: string | null
    readonly sailors?: readonly string[]
  }
  const all = async (path: string) => (await send('GET', path)).body as readonly Record[]
  const sailors = await all('/sailors')
  for (const crew of await all('/crews'))
    expect(crew.sailors).toEqual(sailors.filter(({ crew_id }) => crew_id === crew.id).map(({ id }) => id))
  const crew = (await send('POST', '/crews', { name: 'Dawn' })).body as Record
  expect(crew.sailors).toEqual([])
  const sailor = (await send('POST', '/sailors', { name: 'Finn', crew_id: crew.id })).body as Record
  expect((await send('GET', `/crews/${crew.id}`)).body).toEqual({ ...crew, sailors: [sailor.id] })
  await send('DELETE', `/sailors/${sailor.id}`)
  expect((await send('GET', `/crews/${crew.id}`)).body).toEqual(crew)
})
