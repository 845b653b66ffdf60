import { describe, expect, it } from 'vitest'
import { steer } from './steer.ts'

describe('the control plane describes', () => {
  it('the document', async () => {
    const { ask, mock } = await steer()
    expect((await ask('GET', '/_mock/openapi.json')).json).toEqual(mock.document.root)
  })

  it('each operation with its resource, lifecycle and whether it can be tried', async () => {
    const { ask } = await steer()
    const operations = (await ask('GET', '/_mock/operations')).json['operations'] as unknown as readonly {
      readonly id: string
    }[]
    const of = (operationId: string): unknown => operations.find(({ id }) => id === operationId)
    expect(operations).toHaveLength(17)
    expect(of('getPet')).toEqual({
      id: 'getPet',
      method: 'GET',
      path: '/pets/{petId}',
      summary: 'Read one pet',
      tags: ['Animals'],
      deprecated: true,
      since: '2025-12-05T00:00:00.000Z',
      sunset: '2030-12-05T00:00:00.000Z',
      documentation: 'https://petstore.example/deprecations/get-pet',
      successor: '/pets?id={petId}',
      tryIt: true,
      resource: '/pets',
      role: 'read',
    })
    expect(of('listOrders')).toMatchObject({ tryIt: false })
    expect(of('deletePet')).toMatchObject({ stability: 'beta', deprecated: false })
  })

  it('when operations become deprecated and end', async () => {
    const { ask } = await steer({ now: '2026-01-01T00:00:00Z' })
    expect((await ask('GET', '/_mock/lifecycle')).json).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      events: [
        { at: '2025-12-05T00:00:00.000Z', kind: 'deprecated', operation: 'getPet' },
        { at: '2030-12-05T00:00:00.000Z', kind: 'sunset', operation: 'getPet' },
      ],
    })
  })

  it('request counts and durations as Prometheus metrics', async () => {
    const { ask } = await steer()
    for (const path of ['/pets', '/pets', '/pets/999', '/nowhere']) await ask('GET', path)
    const answer = await ask('GET', '/_mock/metrics')
    expect(answer.field('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const name = 'stablehand_http_request_duration_seconds'
    expect(answer.text).toContain(`${name}_count{operation="listPets",status="200"} 2`)
    expect(answer.text).toContain(`${name}_bucket{le="+Inf",operation="listPets",status="200"} 2`)
    expect(answer.text).toContain(`${name}_count{operation="getPet",status="404"} 1`)
    expect(answer.text).toContain(`${name}_count{operation="",status="404"} 1`)
    expect(answer.text).toContain('process_cpu_seconds_total')
  })

  it('unknown paths and methods in its errors', async () => {
    const { ask } = await steer()
    expect((await ask('GET', '/_mock/nothing')).json).toMatchObject({ status: 404, code: 'not_found' })
    expect((await ask('PUT', '/_mock/reset')).status).toBe(405)
    expect((await ask('POST', '/_mock/journal')).field('allow')).toBe('DELETE, GET, HEAD, OPTIONS')
  })
})
