import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { json, text } from '../document-parts.ts'

const object = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties,
})
const kind = { kind: { ...text, enum: ['port', 'tag'] } }
const vlan = {
  oneOf: [object(['kind'], kind), object(['kind', 'number'], { ...kind, number: { type: 'integer' } })],
}
const line = object(['type', 'port', 'vlan'], { id: text, type: text, port: text, vlan, note: text })
const cable = { ...line, title: 'Cable' }

it('includes a property that one schema of an allOf requires and another forbids', async () => {
  const base = { ...object(['kind'], { id: text, kind: text }), additionalProperties: false }
  const mug = { allOf: [base, object(['size'], { size: text })] }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Mugs', version: '1' },
    paths: {
      '/mugs': { post: { requestBody: json({}), responses: { 201: { description: 'Made', ...json(mug) } } } },
      '/mugs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: { description: 'One', ...json(mug) } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('GET', '/mugs/mug-1')
  expect(body).toEqual({ id: 'mug-1', kind: expect.any(String), size: expect.any(String) })
})

it('includes everything required by the oneOf schemas that match a value', async () => {
  const link = { oneOf: [line, cable] }
  const one = { responses: { 200: { description: 'One', ...json(link) } } }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Links', version: '1' },
    paths: {
      '/links': {
        post: { requestBody: json(link), responses: { 201: { description: 'Made', ...json(link) } } },
      },
      '/links/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], get: one },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  for (let turn = 0; turn < 40; turn += 1) {
    const { body } = await send('POST', '/links')
    expect(body).toMatchObject({
      type: expect.any(String),
      port: expect.any(String),
      vlan: { kind: expect.stringMatching(/port|tag/) },
    })
    expect(Object.keys(body as object)[0]).toBe('id')
  }
})

it('keeps of a replaced record what it must have and clients need not send', async () => {
  const ticket = object(['id', 'subject'], { id: text, subject: text, note: text })
  const sent = json(object([], { subject: text, note: text }))
  const one = { description: 'The ticket', ...json(ticket) }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Tickets', version: '1' },
    paths: {
      '/tickets': { post: { requestBody: sent, responses: { 201: one } } },
      '/tickets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: one } },
        put: { requestBody: sent, responses: { 200: one } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/tickets', { subject: 'Tea is cold', note: 'old' })
  const { id } = body as { id: string }
  const replaced = await send('PUT', `/tickets/${id}`, { note: 'new' })
  expect(replaced.body).toEqual({ id, subject: 'Tea is cold', note: 'new' })
  expect((await send('PUT', `/tickets/${id}`, {})).body).toEqual({ id, subject: 'Tea is cold' })
})
