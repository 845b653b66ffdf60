import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ended, stablehand } from '../support/stablehand.ts'

const schema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', readOnly: true }, url: { type: 'string' } },
}
const content = { 'application/json': { schema } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Hooks', version: '1' },
  paths: {
    '/hooks': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'array', items: schema } } },
          },
        },
      },
      post: {
        requestBody: { content },
        responses: { 201: { description: 'made', content } },
        callbacks: {
          made: { '{$request.body#/url}': { post: { requestBody: { content }, responses: {} } } },
        },
      },
    },
  },
}

it('--callbacks sends to the hosts in --callback-hosts and reports which ones it refuses', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
  await writeFile(join(folder, 'api.json'), JSON.stringify(document))
  const received: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk))
    request.on('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { output } = stablehand(
    'mock',
    join(folder, 'api.json'),
    '--port',
    '0',
    '--world',
    'empty',
    '--callbacks',
    '--callback-hosts',
    `127.0.0.1:${port}`,
  )
  await expect.poll(() => output.out, { timeout: 30_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)?.[0] ?? ''
  for (const target of [`http://127.0.0.1:${port}/here`, 'http://refused.test/']) {
    const body = JSON.stringify({ url: target })
    await fetch(`${url}/hooks`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  await expect.poll(() => received, { timeout: 30_000 }).toHaveLength(1)
  expect(JSON.parse(received[0] ?? '')).toEqual({ id: 1, url: `http://127.0.0.1:${port}/here` })
  await expect
    .poll(() => output.out + output.err, { timeout: 30_000 })
    .toContain('Callbacks to refused.test are not sent')
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

it('--callback-hosts accepts only hosts', async () => {
  const { code, err } = await ended('mock', '--callback-hosts', 'http://a.test/hook')
  expect([code, err]).toEqual([2, expect.stringContaining("'http://a.test/hook' is not a host.")])
})
