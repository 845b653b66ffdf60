import { describe, expect, it } from 'vitest'
import type { FetchHandler } from '../../../../../contracts/client/fetch-client.ts'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, type Mock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const amount = { type: 'number', minimum: 1, maximum: 500 }
const bill = {
  type: 'object',
  required: ['id', 'title', 'total', 'due'],
  properties: {
    id,
    title: text,
    total: { type: 'number', readOnly: true, description: 'Sum of the amounts of all charges.' },
    fee: { type: 'number', readOnly: true },
    due: { type: 'number', readOnly: true, description: '`total` plus `fee`.' },
  },
}
const charge = (reference: object): object => ({
  type: 'object',
  required: ['id', 'amount', ...Object.keys(reference)],
  properties: { id, amount, ...reference },
})
const item = (schema: object): object => ({
  get: answer(200, schema),
  patch: { ...sent({ ...schema, required: [] }), ...answer(200, schema) },
  delete: gone,
})

/** Bills and their charges, which are below them or refer to them. */
function documentWith(isNested: boolean): object {
  const schema = charge(isNested ? {} : { billId: text })
  const charges = isNested
    ? {
        '/bills/{billId}/charges': { ...at('billId'), ...kept(schema) },
        '/bills/{billId}/charges/{id}': { ...at('billId', 'id'), ...item(schema) },
      }
    : { '/charges': kept(schema), '/charges/{id}': { ...at('id'), ...item(schema) } }
  return {
    openapi: '3.1.0',
    info: { title: 'Bills', version: '1' },
    paths: { '/bills': kept(bill), '/bills/{id}': { ...at('id'), ...item(bill) }, ...charges },
  }
}

/** The mock, but for the total, which does not follow requests with that method. */
function missing(mock: Mock, method: string): FetchHandler {
  const totals = new Map<string, number>()
  return async (request) => {
    const response = await mock.fetch(request)
    const { pathname } = new URL(request.url)
    const isChange = !/^(?:GET|HEAD)$/.test(request.method)
    if (isChange && request.method !== method && pathname.includes('charges')) totals.clear()
    if (request.method !== 'GET' || !/^\/bills\/[^/]+$/.test(pathname) || !response.ok) return response
    const { total, due, ...shown } = (await response.json()) as Record<string, number>
    const kept = method === 'POST' ? 0 : (totals.get(pathname) ?? total ?? 0)
    totals.set(pathname, kept)
    return Response.json({ ...shown, total: kept, due: (due ?? 0) - (total ?? 0) + kept })
  }
}

const orders = /^\/orders\/[^/]+$/
const linesOf = (order: string): string => `${order}/lines`

/** The mock, but for what reads of a record show of its members. */
const showing =
  <Member>(
    mock: Mock,
    record: RegExp,
    membersOf: (path: string) => string,
    shown: (members: readonly Member[], path: string) => object,
  ): FetchHandler =>
  async (request) => {
    const response = await mock.fetch(request)
    const { pathname, origin } = new URL(request.url)
    if (request.method !== 'GET' || !record.test(pathname) || !response.ok) return response
    const members = await mock.fetch(new Request(`${origin}${membersOf(pathname)}`))
    const body = (await response.json()) as object
    return Response.json({ ...body, ...shown((await members.json()) as readonly Member[], pathname) })
  }

describe.each([
  ['below it', true],
  ['that refer to it', false],
])('a number that is the sum of records %s', (_, isNested) => {
  const document = documentWith(isNested)

  it.each(['POST', 'PATCH', 'DELETE'])('is reported if it does not follow %s', async (method) => {
    const { findings } = await runContract({
      document,
      target: missing(await createMock({ document }), method),
      only: 'stateful/*/sums',
    })
    const found = findings.map(({ check, message }) => `${check}: ${message}`)
    expect(found).toContainEqual(
      expect.stringMatching(
        new RegExp(`^aggregate: .*total of /bills is the sum of amount of .*charges after ${method}`),
      ),
    )
  })

  it('is right in the mock, like what is computed from it', async () => {
    const { findings } = await runContract({
      document,
      target: await createMock({ document }),
      only: 'stateful/*/sums',
    })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  })
})

/** Orders whose total is the sum of what their lines cost. */
const ordersWith = (operationsOn: (line: object) => object): object => {
  const whole = { type: 'integer', minimum: 1, maximum: 500 }
  const line = {
    type: 'object',
    required: ['id', 'quantity', 'price', 'amount'],
    properties: {
      id,
      quantity: whole,
      price: whole,
      amount: { type: 'integer', readOnly: true, description: '`quantity` times `price`.' },
    },
  }
  const order = {
    type: 'object',
    required: ['id', 'total'],
    properties: {
      id,
      title: text,
      total: { type: 'integer', readOnly: true, description: 'The sum of the amounts of all lines.' },
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': kept(order),
      '/orders/{orderId}': { ...at('orderId'), get: answer(200, order) },
      '/orders/{orderId}/lines': { ...at('orderId'), ...kept(line) },
      '/orders/{orderId}/lines/{id}': { ...at('orderId', 'id'), ...operationsOn(line) },
    },
  }
}

it('is reported if it is the sum of another number, which is alike for one of each', async () => {
  const document = ordersWith((line) => ({ get: answer(200, line), delete: gone }))
  const mock = await createMock({ document })
  const run = (target: FetchHandler | Mock) => runContract({ document, only: 'stateful/*/sums', target })
  const wrong = await run(
    showing<{ price: number }>(mock, orders, linesOf, (lines) => ({
      total: lines.reduce((sum, { price }) => sum + price, 0),
    })),
  )
  expect(wrong.findings.map(({ check }) => check)).toContain('aggregate')
  expect((await run(mock)).findings).toEqual([])
})

it('is reported if it does not follow a change of the numbers that what it sums is computed from', async () => {
  const document = ordersWith(item)
  const mock = await createMock({ document })
  const changed = new Map<string, number>()
  const stuck: FetchHandler = async (request) => {
    const { pathname, origin } = new URL(request.url)
    const owner = pathname.split('/lines')[0] ?? ''
    const totalOf = async (): Promise<number> =>
      ((await (await mock.fetch(new Request(origin + owner))).json()) as { readonly total: number }).total
    if (request.method === 'PATCH' && pathname.includes('/lines/')) changed.set(owner, await totalOf())
    const response = await mock.fetch(request)
    const total = changed.get(pathname)
    if (request.method !== 'GET' || total === undefined || !response.ok) return response
    return Response.json({ ...((await response.json()) as object), total })
  }
  const run = (target: FetchHandler | Mock) => runContract({ document, only: 'stateful/*/sums', target })
  expect((await run(stuck)).findings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/total of \/orders is the sum of amount of \/orders\/lines after PATCH/),
  )
  expect((await run(mock)).findings).toEqual([])
})

it('is reported if it counts records in a state that it leaves out', async () => {
  const line = {
    type: 'object',
    required: ['id', 'amount', 'status'],
    properties: { id, amount, status: { enum: ['placed', 'cancelled'], readOnly: true } },
  }
  const order = {
    type: 'object',
    required: ['id', 'total'],
    properties: {
      id,
      title: text,
      total: {
        type: 'number',
        readOnly: true,
        description: 'The sum of the amounts of all lines that are not cancelled.',
      },
    },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': kept(order),
      '/orders/{orderId}': { ...at('orderId'), get: answer(200, order) },
      '/orders/{orderId}/lines': { ...at('orderId'), ...kept(line) },
      '/orders/{orderId}/lines/{id}': { ...at('orderId', 'id'), get: answer(200, line) },
      '/orders/{orderId}/lines/{id}/cancel': {
        ...at('orderId', 'id'),
        post: { description: 'The line becomes `cancelled`.', ...answer(200, line) },
      },
    },
  }
  const mock = await createMock({ document })
  const findingsWith = async (isCounted: (status: string) => boolean): Promise<readonly string[]> => {
    const target = showing<{ amount: number; status: string }>(mock, orders, linesOf, (lines) => ({
      total: lines.filter(({ status }) => isCounted(status)).reduce((sum, each) => sum + each.amount, 0),
    }))
    const { findings } = await runContract({ document, only: 'stateful/*/sums', target })
    return findings.map(({ message }) => message)
  }
  expect(await findingsWith((status) => status !== 'cancelled')).toEqual([])
  expect(await findingsWith(() => true)).toEqual([
    expect.stringMatching(/the sum of amount of \/orders\/lines with status ≠ "cancelled" after POST/),
  ])
})

it('is the mean of records that refer to it by its description', async () => {
  const film = {
    type: 'object',
    required: ['id', 'rating'],
    properties: {
      id,
      title: text,
      rating: {
        type: ['number', 'null'],
        readOnly: true,
        description: 'Mean of the stars of its reviews, rounded to one decimal. Null without any.',
      },
    },
  }
  const review = {
    type: 'object',
    required: ['id', 'filmId', 'stars'],
    properties: { id, filmId: text, stars: { type: 'integer', minimum: 1, maximum: 5 } },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Films', version: '1' },
    paths: {
      '/films': kept(film),
      '/films/{id}': { ...at('id'), ...item(film) },
      '/reviews': kept(review),
      '/reviews/{id}': { ...at('id'), ...item(review) },
    },
  }
  const mock = await createMock({ document })
  const findingsWith = async (mean: (stars: readonly number[]) => number): Promise<readonly string[]> => {
    const target = showing<{ filmId: string; stars: number }>(
      mock,
      /^\/films\/[^/]+$/,
      () => '/reviews',
      (reviews, film) => {
        const stars = reviews.filter(({ filmId }) => film.endsWith(filmId)).map((each) => each.stars)
        return { rating: stars.length === 0 ? null : mean(stars) }
      },
    )
    const { findings } = await runContract({ document, only: 'stateful/films/sums', target })
    return findings.map(({ message }) => message)
  }
  const meanOf = (stars: readonly number[]): number =>
    stars.reduce((sum, each) => sum + each, 0) / stars.length
  expect(await findingsWith((stars) => Math.round(meanOf(stars) * 10) / 10)).toEqual([])
  expect(await findingsWith((stars) => meanOf([...stars, 0]))).toEqual([
    expect.stringMatching(/rating of \/films is the mean of stars of \/reviews/),
  ])
})

it('is the mean of grades that differ', async () => {
  const task = {
    type: 'object',
    required: ['id', 'average'],
    properties: {
      id,
      title: text,
      average: {
        type: ['number', 'null'],
        readOnly: true,
        description:
          'Average of the points of its graded answers, rounded to two decimals; null if none is graded.',
      },
    },
  }
  const points = { type: 'integer', minimum: 0, maximum: 90 }
  const reply = {
    type: 'object',
    required: ['id', 'status', 'points'],
    properties: {
      id,
      status: { enum: ['submitted', 'graded'], readOnly: true },
      points: { ...points, type: ['integer', 'null'], readOnly: true },
    },
  }
  const graded = {
    description: 'Grades the answer, which becomes `graded`.',
    ...sent({ type: 'object', required: ['points'], properties: { points } }),
    ...answer(200, reply),
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': kept(task),
      '/tasks/{taskId}': { ...at('taskId'), get: answer(200, task) },
      '/tasks/{taskId}/answers': { ...at('taskId'), ...kept(reply) },
      '/tasks/{taskId}/answers/{id}': { ...at('taskId', 'id'), get: answer(200, reply) },
      '/tasks/{taskId}/answers/{id}/grade': { ...at('taskId', 'id'), put: graded },
    },
  }
  const mock = await createMock({ document })
  const findingsWith = async (mean: (points: readonly number[]) => number): Promise<readonly string[]> => {
    const target = showing<{ points: number | null }>(
      mock,
      /^\/tasks\/[^/]+$/,
      (path) => `${path}/answers`,
      (all) => {
        const given = all.flatMap((each) => each.points ?? [])
        return { average: given.length === 0 ? null : mean(given) }
      },
    )
    const { findings } = await runContract({ document, only: 'stateful/tasks/sums', target })
    return findings.map(({ check }) => check)
  }
  const meanOf = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length
  expect(await findingsWith(meanOf)).toEqual([])
  expect(await findingsWith((all) => all.at(-1)!)).toEqual(['aggregate'])
  expect(await findingsWith((all) => Math.round(meanOf(all)))).toEqual(['aggregate'])
})
