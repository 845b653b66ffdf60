import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ended, stablehand, type Run } from '../support/stablehand.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** Starts a mock on a free port and resolves with its URL once it is printed. */
async function started(...args: readonly string[]): Promise<Run & { readonly url: string }> {
  const run = stablehand('mock', '--port', '0', ...args)
  const deadline = Date.now() + 20_000
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(run.output.out)?.[0]
    if (url !== undefined) return { ...run, url }
    if (run.child.exitCode !== null || Date.now() > deadline)
      throw new Error(run.output.err || 'The mock did not start.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function file(name: string, content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
  folders.push(folder)
  await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return join(folder, name)
}

describe('stablehand', () => {
  it('shows its commands and exit codes', async () => {
    const { code, out } = await ended('--help')
    expect(code).toBe(0)
    for (const text of ['mock', 'check', 'inspect', 'Exit codes: 0 success']) expect(out).toContain(text)
  })

  it('prints its version', async () => {
    expect(await ended('--version')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    })
  })

  it.each([
    [['mok'], "unknown command 'mok'\n(Did you mean mock?)"],
    [
      ['check', '--document', 'openapi.yaml'],
      "unknown option '--document'\n(The document is an argument, without an option before it.)",
    ],
    [['check', '--url=http://localhost'], '(The URL is an argument, without an option before it.)'],
    [['mock', '--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
    [['mock', '--port', '99999'], 'Expected a port from 0 to 65535.'],
    [['mock', '--auth', 'maybe'], 'Allowed choices are off, required.'],
    [
      ['mock', '--now', 'tomorrow'],
      "Invalid date 'tomorrow': use a date such as 2030-12-06 or 2030-12-06T10:00:00Z.",
    ],
    [['mock', '--world', 'nowhere'], "Unknown world 'nowhere'"],
    [['mock', 'missing.yaml'], 'The file does not exist.'],
    [['inspect', 'missing.yaml'], 'The file does not exist.'],
  ])('rejects %j with exit code 2 and a reason', async (args, reason) => {
    const { code, out, err } = await ended(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(reason)
    expect(err).not.toContain('    at ')
  })

  it('rejects an invalid document with the location', async () => {
    const path = await file('broken.yaml', 'openapi: 3.0.3\ninfo: [')
    const { code, err } = await ended('mock', path)
    expect([code, err]).toEqual([2, expect.stringMatching(/broken\.yaml:\d+:\d+ {2}syntax/)])
  })
})

describe('stablehand mock', () => {
  it('prints its URL, example requests and upcoming sunsets', async () => {
    const { url, output } = await started()
    expect(output.out).toContain('Pet Store 1.0.0')
    expect(output.out).toContain(`curl ${url}/pets`)
    expect(output.out).toContain('GET /pets/{petId}  until 2030-12-05; use /pets?id={petId}')
    expect((await fetch(`${url}/pets`)).status).toBe(200)
  })

  it('suggests commands that work', async () => {
    const { url, output } = await started()
    const [, body = ''] = /curl -d '(.+)' -H/.exec(output.out) ?? []
    const created = await fetch(`${url}/pets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(created.status).toBe(201)
    const [, item = ''] = new RegExp(`curl -i ${url}(\\S+)`).exec(output.out) ?? []
    expect((await fetch(url + item)).status).toBe(200)
  })

  it('logs each request', async () => {
    const { url, output } = await started()
    await fetch(`${url}/pets/0`)
    await expect.poll(() => output.out).toMatch(/^GET {4}400 \/pets\/0 [\d.]+ ms$/m)
  })

  it('logs JSON on request', async () => {
    const { url, output } = await started('--log', 'json')
    await fetch(`${url}/pets`, { headers: { 'X-Request-Id': 'a-1' } })
    await expect.poll(() => output.out.split('\n').length).toBe(3)
    const [start, request] = output.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(start).toMatchObject({ msg: 'listening', url })
    expect(request).toMatchObject({
      msg: 'request',
      requestId: 'a-1',
      method: 'GET',
      url: '/pets',
      status: 200,
    })
  })

  it('sets the clock to the given date', async () => {
    const { url } = await started('--now', '2030-12-06')
    expect((await fetch(`${url}/pets/1`)).status).toBe(410)
  })

  it('requires the given token', async () => {
    const { url } = await started('--token', 's3cret')
    expect((await fetch(`${url}/pets`)).status).toBe(401)
    expect((await fetch(`${url}/pets`, { headers: { Authorization: 'Bearer s3cret' } })).status).toBe(200)
  })

  it('loads records from a file', async () => {
    const world = await file(
      'world.json',
      '{"/pets":[{"id":9007199254740993,"name":"Rex","categoryId":1,"status":"sold"}]}',
    )
    const { url } = await started('--world', world)
    expect(await (await fetch(`${url}/pets`)).text()).toBe(
      '[{"id":9007199254740993,"name":"Rex","categoryId":1,"status":"sold"}]',
    )
  })

  it('disables CORS on request', async () => {
    const { url } = await started('--cors', 'off')
    const { headers } = await fetch(`${url}/pets`, { headers: { Origin: 'http://app.test' } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('warns about the problems of a document and serves the rest', async () => {
    const path = await file('api.json', {
      openapi: '3.1.0',
      info: { title: 'Half', version: '1' },
      paths: {
        '/a': { get: { responses: { 200: { $ref: '#/components/responses/Missing' } } } },
        '/b': {
          get: {
            responses: {
              200: { description: 'ok', content: { 'application/json': { schema: { const: 7 } } } },
            },
          },
        },
      },
    })
    const { url, output } = await started(path)
    expect(output.err).toContain('unresolved-ref')
    expect(await (await fetch(`${url}/b`)).json()).toBe(7)
  })

  it('reports that its port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, err } = await ended('mock', '--port', String(port))
    taken.close()
    expect([code, err]).toEqual([2, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use.`)])
  })

  it.each(['SIGINT', 'SIGTERM'] as const)('exits on %s although a connection is open', async (signal) => {
    const { url, child, exit } = await started()
    await fetch(`${url}/pets`)
    child.kill(signal)
    expect(await exit).toBe(0)
  })
})

describe('stablehand inspect', () => {
  it('prints resources and lifecycles', async () => {
    const { code, out } = await ended('inspect')
    expect(code).toBe(0)
    expect(out).toContain('17 operations')
    expect(out).toMatch(/create +POST +\/pets/)
  })

  it('prints JSON on request', async () => {
    const { code, out } = await ended('inspect', '--json')
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({ title: 'Pet Store', operations: expect.any(Array) }),
    ])
  })
})
