import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { coursesDocument } from '../../courses-document.ts'
import { answer, integer, json, list, object, text } from '../../document-parts.ts'

const task = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: integer, title: text, state: text },
}
const written = { type: 'object', required: ['title'], properties: { title: text, state: text } }
const changed = { type: 'object', required: ['id'], properties: { id: integer, title: text, state: text } }
const refused = (status: number): object => ({ [status]: { description: 'Refused' } })
const id = { name: 'id', in: 'path', required: true, schema: integer }
const ids = object({ ids: list(integer) })

const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      get: answer(200, list(task)),
      post: { requestBody: json(written), ...answer(201, task) },
      delete: { parameters: [{ name: 'ids', in: 'query', schema: list(integer) }], ...answer(204) },
    },
    '/tasks/{id}': {
      parameters: [id],
      get: { responses: { 200: { description: 'A task', ...json(task) }, ...refused(404) } },
      patch: { requestBody: json(written), ...answer(200, task) },
      delete: { responses: { 204: { description: 'Done' }, ...refused(404) } },
    },
    '/tasks/bulk': {
      post: {
        requestBody: json(object({ tasks: list(written) })),
        ...answer(201, object({ data: list(task) })),
      },
      patch: {
        requestBody: json(list(changed)),
        responses: { 200: { description: 'Done', ...json(list(task)) }, ...refused(404) },
      },
      delete: { requestBody: json(ids), ...answer(204) },
    },
    '/tasks/bulk-update': {
      post: {
        requestBody: json(
          object({ ids: list(integer), changes: { type: 'object', properties: { state: text } } }),
        ),
        responses: { 200: { description: 'Done', ...json(list(task)) }, ...refused(404) },
      },
    },
    '/tasks/bulk-assign': {
      post: {
        requestBody: json(object({ taskIds: list(integer), state: text })),
        responses: {
          200: { description: 'Done', ...json(object({ updated: integer })) },
          422: { description: 'One of the tasks does not exist.' },
        },
      },
    },
    '/tasks/state-changes': {
      post: {
        description:
          'Either all of the changes are made or, if one of the tasks does not exist, none of them (422).',
        requestBody: json(object({ changes: list(object({ taskId: integer, state: text })) })),
        responses: { 200: { description: 'The tasks', ...json(list(task)) }, ...refused(422) },
      },
    },
    '/tasks/bulk-delete': { post: { requestBody: json(ids), ...answer(200, object({ deleted: integer })) } },
    '/tasks:batchGet': {
      get: {
        parameters: [{ name: 'ids', in: 'query', schema: list(integer) }],
        responses: { 200: { description: 'Tasks', ...json(object({ tasks: list(task) })) }, ...refused(404) },
      },
    },
  },
}

async function withTasks(...titles: readonly string[]): Promise<Send> {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const title of titles) await send('POST', '/tasks', { title })
  return send
}

describe('an operation on several records of a list', () => {
  it('creates all of them', async () => {
    const send = await withTasks()
    const { status, body } = await send('POST', '/tasks/bulk', {
      tasks: [{ title: 'one' }, { title: 'two' }],
    })
    const want = [
      { id: 1, title: 'one' },
      { id: 2, title: 'two' },
    ]
    expect([status, body]).toEqual([201, { data: want }])
    expect((await send('GET', '/tasks')).body).toEqual(want)
  })

  it('changes only what it names of them', async () => {
    const send = await withTasks('one', 'two', 'three')
    const { body } = await send('PATCH', '/tasks/bulk', [
      { id: 1, state: 'done' },
      { id: 3, title: 'tree' },
    ])
    expect(body).toEqual([
      { id: 1, title: 'one', state: 'done' },
      { id: 3, title: 'tree' },
    ])
    expect((await send('GET', '/tasks/2')).body).toEqual({ id: 2, title: 'two' })
  })

  it('makes the same changes to all that it lists by their ids', async () => {
    const send = await withTasks('one', 'two', 'three')
    const update = async (...listed: readonly number[]): Promise<number> =>
      (await send('POST', '/tasks/bulk-update', { ids: listed, changes: { state: 'done' } })).status
    expect([await update(1, 3), await update(2, 9)]).toEqual([200, 404])
    expect((await send('GET', '/tasks')).body).toEqual([
      { id: 1, title: 'one', state: 'done' },
      { id: 2, title: 'two' },
      { id: 3, title: 'three', state: 'done' },
    ])
  })

  it('reads, changes and deletes those whose ids the query has, separated by commas', async () => {
    const listed = { name: 'ids', in: 'query', schema: text }
    const tickets = object({ tickets: list(task) })
    const send = clientOf(
      await createMock({
        document: {
          ...document,
          paths: {
            '/tickets.json': {
              get: answer(200, tickets),
              post: {
                requestBody: json(object({ ticket: written })),
                ...answer(201, object({ ticket: task })),
              },
            },
            '/tickets/{id}.json': {
              parameters: [id],
              get: answer(200, object({ ticket: task })),
              patch: {
                requestBody: json(object({ ticket: written })),
                ...answer(200, object({ ticket: task })),
              },
              delete: answer(204),
            },
            '/tickets/show_many.json': { get: { parameters: [listed], ...answer(200, tickets) } },
            '/tickets/update_many.json': {
              put: {
                parameters: [listed],
                requestBody: json({
                  type: 'object',
                  properties: {
                    ticket: { type: 'object', properties: { state: text } },
                    tickets: list(changed),
                  },
                }),
                ...answer(200, object({ job: text })),
              },
            },
            '/tickets/destroy_many.json': { delete: { parameters: [listed], ...answer(204) } },
          },
        },
        world: 'empty',
        selfCheck: true,
      }),
    )
    for (const title of ['one', 'two', 'three']) await send('POST', '/tickets.json', { ticket: { title } })
    const shown = async (query: string): Promise<unknown> =>
      (await send('GET', `/tickets/show_many.json?ids=${query}`)).body

    expect(await shown('1,3')).toEqual({
      tickets: [
        { id: 1, title: 'one' },
        { id: 3, title: 'three' },
      ],
    })
    await send('PUT', '/tickets/update_many.json?ids=1,2', { ticket: { state: 'done' } })
    await send('PUT', '/tickets/update_many.json', { tickets: [{ id: 3, state: 'late' }] })
    await send('DELETE', '/tickets/destroy_many.json?ids=2')
    expect((await send('GET', '/tickets.json')).body).toEqual({
      tickets: [
        { id: 1, title: 'one', state: 'done' },
        { id: 3, title: 'three', state: 'late' },
      ],
    })
  })

  it('changes none if one is missing', async () => {
    const send = await withTasks('one')
    expect((await send('PATCH', '/tasks/bulk', [{ id: 1, title: 'won' }, { id: 9 }])).status).toBe(404)
    expect((await send('GET', '/tasks/1')).body).toEqual({ id: 1, title: 'one' })
  })

  it.each([
    ['DELETE', '/tasks/bulk', { ids: [1, 3, 9] }, undefined],
    ['POST', '/tasks/bulk-delete', { ids: [1, 3, 9] }, { deleted: 2 }],
    ['DELETE', '/tasks?ids=1&ids=3', undefined, undefined],
  ])('deletes those it names: %s %s', async (method, target, sent, want) => {
    const send = await withTasks('one', 'two', 'three')
    const { body } = await send(method, target, sent)
    expect(body).toEqual(want)
    expect((await send('GET', '/tasks')).body).toEqual([{ id: 2, title: 'two' }])
  })

  it('reads those it names, in that order', async () => {
    const send = await withTasks('one', 'two', 'three')
    const { body } = await send('GET', '/tasks:batchGet?ids=3&ids=1')
    expect(body).toEqual({
      tasks: [
        { id: 3, title: 'three' },
        { id: 1, title: 'one' },
      ],
    })
    expect((await send('GET', '/tasks:batchGet?ids=9')).status).toBe(404)
  })
})

it('a batch with another verb changes all records that it lists, or none if one does not exist', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const states = async (): Promise<unknown> =>
    ((await send('GET', '/tasks')).body as { readonly state?: string }[])
      .slice(0, 2)
      .map(({ state }) => state)
  const before = await states()
  const assign = (taskIds: number[]) => send('POST', '/tasks/bulk-assign', { taskIds, state: 'mine' })
  expect((await assign([1, 999])).status).toBe(422)
  expect(await states()).toEqual(before)
  expect((await assign([1, 2])).body).toEqual({ updated: 2 })
  expect(await states()).toEqual(['mine', 'mine'])
})

it('a list of changes changes each record that it names, or none if one does not exist', async () => {
  const send = await withTasks('Wash', 'Cook')
  const change = async (...changes: readonly JsonObject[]): Promise<number> =>
    (await send('POST', '/tasks/state-changes', { changes })).status
  expect(await change({ taskId: 1, state: 'done' }, { taskId: 9, state: 'done' })).toBe(422)
  expect(await change({ taskId: 2, state: 'done' }, { taskId: 1, state: 'open' })).toBe(200)
  const { body } = await send('GET', '/tasks')
  expect(body).toEqual([
    { id: 1, title: 'Wash', state: 'open' },
    { id: 2, title: 'Cook', state: 'done' },
  ])
})

describe('an action on several records', () => {
  const visit = object({
    id: { ...integer, readOnly: true },
    reason: text,
    status: { ...text, enum: ['planned', 'cancelled'], readOnly: true },
    cancelReason: { type: ['string', 'null'], readOnly: true },
  })
  const why = { reason: text }
  const cancelled = {
    responses: {
      200: { description: 'Cancelled', ...json(object({ cancelled: integer, visits: list(visit) })) },
      ...refused(404),
      ...refused(409),
    },
  }
  const visits = (several: object): object => ({
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': {
        get: answer(200, list(visit)),
        post: { requestBody: json(object(why)), ...answer(201, visit) },
      },
      '/visits/{id}': { parameters: [id], get: answer(200, visit) },
      '/visits/{id}/cancel': {
        parameters: [id],
        post: {
          description: 'Only planned visits can be cancelled; 409 otherwise.',
          requestBody: json(object(why)),
          responses: { 200: { description: 'Cancelled', ...json(visit) }, ...refused(404), ...refused(409) },
        },
      },
      ...several,
    },
  })

  it.each(['/visits/cancel', '/visits/bulk-cancel', '/visits:cancel'])(
    'does the same to all of them, or to none: %s',
    async (path) => {
      const several = { post: { requestBody: json(object({ ids: list(integer), ...why })), ...cancelled } }
      const send = clientOf(
        await createMock({ document: visits({ [path]: several }), world: 'empty', selfCheck: true }),
      )
      for (const reason of ['check', 'cough', 'cold']) await send('POST', '/visits', { reason })
      const cancel = (...ids: number[]) => send('POST', path, { ids, reason: 'snow' })
      const states = async (): Promise<unknown> =>
        ((await send('GET', '/visits')).body as { readonly status: string }[]).map(({ status }) => status)
      expect((await cancel(1, 2)).body).toEqual({
        cancelled: 2,
        visits: [
          { id: 1, reason: 'check', status: 'cancelled', cancelReason: 'snow' },
          { id: 2, reason: 'cough', status: 'cancelled', cancelReason: 'snow' },
        ],
      })
      expect((await cancel(3, 1)).status).toBe(409)
      expect((await cancel(3, 7)).status).toBe(404)
      expect(await states()).toEqual(['cancelled', 'cancelled', 'planned'])
    },
  )
})

it('a batch tells the ids that no record has where its response has a place for them', async () => {
  const send = clientOf(await createMock({ document: coursesDocument, selfCheck: true }))
  expect(await send('POST', '/courses/archive', { ids: [1, 99999, 2] })).toMatchObject({
    status: 200,
    body: { archived_count: 2, not_found_ids: [99999] },
  })
  expect(await send('GET', '/courses/2')).toMatchObject({ body: { archived: true } })
})
