import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'

const own = { ...text, readOnly: true }
const visit = object({ id: own, room: text, status: { enum: ['planned', 'completed'], readOnly: true } })
const report = object({ text })
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }

/** Visits with one report each, which is written as described. */
async function visits(missing: string, writing = 'Writes the report.'): Promise<Send> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Visits', version: '1' },
    paths: {
      '/visits': {
        get: answer(200, list(visit)),
        post: { requestBody: json(object({ room: text })), ...answer(201, visit) },
      },
      '/visits/{id}': { ...at, get: answer(200, visit) },
      '/visits/{id}/report': {
        ...at,
        get: {
          responses: { 200: { description: 'The report', ...json(report) }, 404: { description: missing } },
        },
        put: {
          description: writing,
          requestBody: json(report),
          responses: {
            200: { description: 'The report', ...json(report) },
            404: { description: 'No such visit' },
          },
        },
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

const made = async (send: Send): Promise<string> =>
  `/visits/${((await send('POST', '/visits', { room: '12' })).body as { readonly id: string }).id}`

it.each([
  'There is no such visit, or no report yet.',
  'The visit has no report.',
  'The report has not been written.',
])('a single record below another one is missing until it is written: "%s"', async (missing) => {
  const send = await visits(missing)
  const path = await made(send)
  expect((await send('GET', `${path}/report`)).status).toBe(404)
  expect(await send('PUT', `${path}/report`, { text: 'Fine' })).toMatchObject({
    status: 200,
    body: { text: 'Fine' },
  })
  expect((await send('GET', `${path}/report`)).body).toEqual({ text: 'Fine' })
  expect((await send('GET', `${await made(send)}/report`)).status).toBe(404)
})

it('a single record is there at once if its 404 is only about the one above', async () => {
  const send = await visits('No such visit.')
  const path = await made(send)
  expect((await send('GET', `${path}/report`)).status).toBe(200)
  expect((await send('GET', '/visits/x/report')).status).toBe(404)
})

it('writing it changes the state of the one above as described', async () => {
  const send = await visits('The visit has no report.', 'Writes the report. The visit is then `completed`.')
  const path = await made(send)
  expect((await send('GET', path)).body).toMatchObject({ status: 'planned' })
  await send('PUT', `${path}/report`, { text: 'Fine' })
  expect((await send('GET', path)).body).toMatchObject({ status: 'completed' })
})
