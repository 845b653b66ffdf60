import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeService, withClient } from '../document-service/describe-service.ts'
import type { Client } from '../shared/client.ts'
import { defects } from './defects/index.ts'
import { requestsFor } from './requests.ts'
import { devicesService } from './server/definition.ts'
import { start } from './start.ts'

describeService({ document: devicesService.document, defects, start, requestsFor })

const headers = { 'x-client-version': '1.4' }
const camera = { kind: 'camera', name: 'Door', secret: 'open-please', resolution: [640, 480] }

const serials = async (client: Client, query: string): Promise<unknown> => {
  const { body } = await client.send('GET', `/devices?${query}`, { headers })
  return (body as unknown as { items: { serial: string }[] }).items.map(({ serial }) => serial)
}

describe('the devices', () => {
  test('are registered once under a serial that the client chooses', () =>
    withClient(start(), async (client) => {
      const put = async (rest = {}): Promise<unknown> =>
        client.send('PUT', '/devices/XY-000001', { json: camera, headers: { ...headers, ...rest } })
      expect(await put()).toMatchObject({ status: 201, headers: { location: '/devices/XY-000001' } })
      expect(await put()).toMatchObject({ status: 200, body: { serial: 'XY-000001' } })
      expect(await put({ 'if-none-match': '*' })).toMatchObject({ status: 412 })
    }))

  test('are never shown with their secrets', () =>
    withClient(start(), async (client) => {
      const answers = await Promise.all([
        client.send('POST', '/devices', { json: camera, headers }),
        client.send('GET', '/devices', { headers }),
      ])
      expect(answers.map(({ text }) => text).join()).not.toMatch(/secret|open-please/)
    }))

  test('keep every digit of a counter', () =>
    withClient(start(), async (client) => {
      const text = JSON.stringify(camera).replace('}', ',"messageCount":9223372036854775807}')
      const { headers: answered } = await client.send('POST', '/devices', { text, headers })
      const path = String(answered['location'])
      expect((await client.send('GET', path, { headers })).text).toContain(
        '"messageCount":9223372036854775807',
      )
    }))

  test('are filtered by each parameter', () =>
    withClient(start(), async (client) => {
      expect(await serials(client, 'kinds=sensor,camera')).toEqual(['SN-000001', 'SN-000003'])
      expect(await serials(client, 'tags=north%7Croof')).toEqual(['SN-000001', 'SN-000002'])
      expect(await serials(client, 'filter[site]=Yard&filter[online]=false')).toEqual(['SN-000003'])
      expect(await serials(client, 'min_messages=9007199254740993')).toEqual(['SN-000001'])
      expect(await serials(client, 'per_page=2&page=2')).toEqual(['SN-000003'])
    }))

  test('lose the properties that a merge patch sets to null', () =>
    withClient(start(), async (client) => {
      const merge = { ...headers, 'content-type': 'application/merge-patch+json' }
      const answer = await client.send('PATCH', '/devices/SN-000001', {
        json: { site: null },
        headers: merge,
      })
      expect(answer.status).toBe(200)
      expect(answer.body).not.toHaveProperty('site')
      const other = await client.send('PATCH', '/devices/SN-000001', { json: { site: null }, headers })
      expect(other).toMatchObject({
        status: 415,
        headers: { 'accept-patch': 'application/merge-patch+json' },
      })
    }))

  test('answer 429 beyond the rate limit', () =>
    withClient(start({ rateLimit: 2 }), async (client) => {
      const statuses: number[] = []
      for (const _ of [1, 2, 3, 4]) statuses.push((await client.send('GET', '/health')).status)
      expect(statuses).toEqual([204, 204, 429, 204])
    }))

  test('require the token, and so does their document, if started with auth', () =>
    withClient(start({ auth: true }), async (client, { document }) => {
      expect(readFileSync(document, 'utf8')).toContain('security:\n  - bearer: []')
      const answer = await client.send('GET', '/stats')
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="devices"' } })
      const known = { authorization: 'bearer open-sesame' }
      expect(await client.send('GET', '/stats', { headers: known })).toMatchObject({ status: 200 })
    }))
})
