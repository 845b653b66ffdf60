import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const started = object({ action: ref('Action') })
const document = {
  openapi: '3.1.0',
  info: { title: 'Pumps', version: '1' },
  paths: {
    '/actions': { get: answer(200, object({ actions: list(ref('Action')) })) },
    '/actions/{id}': { ...at('id'), get: answer(200, started) },
    '/pumps': {
      get: answer(200, object({ pumps: list(ref('Pump')) })),
      post: {
        requestBody: json(object({ name: text })),
        ...answer(201, object({ pump: ref('Pump'), action: ref('Action') })),
      },
    },
    '/pumps/{id}': {
      ...at('id'),
      get: answer(200, object({ pump: ref('Pump') })),
      delete: answer(200, started),
    },
    '/pumps/{id}/actions': { ...at('id'), get: answer(200, object({ actions: list(ref('Action')) })) },
    '/pumps/{id}/tests': {
      ...at('id'),
      get: answer(200, object({ actions: list(ref('Action')) })),
      post: { requestBody: json(object({ kind: text })), ...answer(201, started) },
    },
    '/pumps/{id}/tests/{action_id}': { ...at('id', 'action_id'), get: answer(200, started) },
    '/pumps/{id}/actions/{action_id}': { ...at('id', 'action_id'), get: answer(200, started) },
    '/pumps/{id}/actions/rinse': { ...at('id'), post: answer(201, started) },
  },
  components: {
    schemas: {
      Pump: object({ id: integer, name: text }),
      Action: object({
        id: integer,
        status: { ...text, enum: ['running', 'success', 'error'] },
        progress: integer,
        finished: { type: ['string', 'null'], format: 'date-time' },
        resources: list(object({ id: integer, type: text })),
        kind: text,
        resource_id: integer,
        resource_type: text,
      }),
    },
  },
}

interface Action {
  readonly id: number
}
const actionIn = (body: unknown): Action => (body as { action: Action }).action
const idsAt = async (send: Send, path: string): Promise<readonly number[]> =>
  ((await send('GET', path)).body as unknown as { actions: readonly Action[] }).actions.map(({ id }) => id)

describe('work that a response shows and that is read elsewhere', () => {
  it('is listed below the record and among all, and is done by then', async () => {
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const created = (await send('POST', '/pumps', { name: 'North' })).body as { pump: { id: number } }
    const { id } = created.pump
    const rinsing = actionIn((await send('POST', `/pumps/${id}/actions/rinse`)).body)
    expect(rinsing).toMatchObject({ status: 'running', finished: null, resources: [{ id, type: 'pump' }] })
    const both = [actionIn(created).id, rinsing.id]
    expect(await idsAt(send, '/actions')).toEqual(both)
    expect(await idsAt(send, `/pumps/${id}/actions`)).toEqual(both)
    for (const path of ['/actions', `/pumps/${id}/actions`]) {
      const read = actionIn((await send('GET', `${path}/${rinsing.id}`)).body)
      expect(read).toMatchObject({
        id: rinsing.id,
        status: 'success',
        progress: 100,
        finished: expect.any(String),
      })
    }
  })

  it('is the same at the path below the record where it is created', async () => {
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const { pump } = (await send('POST', '/pumps', { name: 'North' })).body as { pump: { id: number } }
    const tested = actionIn((await send('POST', `/pumps/${pump.id}/tests`, { kind: 'leaks' })).body)
    expect(tested).toMatchObject({ kind: 'leaks', resource_id: pump.id, resource_type: 'pump' })
    expect(await idsAt(send, `/pumps/${pump.id}/tests`)).toEqual([tested.id])
    expect(await idsAt(send, '/actions')).toContain(tested.id)
    expect((await send('GET', `/pumps/${pump.id}/tests/${tested.id}`)).status).toBe(200)
  })

  it('is listed once the record is deleted', async () => {
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const { pump } = (await send('POST', '/pumps', { name: 'North' })).body as { pump: { id: number } }
    const deleting = actionIn((await send('DELETE', `/pumps/${pump.id}`)).body)
    expect(deleting).toMatchObject({ resources: [{ id: pump.id, type: 'pump' }] })
    expect(await idsAt(send, '/actions')).toContain(deleting.id)
  })
})
