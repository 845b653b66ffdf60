import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const instant = { ...text, format: 'date-time' }
const job = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: text,
    status: { ...text, enum: ['queued', 'running', 'succeeded', 'failed'] },
    progress: { ...integer, minimum: 0, maximum: 100 },
    downloadUrl: { ...text, format: 'uri' },
    error: text,
    createdAt: instant,
    finishedAt: instant,
  },
}
const work = {
  type: 'object',
  properties: {
    name: text,
    done: { type: 'boolean' },
    error: { type: 'object', properties: { message: text } },
    response: { type: 'object', additionalProperties: true },
  },
}
const name = { ...text, description: 'Such as `shops/acme/exports/9`.' }
const exported = { type: 'object', required: ['name'], properties: { name, format: text } }
const at = (...names: readonly string[]): object => ({
  parameters: names.map((each) => ({ name: each, in: 'path', required: true, schema: text })),
})
const accepted = (content: object): object => ({
  responses: { 202: { description: 'Accepted', headers: { Location: { schema: text } }, ...content } },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Work', version: '1' },
  paths: {
    '/reports': { post: { requestBody: json(object({ title: text })), ...accepted(json(ref('Job'))) } },
    '/imports': { post: accepted({}) },
    '/jobs/{jobId}': {
      ...at('jobId'),
      get: { responses: { 200: { description: 'Job', ...json(ref('Job')) }, 404: { description: 'None' } } },
    },
    '/shops': { get: answer(200, list(object({ id: text }))) },
    '/shops/{shop}': { ...at('shop'), get: answer(200, object({ id: text })) },
    '/shops/{shop}/exports': {
      ...at('shop'),
      get: answer(200, object({ exports: list(ref('Export')) })),
      post: { requestBody: json(ref('Export')), ...answer(200, ref('Work')) },
    },
    '/shops/{shop}/exports/{export}': { ...at('shop', 'export'), get: answer(200, ref('Export')) },
    '/shops/{shop}/operations': {
      ...at('shop'),
      get: answer(200, object({ operations: list(ref('Work')) })),
    },
    '/shops/{shop}/operations/{operation}': { ...at('shop', 'operation'), get: answer(200, ref('Work')) },
  },
  components: {
    schemas: {
      Job: job,
      Work: {
        ...work,
        properties: {
          ...work.properties,
          name: { ...text, description: 'Such as `shops/acme/operations/1`.' },
        },
      },
      Export: exported,
    },
  },
}
const start = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))

describe('work that an operation starts', () => {
  it('is shown as waiting, and as done at its Location', async () => {
    const send = await start()
    const { status, header, body } = await send('POST', '/reports', { title: 'New' })
    const { id } = body as { readonly id: string }
    expect([status, header('Location'), body]).toMatchObject([
      202,
      `/jobs/${id}`,
      { status: 'queued', progress: 0 },
    ])
    for (const absent of ['error', 'downloadUrl', 'finishedAt']) expect(body).not.toHaveProperty(absent)
    const done = (await send('GET', header('Location') ?? '')).body as JsonObject
    expect(done).toMatchObject({
      id,
      status: 'succeeded',
      progress: 100,
      downloadUrl: expect.any(String),
      finishedAt: expect.any(String),
    })
    expect(done).not.toHaveProperty('error')
  })

  it('has an id of its own each time, and a Location even where there is no content', async () => {
    const send = await start()
    const [first, second] = [await send('POST', '/imports'), await send('POST', '/imports')]
    expect(first.header('Location')).not.toBe(second.header('Location'))
    for (const { status, header } of [first, second]) {
      expect(status).toBe(202)
      expect((await send('GET', header('Location') ?? '')).body).toMatchObject({ status: 'succeeded' })
    }
  })

  it('results in the record that the operation creates, and is listed', async () => {
    const send = await start()
    const { body } = await send('POST', '/shops/shop-1/exports', { name: '', format: 'CSV' })
    const { name: started } = body as { readonly name: string }
    expect(body).toMatchObject({ name: expect.stringMatching(/^shops\/shop-1\/operations\/./), done: false })
    const done = (await send('GET', `/${started}`)).body as { readonly response: { readonly name: string } }
    expect(done).toMatchObject({ name: started, done: true, response: { format: 'CSV' } })
    expect((await send('GET', `/${done.response.name}`)).body).toEqual(done.response)
    expect((await send('GET', '/shops/shop-1/operations')).body).toMatchObject({
      operations: expect.arrayContaining([done]),
    })
  })
})
