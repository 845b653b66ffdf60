import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const step = { type: 'object', required: ['text', 'done'], properties: { text, done: { type: 'boolean' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Checklists', version: '1' },
  paths: {
    '/checklists': {
      get: answer(200, list(ref('Checklist'))),
      post: { requestBody: json(object({ steps: list(step) })), ...answer(201, ref('Checklist')) },
    },
    '/checklists/{id}': {
      ...at,
      get: answer(200, ref('Checklist')),
      patch: { requestBody: json(object({ steps: list(step) })), ...answer(200, ref('Checklist')) },
    },
  },
  components: {
    schemas: {
      Checklist: object({
        id: { ...integer, readOnly: true },
        steps: list(step),
        step_count: { ...integer, readOnly: true },
        done_count: { ...integer, readOnly: true },
        open_count: { ...integer, readOnly: true, description: 'Number of steps that are not done' },
      }),
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const steps = [true, false, false].map((done, at) => ({ text: `Step ${String(at)}`, done }))
  await send('POST', '/checklists', { steps })
})

it('a number counts the items of a list in the same record', async () => {
  expect((await send('GET', '/checklists/1')).body).toMatchObject({ step_count: 3 })
})

it('a number counts the items in the state that its name or description tells', async () => {
  expect((await send('GET', '/checklists/1')).body).toMatchObject({ done_count: 1, open_count: 2 })
})

it('the counts follow changes to the list', async () => {
  await send('PATCH', '/checklists/1', { steps: [{ text: 'Only one', done: true }] })
  expect((await send('GET', '/checklists/1')).body).toMatchObject({
    step_count: 1,
    done_count: 1,
    open_count: 0,
  })
})
