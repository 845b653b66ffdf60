import { expect, it } from 'vitest'
import { neededParts } from '../../../../../spec/inference/states/refusals/needed-parts.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'

/** Where the document says that an order needs lines to be placed. */
async function demandIn(description: string, refusal = 'Conflict'): Promise<string | undefined> {
  const responses = { 200: { description: 'Fine' }, 422: { description: refusal } }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/orders/{id}/place': { post: { description, responses } } },
  })
  const [place] = operationsOf(document).operations
  return place && neededParts(place, 'line')?.split('/').at(-1)
}

it.each([
  ['It needs at least one line.', '', 'post'],
  ['An order without lines cannot be placed.', '', 'post'],
  ['The order must have at least one line; 422 otherwise.', '', 'post'],
  ['Only drafts that have at least one line can be placed.', '', 'post'],
  ['', 'The order has no lines', '422'],
  ['', 'It is not a draft, or has no lines yet', '422'],
])('"%s" (%s) demands lines', async (description, refusal, place) => {
  expect(await demandIn(description, refusal)).toBe(place)
})

it.each([
  ['It should have lines.', ''],
  ['An order without lines cannot be placed unless it is a gift.', ''],
  ['A customer without orders cannot be deleted.', ''],
  ['', 'The order has no lines of that kind'],
  ['', 'The order has lines'],
])('"%s" (%s) demands none', async (description, refusal) => {
  expect(await demandIn(description, refusal)).toBeUndefined()
})
