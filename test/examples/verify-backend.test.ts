import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBackend } from './backend.ts'

interface Workflow {
  readonly jobs: {
    readonly contract: {
      readonly strategy: { readonly matrix: { readonly shard: readonly string[] } }
      readonly steps: readonly { readonly name?: string; readonly run?: string }[]
    }
  }
}

const here = fileURLToPath(new URL('.', import.meta.url))
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const { contract } = (load(await readFile(join(here, 'verify-backend.yml'), 'utf8')) as Workflow).jobs

describe('a workflow that verifies a backend', () => {
  let folder: string
  let backend: Server

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stablehand-example-'))
    await copyFile(join(here, 'openapi.yaml'), join(folder, 'openapi.yaml'))
    backend = createBackend().listen(0, '127.0.0.1')
    await once(backend, 'listening')
  })
  afterAll(async () => {
    backend.closeAllConnections()
    backend.close()
    await rm(folder, { recursive: true })
  })

  /** Runs the step as the runner of that part would, and returns the reported cases by operation. */
  async function verify(shard: string): Promise<ReadonlyMap<string, string>> {
    const { port } = backend.address() as AddressInfo
    const step = contract.steps.find(({ name }) => name === 'Verify it')?.run ?? ''
    const [program, command, ...words] = step
      .replace('${{ matrix.shard }}', shard)
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
      .split(/\s+/)
    expect([program, command]).toEqual(['npx', 'stablehand'])
    await promisify(execFile)(process.execPath, [cli, ...words], { cwd: folder })
    const report = await readFile(join(folder, 'contract.xml'), 'utf8')
    const cases = [...report.matchAll(/<testcase classname="(.*?)" name="(.*?)"/g)]
    return new Map(cases.map(([, operation = '', name = '']) => [name, operation]))
  }

  it('tests every operation in exactly one of its parts', async () => {
    const [first, second] = [await verify('1/2'), await verify('2/2')]
    expect(contract.strategy.matrix.shard).toEqual(['1/2', '2/2'])
    expect([...first.keys()].filter((name) => second.has(name))).toEqual([])
    expect([...first.values(), ...second.values()]).toEqual(
      expect.arrayContaining(['listTasks', 'createTask', 'getTask', 'replaceTask', 'deleteTask']),
    )
  })
})
