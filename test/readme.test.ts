import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../mock/adapters/server.ts'
import { loadBehaviours } from '../mock/cli/behaviours-file.ts'
import { createMock, type Mock } from '../mock/index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const cli = new URL('../dist/cli.js', import.meta.url).pathname
const run = promisify(execFile)

interface Command {
  readonly command: string
  readonly output: string
}

/** The commands of all console blocks, each with the output shown below it. */
function commands(): readonly Command[] {
  const blocks = [...readme.matchAll(/^```console\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
  return blocks
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((text) => ({
      command: text.split('\n', 1)[0] ?? '',
      output: text.slice(text.indexOf('\n') + 1).trimEnd(),
    }))
}

/** A pattern for expected output, in which `…` matches anything and a date any date. */
function pattern(expected: string): RegExp {
  const escaped = expected
    .replaceAll(/^Date: .*$/gm, 'Date: …')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('…', '[^]*')
  return new RegExp(`^${escaped}$`)
}

const hasCurl = (() => {
  try {
    execFileSync('curl', ['--version'])
    return true
  } catch {
    return false
  }
})()

describe('README', () => {
  it('shows the first command by line 13', () => {
    expect(readme.split('\n').slice(0, 13)).toContain('$ npm start')
  })

  it('has TypeScript that type-checks against the exports', async () => {
    const exported = Object.keys(await import('../mock/index.ts'))
    const imported = [...readme.matchAll(/import \{ ([\w, ]+) \} from 'stablehand'/g)].flatMap((match) =>
      (match[1] ?? '').split(', '),
    )
    expect(imported.length).toBeGreaterThan(0)
    for (const name of imported) expect(exported).toContain(name)
  })
})

/** The TypeScript blocks that contain this text. */
const snippets = (text: string): readonly string[] =>
  [...readme.matchAll(/^```ts\n(.*?)^```$/gms)]
    .map((match) => match[1] ?? '')
    .filter((line) => line.includes(text))

describe("README's behaviours", () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stablehand-readme-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('refuse requests as described', async () => {
    const [text = ''] = snippets('defineBehaviours')
    await writeFile(join(folder, 'behaviours.ts'), text)
    const mock = await createMock({ behaviours: await loadBehaviours(join(folder, 'behaviours.ts')) })
    const order = (quantity: number): Promise<Response> =>
      mock.fetch(
        new Request('http://localhost/store/orders', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ petId: 1, quantity }),
        }),
      )
    expect(await (await order(11)).json()).toMatchObject({ status: 409, code: 'too_many' })
    expect((await order(1)).status).toBe(201)
  })
})

describe("README's faults", () => {
  it('apply as described', async () => {
    const [text = ''] = snippets('createMock, scenario')
    const path = join(await mkdtemp(join(tmpdir(), 'stablehand-readme-')), 'faults.mts')
    const entry = new URL('../mock/index.ts', import.meta.url).href
    const script = text.replace("'stablehand'", `'${entry}'`).replace("document: 'openapi.yaml', ", '')
    await writeFile(path, `${script}\nexport default mock`)
    const { default: mock } = (await import(path)) as { readonly default: Mock }
    expect(mock.playing).toEqual({ name: 'crowded', step: 0 })
    await expect(mock.fetch(new Request('http://localhost/pets/1'))).rejects.toThrow('dropped')
    expect((await mock.fetch(new Request('http://localhost/pets/1'))).status).toBe(200)
    expect(mock.expectations.list()).toMatchObject([{ operation: 'placeOrder', status: 409, remaining: 1 }])
    await rm(dirname(path), { recursive: true })
  })
})

describe.skipIf(!hasCurl)(
  hasCurl ? 'README transcripts' : 'README transcripts (skipped: curl is not installed)',
  () => {
    let server: RunningServer

    beforeAll(async () => {
      server = await startServer(await createMock(), { port: 0, host: '127.0.0.1' })
    })
    afterAll(() => server.close())

    for (const { command, output } of commands().filter(({ command }) => !command.startsWith('npm start'))) {
      it(`$ ${command}`, async () => {
        const line = command
          .replaceAll(/(?:http:\/\/)?(?:localhost|127\.0\.0\.1):4010/g, server.url)
          .replace('npx stablehand', `"${process.execPath}" "${cli}"`)
        const { stdout } = await run('sh', ['-c', line])
        expect(stdout.replaceAll('\r', '').trimEnd()).toMatch(pattern(output))
      })
    }
  },
)
