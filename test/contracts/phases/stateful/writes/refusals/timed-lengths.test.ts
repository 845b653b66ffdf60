import { expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock, refuse } from '../../../../../../mock/index.ts'
import type { Json } from '../../../../../../spec/json.ts'
import { answer, at, content, gone, text } from '../../../../support/document-parts.ts'

const time = { ...text, format: 'date-time' }
const sentVisit = {
  type: 'object',
  required: ['starts_at', 'duration_minutes'],
  additionalProperties: false,
  properties: { starts_at: time, duration_minutes: { type: 'integer', minimum: 10, maximum: 90 } },
}
const visit = {
  ...sentVisit,
  required: ['id', ...sentVisit.required],
  properties: { id: { ...text, readOnly: true }, ...sentVisit.properties },
}
const conflict = { 409: { description: 'There is another visit at that time' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Visits', version: '1' },
  paths: {
    '/visits': {
      get: answer(200, { type: 'array', items: visit }),
      post: {
        operationId: 'book',
        description: 'Visits must not overlap.',
        requestBody: { required: true, content: content(sentVisit) },
        ...answer(201, visit, conflict),
      },
    },
    '/visits/{id}': { ...at('id'), get: answer(200, visit), delete: gone },
  },
}

const periodOf = (visit: Json | undefined): readonly [number, number] => {
  const { starts_at, duration_minutes } = visit as Readonly<Record<string, string | number>>
  const start = Date.parse(String(starts_at))
  return [start, start + Number(duration_minutes) * 60_000]
}

/** What is found of a service that refuses visits which collide with others. */
async function findingsOf(
  collide: (one: readonly [number, number], other: readonly [number, number]) => boolean,
): Promise<readonly string[]> {
  const target = await createMock({
    document,
    world: 'empty',
    behaviours: {
      async book({ request, store, next }) {
        const { items } = await store.collection('/visits').list({})
        const isTaken = items.some((other) => collide(periodOf(request.body as Json), periodOf(other)))
        return isTaken ? refuse(409, 'taken', 'There is another visit at that time.') : next()
      },
    },
  })
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('periods that are told by their length must not overlap', async () => {
  expect(await findingsOf(([start, end], [from, to]) => start < to && from < end)).toEqual([])
  expect(await findingsOf(() => false)).toEqual([
    expect.stringMatching('^invalid-refused book.*a period that equals that of another record'),
  ])
  expect(await findingsOf(([start], [from]) => start === from)).toEqual([
    expect.stringMatching('^invalid-refused book.*a period that ends within that of another record'),
  ])
})
