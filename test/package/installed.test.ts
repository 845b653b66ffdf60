import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import ts from 'typescript'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import exported from './exports.json' with { type: 'json' }
import { environment, npm, root, run } from './npm.ts'
import { createProject, type Project } from './project.ts'

let project: Project

beforeAll(async () => {
  project = await createProject()
}, 300_000)
afterAll(() => project.remove(), 60_000)

/** Runs a program of this package's development dependencies in the project. */
const runOurs = async (program: string, ...args: readonly string[]): Promise<string> =>
  (await run(project.folder, join(root, 'node_modules', program), ...args)).stdout

describe('the command in an empty folder', { timeout: 120_000 }, () => {
  it('prints its version through npx', async () => {
    const { stdout } = await npm(project.folder, 'exec', '--no', '--', 'stablehand', '--version')
    expect(stdout).toBe(`${manifest.version}\n`)
  })

  it('prints its help', async () => {
    const { stdout } = await run(project.folder, command(), '--help')
    expect(stdout).toContain('Exit codes: 0 success')
  })

  it('serves the Pet Store and its console', async () => {
    const child = spawn(process.execPath, [command(), 'mock', '--port', '0'], {
      cwd: project.folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    try {
      const url = await addressIn(child.stdout)
      expect(await (await fetch(`${url}/pets/1`)).json()).toMatchObject({ id: 1 })
      expect(await (await fetch(`${url}/_mock`)).text()).toContain('<!doctype html>')
    } finally {
      child.kill()
      await exited
    }
  })

  it('exports a demo', async () => {
    const { stdout } = await run(project.folder, command(), 'export', 'demo', '--out', 'demo')
    expect(stdout).toContain('demo')
  })
})

const command = (): string => join(project.folder, 'node_modules/stablehand', manifest.bin.stablehand)

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  throw new Error('The mock did not start.')
}

describe('a project with the package installed', { timeout: 120_000 }, () => {
  // The Vitest entry can be imported only inside Vitest.
  it.each(['stablehand', 'stablehand/browser', 'stablehand/contracts'] as const)(
    'imports from %s what its types declare',
    async (entry) => {
      const file = await project.write(
        'names.js',
        `import * as all from '${entry}'; console.log(JSON.stringify(Object.keys(all).sort()))`,
      )
      const { stdout } = await run(project.folder, file)
      expect(JSON.parse(stdout)).toEqual(exported[entry].values)
    },
  )

  it('type-checks against its types', async () => {
    const file = await project.write('consumer.ts', consumer)
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: ['node'],
    })
    // Type errors in other packages are not ours.
    const ours = program
      .getSourceFiles()
      .filter(({ fileName }) => !/node_modules\/(?!stablehand\/)/.test(fileName))
    const wrong = ours.flatMap((sourceFile) => program.getSemanticDiagnostics(sourceFile))
    expect(ours.length).toBeGreaterThan(50)
    expect(wrong.map(({ messageText }) => messageText)).toEqual([])
  })

  it('tests an API in Vitest', async () => {
    await project.write('api.test.ts', suite)
    const results = JSON.parse(
      await runOurs('vitest/vitest.mjs', 'run', '--root', project.folder, '--reporter', 'json'),
    ) as {
      readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string }[] }[]
    }
    expect(results).toMatchObject({ success: true, numPassedTests: 3 })
    expect(
      results.testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title)),
    ).toEqual([
      'GET /pets (listPets)',
      'GET /categories (listCategories)',
      'a response satisfies its contract',
    ])
  })

  it('bundles the browser entry with Vite without anything from Node', async () => {
    const input = await project.write('page.js', page)
    const { output } = (await build({
      configFile: false,
      root: project.folder,
      publicDir: false,
      logLevel: 'error',
      build: {
        outDir: 'bundle',
        modulePreload: false,
        reportCompressedSize: false,
        rollupOptions: { input },
      },
    })) as Rolldown.RolldownOutput
    const chunks = output.filter((item) => item.type === 'chunk')
    const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))
    const modules = chunks.flatMap(({ moduleIds, imports }) => [...moduleIds, ...imports])
    expect(modules.filter((id) => builtins.has(id) || id.includes('browser-external'))).toEqual([])
    const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? ''
    const { stdout } = await run(project.folder, join(project.folder, 'bundle', entry))
    expect(JSON.parse(stdout)).toMatchObject({ id: 1 })
  })
})

const consumer = `
import { createMock, defineBehaviours, refuse, type Mock } from 'stablehand'
import { createMock as createInBrowser } from 'stablehand/browser'
import { defineConfig, runContract, type Report } from 'stablehand/contracts'
import { contractTests, useContract } from 'stablehand/vitest'
import manifest from 'stablehand/package.json' with { type: 'json' }

const behaviours = defineBehaviours({ listPets: () => refuse(503, 'closed', 'Come back later.') })
const mock: Mock = await createMock({ behaviours })
const report: Report = await runContract({ target: mock, document: mock.document })
const version: string = manifest.version
contractTests(mock, (await createInBrowser()).document, { include: ['list*'] })
useContract(defineConfig({}).document ?? 'openapi.yaml')
console.log(version, report.summary.findings.error)
`

const suite = `
import { createMock } from 'stablehand'
import { contractTests, useContract } from 'stablehand/vitest'
import { expect, it } from 'vitest'

const mock = await createMock({ now: '2026-01-01' })
contractTests(mock, mock.document, { phases: ['examples'], include: ['listPets', 'listCategories'] })

it('a response satisfies its contract', async () => {
  useContract(mock.document)
  await expect(await mock.fetch(new Request('http://api.test/pets/1'))).toSatisfyContract({ operation: 'getPet' })
})
`

const page = `
import { createMock } from 'stablehand/browser'

const mock = await createMock()
console.log(await (await mock.fetch(new Request('http://api.test/pets/1'))).text())
`
