import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ended } from '../support/stablehand.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const broken = `openapi: 3.1.0
info: { title: Broken, version: '1' }
paths:
  /a:
    get:
      responses:
        '200': { $ref: '#/components/responses/Missing' }
    post:
      responses: 7
`

describe('--strict', () => {
  it('rejects a document with problems and lists them all with their locations', async () => {
    const folder = await folderOf({ 'api.yaml': broken })
    const { code, out, err } = await ended('mock', join(folder, 'api.yaml'), '--strict')
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/api\.yaml:1:1 {2}not-flawless {2}The document has \d+ problems/)
    expect(err).toMatch(/api\.yaml:7:9 {2}unresolved-ref/)
    expect(err).toMatch(/api\.yaml:9:7 {2}structure/)
  })
})

describe('--allow-remote-refs', () => {
  const referring = (ref: string): string =>
    `openapi: 3.1.0\ninfo: { title: Far, version: '1' }\npaths:\n  /a: { $ref: '${ref}' }\n`
  const item = "get: { operationId: far, responses: { '200': { description: ok } } }\n"

  it('is suggested where a remote reference is not followed, and follows it', async () => {
    const server = createServer((_, response) => response.end(item)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const folder = await folderOf({ 'api.yaml': referring(`http://127.0.0.1:${port}/a.yaml`) })
    const path = join(folder, 'api.yaml')
    const [without, allowed] = await Promise.all([
      ended('inspect', path, '--json'),
      ended('inspect', path, '--json', '--allow-remote-refs'),
    ])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(without.out).toContain('--allow-remote-refs')
    expect(JSON.parse(without.out)).toMatchObject({ operations: [], problems: [{ code: 'remote-ref' }] })
    expect(JSON.parse(allowed.out)).toMatchObject({ operations: [{ id: 'far' }], problems: [] })
  })

  it('reads files outside the folder of the document, also in a check', async () => {
    const folder = await folderOf({ 'api/api.yaml': referring('../a.yaml'), 'a.yaml': item })
    const path = join(folder, 'api/api.yaml')
    const [without, allowed] = await Promise.all([
      ended('check', 'http://127.0.0.1:1', path, '--plan'),
      ended('check', 'http://127.0.0.1:1', path, '--plan', '--allow-remote-refs'),
    ])
    expect(without.out).not.toContain('far')
    expect(allowed.out).toContain('far')
  })
})
