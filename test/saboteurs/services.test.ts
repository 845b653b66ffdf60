import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withClient } from './document-service/describe-service.ts'
import { operationsOf, readDocument } from './document-service/document.ts'
import { services } from './services.ts'

describe.each(services)('$name', ({ document, credentials, defects, start }) => {
  const operations = operationsOf(readDocument(document))
  const path = operations.find(
    ({ method, template }) => method === 'GET' && !template.includes('{'),
  )!.template
  const headers = { 'x-client-version': '1.0' }

  test('serves its document', () =>
    withClient(start(), async (client, started) => {
      expect(started.document).toBe(document)
      expect(await client.send('GET', path, { headers })).toMatchObject({ status: 200 })
    }))

  test('accepts its credentials if started with auth', () =>
    withClient(start({ auth: true }), async (client, started) => {
      expect(readFileSync(started.document, 'utf8')).not.toMatch(/^security:\n {2}- \{\}/m)
      expect(await client.send('GET', path, { headers })).toMatchObject({ status: 401 })
      expect(await client.send('GET', path, { headers: { ...headers, ...credentials } })).toMatchObject({
        status: 200,
      })
    }))

  test('has at least 25 defects, all in its own operations', () => {
    const known = new Set(operations.map(({ id }) => id))
    expect(defects.filter(({ operationId }) => !known.has(operationId))).toEqual([])
    expect(defects.length).toBeGreaterThanOrEqual(25)
  })
})
