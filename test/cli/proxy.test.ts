import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startStore } from '../saboteurs/petstore/start.ts'
import { stablehand, type Run } from '../support/stablehand.ts'

const closers: (() => Promise<void>)[] = []
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a proxy in front of a store and resolves once its URL is printed. */
async function started(
  defect: string | undefined,
  ...args: readonly string[]
): Promise<Run & { readonly url: string }> {
  const store = await startStore(defect === undefined ? {} : { defect })
  closers.push(() => store.close())
  const run = stablehand('proxy', store.url, '--port', '0', ...args)
  await expect.poll(() => run.output.out + run.output.err, { timeout: 60_000 }).toContain('Ctrl-C')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.output.out + run.output.err) ?? []
  return { ...run, url }
}

const end = async ({ child, exit }: Run, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> => {
  child.kill(signal)
  return exit
}

describe('stablehand proxy', () => {
  it('reports each exchange as it happens and a summary at the end', async () => {
    const run = await started(undefined)
    await fetch(`${run.url}/pets?limit=1`)
    await fetch(`${run.url}/pets/0`)
    await expect
      .poll(() => run.output.out)
      .toMatch(
        /^✓ GET {4}200 \/pets\?limit=1 {2}[\d.]+ ms\n! GET {4}400 \/pets\/0 {2}[\d.]+ ms {2}client-request$/m,
      )
    expect(await end(run)).toBe(0)
    expect(run.output.out).toContain('(real traffic)')
    expect(run.output.out).toMatch(/0 errors, 1 warning .* 2 requests in [\d.]+ s/)
  })

  it('exits with 1 and writes the reports when the contract was violated', async () => {
    const [junit, json, har] = ['report.xml', 'report.json', 'all.har'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const run = await started(
      'id-as-string',
      '--report',
      `junit=${junit}`,
      '--report',
      `json=${json}`,
      '--record',
      har,
    )
    await (await fetch(`${run.url}/pets`)).text()
    expect(await end(run, 'SIGTERM')).toBe(1)
    const { summary, findings } = JSON.parse(await readFile(json, 'utf8')) as {
      summary: object
      findings: object[]
    }
    expect(summary).toMatchObject({
      requests: 1,
      covered: 1,
      findings: { error: findings.length, warning: 0 },
    })
    expect(findings[0]).toMatchObject({ check: 'response-body', operation: 'listPets' })
    expect(await readFile(junit, 'utf8')).toMatch(/<testcase classname="listPets"[^>]*>\s*<failure /)
    expect(JSON.parse(await readFile(har, 'utf8'))).toMatchObject({
      log: { entries: [{ request: { method: 'GET' } }] },
    })
  })

  it('writes a report alone to standard output with - as the file', async () => {
    const run = await started(undefined, '--report', 'json=-')
    await (await fetch(`${run.url}/pets`)).text()
    expect(await end(run)).toBe(0)
    expect(JSON.parse(run.output.out)).toMatchObject({ summary: { requests: 1 } })
  })

  it('exits with 1 for warnings on request', async () => {
    const run = await started(undefined, '--fail-on', 'warning')
    await fetch(`${run.url}/pets/0`)
    expect(await end(run)).toBe(1)
  })

  it('exits with 3 when the API never responded', async () => {
    const run = stablehand('proxy', 'http://127.0.0.1:1', '--port', '0')
    await expect.poll(() => run.output.out, { timeout: 60_000 }).toContain('Ctrl-C')
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.output.out) ?? []
    expect((await fetch(url)).status).toBe(502)
    expect(await end(run)).toBe(3)
    expect(run.output.out).toContain('http://127.0.0.1:1 is not reachable.')
  })

  it.each([
    [[], "missing required argument 'upstream'"],
    [['ftp://api.test'], "'ftp://api.test' is not an http or https URL"],
    [['http://127.0.0.1:1', 'missing.yaml'], 'The file does not exist.'],
    [['http://127.0.0.1:1', '--port', '70000'], 'Expected a port from 0 to 65535.'],
    [['http://127.0.0.1:1', '--host', '203.0.113.1'], '203.0.113.1 is not an address of this machine.'],
    [['http://127.0.0.1:1', '--record', '/no-such-folder/all.har'], 'The archive cannot be written: ENOENT'],
  ])('rejects %j with exit code 2 and a reason', async (args, reason) => {
    const { output, exit } = stablehand('proxy', ...args)
    expect([await exit, output.out]).toEqual([2, ''])
    expect(output.err).toContain(reason)
    expect(output.err).not.toContain('    at ')
  })
})
