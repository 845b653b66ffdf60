import { beforeEach, describe, expect, it } from 'vitest'
import type { CoveredOperation, CoverageReport } from '../../../mock/coverage/report.ts'
import { createMock, type Mock } from '../../../mock/index.ts'
import { clientOf, type Send } from '../client.ts'

let mock: Mock
let send: Send

beforeEach(async () => {
  mock = await createMock({ now: '2026-01-01', journal: 3 })
  send = clientOf(mock)
})

async function coverage(): Promise<CoverageReport> {
  return (await send('GET', '/_mock/coverage')).body as unknown as CoverageReport
}

async function covered(id: string): Promise<CoveredOperation> {
  const counted = (await coverage()).operations.find((operation) => operation.id === id)
  if (!counted) throw new Error(`There is no ${id}.`)
  return counted
}

const seenOf = ({ enums }: CoveredOperation, side: string, path: string): readonly unknown[] =>
  enums
    .filter((member) => member.side === side && member.path === path)
    .flatMap(({ values }) => values.filter(({ seen }) => seen).map(({ value }) => value))

describe('client coverage', () => {
  it('starts empty and lists everything that can be covered', async () => {
    const { requests, summary, operations } = await coverage()
    expect([requests, operations.length]).toEqual([0, 17])
    // getPet is deprecated.
    expect(summary.operations).toEqual({ covered: 0, total: 16 })
    expect(summary.errors.total).toBeGreaterThan(30)
    expect(summary.enums.covered).toBe(0)
  })

  it('counts operations and declared statuses beyond the capacity of the journal', async () => {
    for (let index = 0; index < 10; index += 1) await send('GET', '/pets')
    await send('GET', '/pets?limit=0')
    const { requests, statuses } = await covered('listPets')
    expect(requests).toBe(11)
    expect(statuses.filter(({ count }) => count > 0)).toEqual([
      { status: '200', declared: true, count: 10 },
      { status: '400', declared: true, count: 1 },
    ])
  })

  it('reports which enum values were sent and received', async () => {
    await send('GET', '/pets?status=sold&limit=1')
    await send('POST', '/pets', { name: 'Luna', categoryId: 1 })
    const listed = await covered('listPets')
    expect(seenOf(listed, 'request', '/status/*').concat(seenOf(listed, 'request', '/status'))).toEqual([
      'sold',
    ])
    expect(seenOf(listed, 'response', '/*/status')).toEqual(['sold'])
    expect(seenOf(await covered('createPet'), 'response', '/status')).toEqual(['available'])
  })

  it('does not count default values as sent', async () => {
    await send('GET', '/pets')
    expect(
      (await covered('listPets')).enums
        .filter(({ in: place }) => place === 'query')
        .flatMap(({ values }) => values.filter(({ seen }) => seen)),
    ).toEqual([])
  })

  it('names the callers of a deprecated operation and the page they come from', async () => {
    const headers = { 'user-agent': 'shop/2', referer: 'https://shop.test/pets?token=secret' }
    await send('GET', '/pets/1', undefined, headers)
    await send('GET', '/pets/2', undefined, headers)
    await send('GET', '/pets/1', undefined, { 'user-agent': 'curl' })
    expect((await covered('getPet')).callers).toEqual([
      { userAgent: 'shop/2', referer: 'https://shop.test/pets', count: 2 },
      { userAgent: 'curl', referer: '', count: 1 },
    ])
    expect((await coverage()).summary.deprecated).toBe(3)
  })

  it('tells up to a limit of callers apart and counts the rest together', async () => {
    for (let index = 0; index < 105; index += 1)
      await send('GET', '/pets/1', undefined, { 'user-agent': `agent ${index}` })
    const { callers } = await covered('getPet')
    expect(callers).toHaveLength(101)
    expect(callers.at(-1)).toEqual({ userAgent: '(others)', referer: '', count: 5 })
  })

  it('lists requests that are not in the document, except preflight requests', async () => {
    await send('GET', '/unicorns')
    await send('PUT', '/pets/1')
    await send('OPTIONS', '/pets')
    expect((await coverage()).unknown).toEqual([
      { method: 'GET', path: '/unicorns', count: 1 },
      { method: 'PUT', path: '/pets/1', count: 1 },
    ])
  })

  it('survives a reset of the mock and is cleared separately', async () => {
    await send('GET', '/pets')
    await mock.reset()
    expect((await coverage()).requests).toBe(1)
    expect((await send('DELETE', '/_mock/coverage')).status).toBe(204)
    expect((await coverage()).requests).toBe(0)
  })

  it('is not available without a journal', async () => {
    const other = clientOf(await createMock({ journal: 0 }))
    expect((await other('GET', '/_mock/coverage')).status).toBe(404)
  })
})
