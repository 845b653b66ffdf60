import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startStore } from '../../saboteurs/petstore/start.ts'

interface Action {
  readonly name: string
  readonly description: string
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly required?: boolean; readonly default?: string }>
  >
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: {
    readonly using: string
    readonly steps: readonly {
      readonly id: string
      readonly shell: string
      readonly env: Readonly<Record<string, string>>
      readonly run: string
    }[]
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const action = load(await readFile(join(root, 'action.yml'), 'utf8')) as Action
const [step] = action.runs.steps
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Ran {
  readonly code: number | null
  readonly out: string
}

/** Runs the step as GitHub does, with `npx` standing for what follows. */
async function runStep(npx: string, inputs: Readonly<Record<string, string>>): Promise<Ran> {
  const script = join(folder, 'npx')
  await writeFile(script, `#!/usr/bin/env bash\n${npx}\n`)
  await chmod(script, 0o755)
  const values = Object.entries(step?.env ?? {}).map(([name, template]) => [name, fill(template, inputs)])
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''], {
    cwd: root,
    env: {
      ...process.env,
      ...Object.fromEntries(values),
      PATH: [folder, process.env['PATH']].join(delimiter),
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    },
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  child.stderr.resume()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out }
}

/** GitHub's expressions, as far as the action has them. */
function fill(template: string, inputs: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name: string) => {
    const input = action.inputs[name]
    if (!input) throw new Error(`The action has no input ${name}.`)
    return inputs[name] ?? input.default ?? ''
  })
}

const tell = String.raw`printf '<%s>' "$@"`

describe('the GitHub action', () => {
  it('is composite, and uses all of its inputs', () => {
    expect(action).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      runs: { using: 'composite' },
    })
    const used = Object.values(step?.env ?? {}).map((value) => /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1])
    expect(used).toEqual(Object.keys(action.inputs))
    expect(
      Object.entries(action.inputs)
        .filter(([, { required }]) => required)
        .map(([name]) => name),
    ).toEqual(['url'])
  })

  it('has no expressions in its script, where they would be code', () => {
    expect(step?.run).not.toContain('${{')
  })

  it('runs a check with annotations and a report', async () => {
    const { code, out } = await runStep(tell, {
      url: 'http://api.test',
      document: 'api docs.yaml',
      version: '1.2.3',
    })
    const junit = join(folder, 'stablehand-junit.xml')
    expect(code).toBe(0)
    expect(out).toBe(
      `<--yes><stablehand@1.2.3><check><http://api.test><api docs.yaml><--report><github><--report><junit=${junit}>`,
    )
    expect(await readFile(join(folder, 'output'), 'utf8')).toBe(`junit=${junit}\n`)
    expect(action.outputs['junit']?.value).toBe(`\${{ steps.${String(step?.id)}.outputs.junit }}`)
  })

  it('splits further options like a shell, without running anything in them', async () => {
    const args = `--read-only --header 'X-Note: two words' --include "GET /pets" $(touch ${folder}/ran) *`
    const { out } = await runStep(tell, { url: 'http://api.test', args })
    expect(out).toContain(
      `<--read-only><--header><X-Note: two words><--include><GET /pets><$(touch><${folder}/ran)><*>`,
    )
    await expect(readFile(join(folder, 'ran'))).rejects.toThrow('ENOENT')
  })

  it('exits with the code of the check', async () => {
    expect((await runStep('exit 3', { url: 'http://api.test' })).code).toBe(3)
  })

  it('uses only options that the check has', async () => {
    const { out } = await runStep('shift 3; exec node --import tsx cli.ts check --help', {
      url: 'http://api.test',
    })
    const options = [...(step?.run ?? '').matchAll(/(?:^|[( ])(--[a-z-]+)/g)]
      .map(([, name]) => name)
      .filter((name) => name !== '--yes')
    expect(options).toEqual(['--report', '--report'])
    for (const name of options) expect(out).toContain(`  ${String(name)} <`)
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/--report <kind=file> .*junit=file.*github/)
  })

  it('reports the defect of an API', async () => {
    const store = await startStore({ defect: 'sunset-iso' })
    const npx = 'shift 2; exec node --import tsx cli.ts "$@"'
    const { code, out } = await runStep(npx, { url: store.url, args: '--phases lifecycle --include getPet' })
    await store.close()
    expect(code).toBe(1)
    expect(out).toMatch(/^::error .*title=getPet/m)
    expect(await readFile(join(folder, 'stablehand-junit.xml'), 'utf8')).toContain('type="sunset-header"')
    expect(await readFile(join(folder, 'summary'), 'utf8')).toContain('The contract is broken')
  })
})
