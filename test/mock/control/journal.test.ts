import { describe, expect, it } from 'vitest'
import { steer } from './steer.ts'

const now = { now: '2026-01-01T00:00:00Z' }

describe('the journal', () => {
  it('lists requests and responses, latest first, with verdict and reasons', async () => {
    const { ask } = await steer(now)
    await ask('GET', '/pets/1')
    await ask('POST', '/pets?x=1', { json: { name: '', categoryId: 1 } })
    await ask('GET', '/nowhere')
    const { total, entries } = (await ask('GET', '/_mock/journal')).json
    expect(total).toBe(3)
    expect(entries).toMatchObject([
      { id: 3, verdict: 'undeclared', why: { code: 'not_found' }, response: { status: 404 } },
      {
        id: 2,
        at: '2026-01-01T00:00:00.000Z',
        operation: 'createPet',
        verdict: 'refused',
        why: { code: 'invalid_request', details: [{ in: 'body', path: '/name' }] },
        request: { method: 'POST', path: '/pets', query: 'x=1', body: '{"name":"","categoryId":1}' },
      },
      {
        id: 1,
        operation: 'getPet',
        verdict: 'valid',
        response: { status: 200, body: expect.stringContaining('"id":1') },
      },
    ])
  })

  it('filters by operation, method, status, verdict and id, in pages', async () => {
    const { ask } = await steer(now)
    for (const path of ['/pets/1', '/pets/2', '/pets/999', '/nowhere']) await ask('GET', path)
    await ask('DELETE', '/pets/3')
    const ids = async (query: string): Promise<readonly number[]> =>
      (
        (await ask('GET', `/_mock/journal?${query}`)).json['entries'] as unknown as readonly {
          readonly id: number
        }[]
      ).map(({ id }) => id)
    expect(await ids('operation=getPet')).toEqual([3, 2, 1])
    expect(await ids('method=DELETE')).toEqual([5])
    expect(await ids('status=404')).toEqual([4, 3])
    expect(await ids('status=2XX')).toEqual([5, 2, 1])
    expect(await ids('verdict=undeclared')).toEqual([4])
    expect(await ids('after=3')).toEqual([5, 4])
    expect(await ids('limit=2&offset=1')).toEqual([4, 3])
    expect((await ask('GET', '/_mock/journal?status=7XX')).status).toBe(400)
  })

  it('names the faults that were applied', async () => {
    const { ask } = await steer()
    await ask('PUT', '/_mock/faults', { json: { operations: { getPet: [{ kind: 'status', status: 503 }] } } })
    expect((await ask('GET', '/pets/1')).status).toBe(503)
    await ask('GET', '/pets')
    const { entries } = (await ask('GET', '/_mock/journal')).json
    expect(entries).toMatchObject([{ operation: 'listPets' }, { operation: 'getPet', faults: ['status'] }])
    expect(JSON.stringify(entries).match(/"faults"/g)).toHaveLength(1)
  })

  it('redacts credentials', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
      components: {
        securitySchemes: {
          inHeader: { type: 'apiKey', in: 'header', name: 'X-Key' },
          inQuery: { type: 'apiKey', in: 'query', name: 'api key' },
        },
      },
    }
    const { ask } = await steer({ document })
    const secrets = {
      authorization: 'Bearer s3cret',
      cookie: 'id=s3cret',
      'x-key': 's3cret',
      'x-other': 'plain',
    }
    await ask('GET', '/a?api%20key=s3cret&b=1&access_token=s3cret', { headers: secrets })
    const answer = await ask('GET', '/_mock/journal')
    expect(answer.text).not.toContain('s3cret')
    expect(answer.json['entries']).toMatchObject([
      {
        request: {
          query: 'api%20key=[redacted]&b=1&access_token=[redacted]',
          headers: {
            authorization: '[redacted]',
            cookie: '[redacted]',
            'x-key': '[redacted]',
            'x-other': 'plain',
          },
        },
      },
    ])
  })

  it('keeps the configured number of entries', async () => {
    const { ask } = await steer({ journal: 3 })
    for (let count = 0; count < 10; count += 1) await ask('GET', '/pets?limit=1')
    const { total, entries } = (await ask('GET', '/_mock/journal')).json
    expect([total, entries]).toMatchObject([3, [{ id: 10 }, { id: 9 }, { id: 8 }]])
    expect((await ask('GET', '/_mock/journal/7')).status).toBe(404)
    expect((await ask('GET', '/_mock/journal/8')).json).toMatchObject({ id: 8, operation: 'listPets' })
  })

  it('keeps at most 64 MiB of bodies', async () => {
    const { ask, mock } = await steer({ selfCheck: false })
    const body = new Uint8Array(1024 * 1024)
    for (let count = 0; count < 80; count += 1)
      await mock.handle({ method: 'POST', path: '/nowhere', query: '', headers: {}, body })
    const { total } = (await ask('GET', '/_mock/journal?limit=1')).json
    expect(total).toBeLessThan(64)
    expect(total).toBeGreaterThan(50)
  })

  it('truncates a large body and gives its size', async () => {
    const { ask } = await steer()
    await ask('POST', '/pets', { json: { name: 'x'.repeat(100_000), categoryId: 1 } })
    const { request } = (await ask('GET', '/_mock/journal/1')).json as unknown as {
      request: { body: string; length: number }
    }
    expect([request.body.length, request.length]).toEqual([65_536, 100_026])
  })

  it('can be cleared and keeps counting', async () => {
    const { ask } = await steer()
    await ask('GET', '/pets')
    expect((await ask('DELETE', '/_mock/journal')).status).toBe(204)
    expect((await ask('GET', '/_mock/journal')).json).toEqual({ total: 0, entries: [] })
    await ask('GET', '/pets')
    expect((await ask('GET', '/_mock/journal')).json['entries']).toMatchObject([{ id: 2 }])
  })

  it('does not contain control plane requests', async () => {
    const { ask } = await steer()
    await ask('POST', '/_mock/reset')
    expect((await ask('GET', '/_mock/journal')).json['total']).toBe(0)
  })

  it('can be switched off', async () => {
    const { ask, mock } = await steer({ journal: 0 })
    expect(mock.journal).toBeUndefined()
    expect((await ask('GET', '/pets')).status).toBe(200)
    const answer = await ask('GET', '/_mock/journal')
    expect([answer.status, answer.json['code']]).toEqual([404, 'no_journal'])
  })
})
