import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { steer } from './steer.ts'

const here = { host: 'localhost:4010' }

describe('access to the control plane', () => {
  it.each([
    [{}, undefined],
    [{ host: 'localhost:4010' }, '127.0.0.1'],
    [{ host: '127.0.0.1:4010' }, '127.0.0.1'],
    [{ host: '127.3.2.1:4010' }, '::ffff:127.3.2.1'],
    [{ host: '[::1]:4010' }, '::1'],
    [{ host: 'app.localhost' }, '127.0.0.1'],
    [{ host: 'localhost:4010', origin: 'http://localhost:5173' }, '127.0.0.1'],
    [{ host: 'localhost:4010', 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ])('is open to programs and pages of this machine: %j from %s', async (headers, client) => {
    const { ask } = await steer()
    const { status } = await ask('GET', '/_mock/clock', { headers, ...(client !== undefined && { client }) })
    expect(status).toBe(200)
  })

  it.each([
    [{ host: 'evil.example' }, '127.0.0.1', 'foreign_host'],
    [{ host: 'localhost.evil.example:4010' }, '127.0.0.1', 'foreign_host'],
    [{ host: 'notlocalhost' }, '127.0.0.1', 'foreign_host'],
    [{ host: '192.168.1.5:4010' }, '127.0.0.1', 'foreign_host'],
    [{ host: '' }, '127.0.0.1', 'foreign_host'],
    [{ ...here, origin: 'https://evil.example' }, '127.0.0.1', 'foreign_origin'],
    [{ ...here, origin: 'null' }, '127.0.0.1', 'foreign_origin'],
    [{ ...here, origin: 'http://localhost@evil.example' }, '127.0.0.1', 'foreign_origin'],
    [here, '192.168.1.9', 'remote_client'],
    [here, 'fe80::1', 'remote_client'],
    [here, '128.0.0.1', 'remote_client'],
    [{ ...here, 'x-forwarded-for': '203.0.113.7, 127.0.0.1' }, '127.0.0.1', 'remote_client'],
  ])('is refused to others: %j from %s with %s', async (headers, client, code) => {
    const { ask } = await steer()
    for (const [method, path] of [
      ['GET', '/_mock/journal'],
      ['GET', '/_mock/journal/events'],
      ['POST', '/_mock/reset'],
      ['OPTIONS', '/_mock/state'],
    ] as const) {
      const answer = await ask(method, path, { headers, client })
      expect([answer.status, answer.json['code']]).toEqual([403, code])
    }
  })

  it('is open under the host name the mock listens on', async () => {
    const { ask } = await steer({ control: { hosts: ['mock.test'] } })
    const headers = { host: 'mock.test:80', origin: 'http://mock.test' }
    expect((await ask('GET', '/_mock/clock', { headers, client: '127.0.0.1' })).status).toBe(200)
  })

  it('with a token, is open to anyone who presents it, from anywhere', async () => {
    const { ask } = await steer({ control: { token: 's3cret' } })
    const headers = { host: 'box.example', origin: 'http://box.example', authorization: 'Bearer s3cret' }
    expect((await ask('GET', '/_mock/clock', { headers, client: '203.0.113.7' })).status).toBe(200)
  })

  it.each(['', 'Bearer', 'Bearer s3cre', 'Bearer s3cretx', 'Basic s3cret', 'Bearer s3creT'])(
    'with a token, is refused to %j even from this machine',
    async (authorization) => {
      const { ask } = await steer({ control: { token: 's3cret' } })
      const answer = await ask('GET', '/_mock/clock', {
        headers: { ...here, authorization },
        client: '127.0.0.1',
      })
      expect(answer.status).toBe(401)
      expect(answer.field('www-authenticate')).toMatch(/^Bearer /)
      expect(answer.text).not.toContain('s3cret')
    },
  )

  it('is open to everyone for health and the console page, which holds no data', async () => {
    const { ask } = await steer({ control: { token: 's3cret' } })
    const from = { headers: { host: 'pod.example' }, client: '10.0.0.7' }
    expect((await ask('GET', '/_mock/health', from)).json).toEqual({
      status: 'ok',
      title: 'Pet Store',
      version: '1.0.0',
      operations: 17,
    })
    expect((await ask('GET', '/_mock/', from)).status).toBe(200)
  })

  it('cannot be created for a document that has the same path', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/_mock/pets': { get: { responses: { 200: { description: 'ok' } } } } },
    }
    await expect(createMock({ document })).rejects.toThrow(
      "The document has the path '/_mock/pets', but /_mock and /_s are reserved for the mock's control API and its sessions.",
    )
    const fine = { ...document, paths: { '/_mocks': document.paths['/_mock/pets'] } }
    await expect(createMock({ document: fine })).resolves.toBeDefined()
  })
})
