import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, kept, at, gone, note, number, text } from '../../../support/document-parts.ts'

const order = {
  type: 'object',
  required: ['id', 'state'],
  properties: { id: { ...text, readOnly: true }, state: { ...text, enum: ['open', 'paid'] } },
}

interface Stats {
  readonly notes: number
  readonly orders: number
  readonly openOrders: number
}

/** The findings of a service whose statistics differ from what is there. */
async function findingsOf(
  change: (stats: Stats) => Stats,
  ofNotes = 'Number of notes',
): Promise<readonly string[]> {
  const stats = {
    type: 'object',
    required: ['notes', 'orders', 'openOrders'],
    properties: {
      notes: { ...number, description: ofNotes },
      orders: { ...number, description: 'Number of orders' },
      openOrders: { ...number, description: 'The number of open orders.' },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/notes': kept(note),
      '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
      '/orders': kept(order),
      '/orders/{id}': { ...at('id'), get: answer(200, order), delete: gone },
      '/stats': { get: { operationId: 'getStats', ...answer(200, stats) } },
    },
  }
  const mock = await createMock({ document, world: 'empty' })
  const target = async (request: Request): Promise<Response> => {
    const response = await mock.fetch(request)
    if (!request.url.endsWith('/stats') || request.method !== 'GET') return response
    return Response.json(change((await response.json()) as Stats))
  }
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  return findings
    .filter(({ check }) => check === 'aggregate')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`)
}

it('totals that follow the records are no finding', async () => {
  expect(await findingsOf((stats) => stats)).toEqual([])
})

it('a total that stays is an error', async () => {
  expect(await findingsOf((stats) => ({ ...stats, notes: 0 }))).toEqual([
    expect.stringMatching(/^error getStats: .*notes of \/stats .*\/notes \(all\).* got 0 for 1 records/),
  ])
})

it('a total of records in a state that stays is an error', async () => {
  expect(await findingsOf((stats) => ({ ...stats, openOrders: 0 }))).toEqual([
    expect.stringMatching(/^error getStats: .*openOrders of \/stats .*\/orders \(state open\)/),
  ])
})

it('a total that is one off is a warning', async () => {
  expect(await findingsOf((stats) => ({ ...stats, notes: stats.notes + 1 }))).toEqual([
    expect.stringMatching(/^warning getStats: .* got \d+ for \d+ records/),
  ])
})

it.each([
  'Number of notes in the last hour',
  'Number of notes (cached)',
  'Maximum number of notes',
  'Notes to take',
])('another number may stay: %s', async (ofNotes) => {
  expect(await findingsOf((stats) => ({ ...stats, notes: 7 }), ofNotes)).toEqual([])
})
