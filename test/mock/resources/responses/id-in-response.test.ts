import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, object, text } from '../document-parts.ts'

const ferry = object({ id: text, name: text })

/** Creates a ferry in an API with these responses to update and delete. */
async function ferries(patched: object, removed: object): Promise<readonly [send: Send, target: string]> {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': { post: { requestBody: json(object({ name: text })), ...answer(200, ferry) } },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, ferry),
        patch: { requestBody: json(object({ name: text })), ...patched },
        delete: removed,
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as { id: string }
  return [send, `/ferries/${id}`]
}

const status = { type: 'integer' }
const updated = answer(200, object({ data: object({ id: text }), status }))
const deletedBuoy = answer(200, object({ id: text, deleted: { type: 'boolean' } }))

it('a response to an update or delete that shows only the id has the id of the record', async () => {
  const [send, target] = await ferries(updated, deletedBuoy)
  const id = target.split('/').at(-1)
  expect((await send('PATCH', target, { name: 'Red Eagle' })).body).toMatchObject({ data: { id } })
  expect((await send('DELETE', target)).body).toMatchObject({ id })
})

it('a response to an update that shows a part of the record has the values of the record', async () => {
  const [send, target] = await ferries(
    answer(200, object({ data: object({ id: text, name: text }), status })),
    deletedBuoy,
  )
  expect((await send('PATCH', target, { name: 'Red Eagle' })).body).toMatchObject({
    data: { id: target.split('/').at(-1), name: 'Red Eagle' },
  })
})

it('an example response gets the id of the record', async () => {
  const example = { data: { id: 'ferry-of-the-example' }, status: 7 }
  const [send, target] = await ferries(
    answer(200, object({ data: object({ id: text }), status }), example),
    deletedBuoy,
  )
  expect((await send('PATCH', target, { name: 'Red Eagle' })).body).toEqual({
    data: { id: target.split('/').at(-1) },
    status: 7,
  })
})

it('the id of a job in a 202 response is not replaced', async () => {
  const later = {
    responses: { 202: { description: 'Later', ...json(object({ id: text }), { id: 'job-7' }) } },
  }
  const [send, target] = await ferries(updated, later)
  expect((await send('DELETE', target)).body).toEqual({ id: 'job-7' })
})

it('a response that names the id like the path parameter has the id of the record', async () => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': {
        post: { requestBody: json(object({ name: text })), ...answer(200, object({ ferryId: text })) },
      },
      '/ferries/{ferryId}': {
        parameters: [{ name: 'ferryId', in: 'path', required: true, schema: text }],
        get: answer(200, ferry),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { ferryId } = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as { ferryId: string }
  expect((await send('GET', `/ferries/${ferryId}`)).body).toEqual({ id: ferryId, name: 'Red Osprey' })
})

it('a create response shows the id under the path parameter name even if the record has no id', async () => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Sessions', version: '1' },
    paths: {
      '/sessions': {
        post: {
          requestBody: json(object({ town: text })),
          ...answer(200, object({ town: text, session_id: text })),
        },
      },
      '/sessions/{session_id}': {
        parameters: [{ name: 'session_id', in: 'path', required: true, schema: text }],
        get: answer(200, object({ town: text })),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const created = (await send('POST', '/sessions', { town: 'Ryde' })).body as { session_id: string }
  expect((await send('GET', `/sessions/${created.session_id}`)).body).toEqual({ town: 'Ryde' })
})

it('a create response shows the id as `id` where the record calls it otherwise', async () => {
  const talk = object({ uuid: text, title: text })
  const document = {
    openapi: '3.0.4',
    info: { title: 'Talks', version: '1' },
    paths: {
      '/talks': {
        get: answer(200, { type: 'array', items: talk }),
        post: {
          requestBody: json(object({ title: text })),
          ...answer(200, object({ id: text, href: text })),
        },
      },
      '/talks/{talk_id}': {
        parameters: [{ name: 'talk_id', in: 'path', required: true, schema: text }],
        get: answer(200, talk),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/talks', { title: 'Tides' })).body as { readonly id: string }
  expect((await send('GET', `/talks/${id}`)).body).toEqual({ uuid: id, title: 'Tides' })
})

it('a response to a creation that shows no record has the id of the new one, whatever it is called', async () => {
  const receipt = object({ entity_id: text, warnings: { type: 'array', items: text } })
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': {
        get: answer(200, { type: 'array', items: ferry }),
        post: { requestBody: json(object({ name: text })), ...answer(201, receipt) },
      },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, ferry),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { entity_id: id } = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as {
    entity_id: string
  }
  expect((await send('GET', `/ferries/${id}`)).body).toMatchObject({ id, name: 'Red Osprey' })
})
