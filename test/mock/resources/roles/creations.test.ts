import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const inPath = (name: string, schema: object): object => ({ name, in: 'path', required: true, schema })
const inQuery = (name: string): object => ({ name, in: 'query', schema: text })
const codes = ['no_scope', 'queue_not_found', 'name_taken']
const failed = json({ type: 'object', required: ['error'], properties: { error: { ...text, enum: codes } } })
const document = {
  openapi: '3.0.3',
  info: { title: 'Queues', version: '1' },
  paths: {
    '/queues': {
      get: { parameters: [inQuery('From'), inQuery('To')], ...answer(200, list(ref('Queue'))) },
      post: {
        requestBody: json(object({ from: text, to: text })),
        responses: { '2XX': { description: 'Created', ...json(object({ id: integer })) } },
      },
    },
    '/queues/{id}': {
      parameters: [inPath('id', integer)],
      get: {
        responses: {
          200: { description: 'Found', ...json(ref('Queue')) },
          default: { description: 'Failed', ...failed },
        },
      },
      patch: {
        requestBody: {
          content: {
            'application/json-patch+json': { schema: { type: 'object' } },
            'application/merge-patch+json': { schema: { type: 'object' } },
          },
        },
        ...answer(200, ref('Queue')),
      },
    },
  },
  components: {
    schemas: {
      Queue: {
        type: 'object',
        properties: {
          id: { ...text, readOnly: true },
          from: text,
          to: text,
          waitingCount: { type: 'integer', nullable: true, readOnly: true },
          averageWait: { type: 'integer', nullable: true, readOnly: true },
        },
      },
    },
  },
}
const sendTo = async (): Promise<Send> => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/queues', { from: 'Bern', to: 'Chur' })
  await send('POST', '/queues', { from: 'Chur', to: 'Bern' })
  return send
}

it('a creation that declares 2XX answers with 201', async () => {
  expect((await (await sendTo())('POST', '/queues', { from: 'a', to: 'b' })).status).toBe(201)
})

it('ids that a creation and the path have as numbers are such in the texts of records', async () => {
  const send = await sendTo()
  const { body } = await send('POST', '/queues', { from: 'a', to: 'b' })
  const { id } = body as { id: number }
  expect((await send('GET', `/queues/${String(id)}`)).body).toMatchObject({ id: String(id), from: 'a' })
})

it('counts that may be null start at 0, other numbers at null', async () => {
  expect((await (await sendTo())('GET', '/queues/1')).body).toMatchObject({
    waitingCount: 0,
    averageWait: null,
  })
})

it('From and To select texts with these names', async () => {
  const send = await sendTo()
  expect((await send('GET', '/queues?From=Bern')).body).toMatchObject([{ to: 'Chur' }])
  expect((await send('GET', '/queues?To=Nowhere')).body).toEqual([])
})

it('the error code of a missing record says that it was not found', async () => {
  expect((await (await sendTo())('GET', '/queues/77')).body).toEqual({ error: 'queue_not_found' })
})

it('a JSON Patch is accepted where a document describes it as an object', async () => {
  const patch = [{ op: 'replace', path: '/to', value: 'Davos' }]
  const headers = { 'content-type': 'application/json-patch+json' }
  const { body } = await (await sendTo())('PATCH', '/queues/1', patch, headers)
  expect(body).toMatchObject({ from: 'Bern', to: 'Davos' })
})
