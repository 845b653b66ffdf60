import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

/** Meters whose readings are changed by that rule. */
async function meters(rule: string): Promise<Send> {
  const meter = object({ id: { ...text, readOnly: true }, reading: integer })
  const change = { type: 'object', properties: { reading: integer } }
  const refused = { 409: { description: 'Refused' }, 422: { description: 'Refused' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Meters', version: '1' },
    paths: {
      '/meters': {
        get: answer(200, list(meter)),
        post: { requestBody: json(meter), responses: { 201: { description: 'Made', ...json(meter) } } },
      },
      '/meters/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, meter),
        patch: {
          description: rule,
          requestBody: json(change),
          responses: { 200: { description: 'Changed', ...json(meter) }, ...refused },
        },
      },
    },
  }
  return clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
}

/** The statuses of changes from 7 to each reading in turn. */
async function statuses(send: Send, ...readings: readonly number[]): Promise<readonly number[]> {
  const { body } = await send('POST', '/meters', { reading: 7 })
  const { id } = body as { readonly id: string }
  const statuses: number[] = []
  for (const reading of readings) statuses.push((await send('PATCH', `/meters/${id}`, { reading })).status)
  return statuses
}

it.each([
  ['The reading never goes down.', [200, 409, 409]],
  ['The reading can only be decreased; 422 otherwise.', [422, 200, 200]],
  ['Changes the reading.', [200, 200, 200]],
])('a number is changed only in the direction that the document allows: %s', async (rule, expected) => {
  expect(await statuses(await meters(rule), 9, 7, 5)).toEqual(expected)
})
