import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, type Mock } from '../../../../../mock/index.ts'
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
  const { findings } = await runContract({ document, target, phases: ['stateful'], include: ['getStats'] })
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
  ['follows its records', 1, []],
  ['counts something twice', 2, ['warning sales']],
])('a sum that %s', async (_, factor, expected) => {
  const sale = {
    type: 'object',
    required: ['id', 'price'],
    properties: { id: { ...text, readOnly: true }, price: number },
  }
  const sales = { ...number, description: 'The sum of the prices of the sales.' }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/sales': kept(sale),
      '/sales/{id}': { ...at('id'), get: answer(200, sale), delete: gone },
      '/stats': {
        get: { operationId: 'sales', ...answer(200, { type: 'object', properties: { revenue: sales } }) },
      },
    },
  }
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    include: ['sales'],
    async target(request: Request) {
      if (!request.url.endsWith('/stats') || request.method !== 'GET') return mock.fetch(request)
      const list = await mock.fetch(new Request(new URL('/sales', request.url)))
      const prices = ((await list.json()) as readonly { readonly price: number }[]).map(({ price }) => price)
      return Response.json({ revenue: factor * prices.reduce((sum, each) => sum + each, 0) })
    },
  })
  const found = findings.filter(({ check }) => check === 'aggregate')
  expect(found.map(({ severity, operation }) => `${severity} ${operation}`)).toEqual(expected)
})

it.each([
  'Number of notes in the last hour',
  'Number of notes (cached)',
  'Maximum number of notes',
  'Notes to take',
  'Number of notes. Hidden notes are not counted.',
])('another number may stay: %s', async (ofNotes) => {
  expect(await findingsOf((stats) => ({ ...stats, notes: 7 }), ofNotes)).toEqual([])
})

interface ProjectStats {
  readonly notes: number
  readonly tasks: number
  readonly openTasks: number
}

/** The findings of a service whose statistics of a project differ from what belongs to it. */
async function findingsBelow(
  change: (stats: ProjectStats, mock: Mock) => Promise<ProjectStats> | ProjectStats,
  ofTasks = 'Number of tasks',
  ofOpenTasks = 'Number of tasks of the project whose state is `open`.',
): Promise<readonly string[]> {
  const stats = {
    type: 'object',
    required: ['notes', 'tasks', 'openTasks'],
    properties: {
      notes: { ...number, description: 'Number of notes in this project.' },
      tasks: { ...number, description: ofTasks },
      openTasks: { ...number, description: ofOpenTasks },
    },
  }
  const task = {
    ...order,
    required: ['id', 'state', 'projectId'],
    properties: { ...order.properties, projectId: text },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Projects', version: '1' },
    paths: {
      '/projects': kept(note),
      '/projects/{id}': { ...at('id'), get: answer(200, note), delete: gone },
      '/projects/{id}/stats': { ...at('id'), get: { operationId: 'getStats', ...answer(200, stats) } },
      '/projects/{id}/notes': { ...at('id'), ...kept(note) },
      '/projects/{id}/notes/{noteId}': { ...at('id', 'noteId'), get: answer(200, note), delete: gone },
      '/tasks': kept(task),
      '/tasks/{id}': { ...at('id'), get: answer(200, task), delete: gone },
    },
  }
  const mock = await createMock({ document })
  const target = async (request: Request): Promise<Response> => {
    const response = await mock.fetch(request)
    if (!request.url.endsWith('/stats') || !response.ok || request.method !== 'GET') return response
    return Response.json(await change((await response.json()) as ProjectStats, mock))
  }
  const { findings } = await runContract({ document, target, phases: ['stateful'], include: ['getStats'] })
  return findings
    .filter(({ check }) => check === 'aggregate')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`)
}

it('totals of what belongs to a record are no finding', async () => {
  expect(await findingsBelow((stats) => stats)).toEqual([])
})

it('a total of the records below another one that stays is an error', async () => {
  expect(await findingsBelow((stats) => ({ ...stats, notes: 0 }))).toEqual([
    expect.stringMatching(/^error getStats: .*notes of \/projects\/\{id\}\/stats .* got 0 for 1 records/),
  ])
})

it('a total of the records in a state that refer to another one is an error if it stays', async () => {
  expect(await findingsBelow((stats) => ({ ...stats, openTasks: 0 }))).toEqual([
    expect.stringMatching(/^error getStats: .*openTasks of .* \/tasks \(state open\)/),
  ])
})

it('a total that counts the records of all owners is an error', async () => {
  const countAll = async (stats: ProjectStats, mock: Mock): Promise<ProjectStats> => {
    const tasks = await mock.fetch(new Request('http://localhost/tasks'))
    return { ...stats, tasks: ((await tasks.json()) as readonly unknown[]).length }
  }
  expect(await findingsBelow(countAll)).toEqual([
    expect.stringMatching(/^error getStats: .*tasks of .* \/tasks \(all\)/),
  ])
})

it('a total may be described as how many there are', async () => {
  const words = ['How many tasks the project has', 'How many of its tasks are `open`'] as const
  expect(await findingsBelow((stats) => stats, ...words)).toEqual([])
  expect(await findingsBelow((stats) => ({ ...stats, tasks: 0 }), ...words)).toEqual([
    expect.stringMatching(/^error getStats: .*tasks of .*\/tasks \(all\)/),
  ])
  expect(await findingsBelow((stats) => ({ ...stats, openTasks: 0 }), ...words)).toEqual([
    expect.stringMatching(/^error getStats: .*openTasks of .*\/tasks \(state open\)/),
  ])
})
