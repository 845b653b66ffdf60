import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../../mock/adapters/server.ts'
import type { CoverageReport } from '../../../mock/coverage/report.ts'
import { createMock, type Mock } from '../../../mock/index.ts'

const cli = new URL('../../../dist/cli.js', import.meta.url).pathname

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const coverage = (...options: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, [cli, 'coverage', ...options], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })

describe('stablehand coverage', () => {
  let mock: Mock
  let server: RunningServer
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coverage-'))
    mock = await createMock()
    server = await startServer(mock, { port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => void (await fetch(`${server.url}/_mock/coverage`, { method: 'DELETE' })))
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  it('shows operations, what is uncovered, and the callers of deprecated ones', async () => {
    await fetch(`${server.url}/pets?limit=1`)
    await fetch(`${server.url}/pets/1`, { headers: { 'User-Agent': 'shop/2' } })
    const { code, stdout } = await coverage(server.url)
    expect(code).toBe(0)
    expect(stdout).toContain('Pet Store 1.0.0 · 2 requests')
    expect(stdout).toMatch(/✓ GET +\/pets {2}1×\n +not seen: .*400.*query \/status="sold"/)
    expect(stdout).toMatch(/✗ POST +\/pets {2}0×/)
    expect(stdout).toMatch(/GET +\/pets\/\{petId\} deprecated {2}1×/)
    expect(stdout).toContain('1× shop/2')
    expect(stdout).toContain('operations 1 of 16 (6 %)')
  })

  it('exits with 1 if a demand is not met, and says which', async () => {
    await fetch(`${server.url}/pets/1`)
    const { code, stderr } = await coverage(server.url, '--require', 'operations,errors=10%,deprecated=0')
    expect(code).toBe(1)
    expect(stderr).toContain('0 of 16 operations are covered (0 %); 100 % required.')
    expect(stderr).toContain('1 request went to deprecated operations, but at most 0 are allowed.')
    expect((await coverage(server.url, '--require', 'operations=0%,deprecated=1,unknown=0')).code).toBe(0)
  })

  it('writes JSON and a self-contained HTML page', async () => {
    await fetch(`${server.url}/<script>`)
    const [json, html] = [join(folder, 'c.json'), join(folder, 'c.html')]
    await coverage(server.url, '--report', `json=${json}`, '--report', `html=${html}`)
    const report = JSON.parse(await readFile(json, 'utf8')) as CoverageReport
    expect([report.requests, report.operations.length, report.summary.unknown]).toEqual([1, 17, 1])
    const page = await readFile(html, 'utf8')
    expect(page).toContain('/pets/{petId}')
    expect(page).not.toMatch(/<script|src=|href=/)
  })

  it('writes a report to standard output with - as the file, and nothing else', async () => {
    await fetch(`${server.url}/pets`)
    const { stdout, stderr } = await coverage(server.url, '--report', 'json=-')
    expect((JSON.parse(stdout) as CoverageReport).requests).toBe(1)
    expect(stderr).toContain('· 1 request')
  })

  it('clears the counts on request', async () => {
    await fetch(`${server.url}/pets`)
    expect(await coverage(server.url, '--reset')).toMatchObject({ code: 0, stdout: '' })
    expect((await coverage(server.url)).stdout).toContain('· 0 requests')
  })

  it('distinguishes wrong usage from an unreachable mock', async () => {
    expect((await coverage(server.url, '--require', 'everything')).code).toBe(2)
    expect((await coverage(server.url, '--report', 'pdf=x')).code).toBe(2)
    const unreachable = await coverage('http://127.0.0.1:1')
    expect([unreachable.code, unreachable.stderr]).toEqual([3, expect.stringContaining('is not reachable')])
  })
})
