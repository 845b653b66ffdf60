import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

const text = { type: 'string' }
const version = { type: 'integer', minimum: 1 }
const note = (counter: object) => ({
  type: 'object',
  required: ['id', 'title', 'version'],
  properties: { id: { ...text, readOnly: true }, title: text, version: counter },
})
const change = { type: 'object', required: ['version'], properties: { title: text, version } }
const draft = { type: 'object', required: ['title'], properties: { title: text } }
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const path = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }

interface Notes {
  readonly counter?: object
  readonly sent?: object
  /** The error statuses that updates declare. */
  readonly refusals?: readonly number[]
}

async function notes({ counter = version, sent = draft, refusals = [409] }: Notes = {}): Promise<
  readonly [send: Send, target: string, made: object]
> {
  const fine = { 200: { description: 'Fine', ...json(note(counter)) } }
  const responses = {
    ...fine,
    ...Object.fromEntries(refusals.map((status) => [status, { description: 'Refused' }])),
  }
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': { post: { requestBody: json(sent), responses: fine } },
        '/notes/{id}': {
          ...path,
          get: { responses: fine },
          put: { requestBody: json(change), responses },
          patch: { requestBody: json(change), responses },
        },
        '/notes/{id}/pin': { ...path, post: { requestBody: json(change), responses } },
      },
    },
    selfCheck: true,
  })
  const send = clientOf(mock)
  const { body } = await send('POST', '/notes', { title: 'first', version: 7 })
  return [send, `/notes/${(body as { id: string }).id}`, body as object]
}

it('a new record has version 1 and every update increments it', async () => {
  const [send, target, created] = await notes()
  expect(created).toMatchObject({ version: 1 })
  expect((await send('PATCH', target, { title: 'second', version: 1 })).body).toMatchObject({ version: 2 })
  expect((await send('PUT', target, { title: 'third', version: 2 })).body).toMatchObject({ version: 3 })
  expect((await send('GET', target)).body).toMatchObject({ title: 'third', version: 3 })
})

it.each([
  [{ ...version, minimum: 0 }, 0],
  [{ ...version, default: 5 }, 5],
])('a new record has the initial version of its schema: %j', async (counter, first) => {
  expect((await notes({ counter }))[2]).toMatchObject({ version: first })
})

it.each(['PATCH', 'PUT'])('%s with an outdated version is refused and changes nothing', async (method) => {
  const [send, target] = await notes()
  await send('PATCH', target, { title: 'second', version: 1 })
  expect(await send(method, target, { title: 'late', version: 1 })).toMatchObject({ status: 409 })
  expect((await send('GET', target)).body).toMatchObject({ title: 'second', version: 2 })
})

it('an outdated version is refused with the declared status, and accepted if none is declared', async () => {
  const late = { title: 'late', version: 9 }
  const [send, target] = await notes({ refusals: [422, 412] })
  expect(await send('PUT', target, late)).toMatchObject({ status: 412 })
  const [sendOpen, open] = await notes({ refusals: [] })
  expect(await sendOpen('PUT', open, late)).toMatchObject({
    status: 200,
    body: { title: 'late', version: 2 },
  })
})

it('a version the client sends on creation is stored unchanged', async () => {
  const [send, target, created] = await notes({ sent: change })
  expect(created).toMatchObject({ version: 7 })
  expect(await send('PUT', target, { title: 'other', version: 3 })).toMatchObject({
    status: 200,
    body: { title: 'other', version: 3 },
  })
})

it('the first version is the one that the description tells', async () => {
  const described = { type: 'integer', description: 'Starts at 0 and is incremented with every update.' }
  const [, , made] = await notes({ counter: described })
  expect(made).toMatchObject({ version: 0 })
})
