import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

/** The statuses of transfers that are created in turn, where the document says that. */
async function statuses(
  description: string,
  transfers: readonly JsonObject[],
  refusal = '422',
): Promise<readonly number[]> {
  const reason = { type: 'string', enum: ['restock', 'other'] }
  const properties = { from: text, to: text, reason, note: text }
  const transfer = object({ id: { ...text, readOnly: true }, ...properties })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Transfers', version: '1' },
    paths: {
      '/transfers': {
        get: answer(200, list(transfer)),
        post: {
          description,
          requestBody: json({ type: 'object', properties }),
          responses: {
            201: { description: 'Made', ...json(transfer) },
            [refusal]: { description: 'Refused' },
          },
        },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const found: number[] = []
  for (const each of transfers) found.push((await send('POST', '/transfers', each)).status)
  return found
}

it.each([
  ['`from` and `to` must be different.', [422, 201]],
  ['Plans a transfer.', [201, 201]],
])('values that have to differ are refused if they are the same: %s', async (description, expected) => {
  expect(
    await statuses(description, [
      { from: 'a', to: 'a' },
      { from: 'a', to: 'b' },
    ]),
  ).toEqual(expected)
})

it.each([
  ['A `note` is required if the reason is `other`.', [422, 201, 201]],
  ['A note is required for `other`.', [422, 201, 201]],
  ['Plans a transfer.', [201, 201, 201]],
])('a property is refused to be missing where another demands it: %s', async (description, expected) => {
  const transfers = [{ reason: 'other' }, { reason: 'other', note: 'x' }, { reason: 'restock' }]
  expect(await statuses(description, transfers)).toEqual(expected)
})

it.each([
  ['4XX', [422]],
  ['default', [422]],
  // As for what breaks the schema, where no status for a refusal is declared.
  ['500', [400]],
])('a demand is kept if the errors are declared as %s', async (refusal, expected) => {
  const same = [{ from: 'a', to: 'a' }]
  expect(await statuses('`from` and `to` must be different.', same, refusal)).toEqual(expected)
})

it.each([
  ['Must not be 0.', [422, 201, 201]],
  ['Must not be 0. Must be positive unless the kind is `correction`.', [422, 422, 201]],
  ['How many.', [201, 201, 201]],
])('a number is refused for its sign: %s', async (description, expected) => {
  const properties = {
    kind: { enum: ['delivery', 'correction'] },
    count: { ...integer, description },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Stock', version: '1' },
    paths: {
      '/changes': {
        get: answer(200, list(object({ id: integer, ...properties }))),
        post: {
          requestBody: json(object(properties)),
          responses: {
            201: { description: 'Made', ...json(object({ id: integer, ...properties })) },
            422: { description: 'Refused' },
          },
        },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const sent = [
    { kind: 'delivery', count: 0 },
    { kind: 'delivery', count: -1 },
    { kind: 'correction', count: -1 },
  ]
  const found: number[] = []
  for (const each of sent) found.push((await send('POST', '/changes', each)).status)
  expect(found).toEqual(expected)
})
