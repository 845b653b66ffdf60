import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const states = { type: 'string', enum: ['queued', 'started', 'done', 'failed'] }

async function jobs(description: string, about = '', refusal = 'Conflict'): Promise<Send> {
  const status = { ...states, default: 'queued', description: about }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    paths: {
      '/jobs': {
        get: answer(200, list(ref('Job'))),
        post: { requestBody: json(object({ name: text })), ...answer(201, ref('Job')) },
      },
      '/jobs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        patch: {
          description,
          requestBody: json({ type: 'object', properties: { name: text, status } }),
          responses: { 200: { description: 'The job', ...json(ref('Job')) }, 409: { description: refusal } },
        },
      },
    },
    components: { schemas: { Job: object({ id: { ...integer, readOnly: true }, name: text, status }) } },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

/** The statuses of the responses to changes of a new job, one after the other. */
async function changed(send: Send, ...next: readonly string[]): Promise<readonly number[]> {
  await send('POST', '/jobs', { name: 'Print' })
  const statuses: number[] = []
  for (const status of next) statuses.push((await send('PATCH', '/jobs/1', { status })).status)
  return statuses
}

const moves = 'Jobs go from `queued` to `started`, and from `started` to `done` or `failed`.'

it.each([
  [`${moves} Other transitions are refused with 409.`],
  ['`queued` → `started` → `done`. Any other transition is refused (409).'],
])('a change to a state that does not follow is refused: %s', async (description) => {
  const send = await jobs(description)
  expect(await changed(send, 'done', 'started', 'started', 'queued', 'done', 'started')).toEqual([
    409, 200, 200, 409, 200, 409,
  ])
})

it('the property, or the response, may say so as well', async () => {
  const ofProperty = await jobs('', `${moves} Anything else is a conflict.`)
  expect(await changed(ofProperty, 'done', 'started', 'failed')).toEqual([409, 200, 200])
  const ofResponse = await jobs(moves, '', 'The status transition is not allowed')
  expect(await changed(ofResponse, 'done', 'started')).toEqual([409, 200])
})

it('other changes are not', async () => {
  const send = await jobs(`${moves} Other transitions are refused with 409.`)
  await send('POST', '/jobs', { name: 'Print' })
  expect(await send('PATCH', '/jobs/1', { name: 'Scan' })).toMatchObject({
    status: 200,
    body: { name: 'Scan' },
  })
})

it('a list of moves that does not exclude others refuses nothing', async () => {
  expect(await changed(await jobs(moves), 'done', 'queued')).toEqual([200, 200])
})
