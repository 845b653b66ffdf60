import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { environment, root, run } from './npm.ts'

const built = join(root, 'dist')

const compiled = async (dist = built): Promise<readonly string[]> =>
  (await readdir(join(dist, 'bundle')))
    .filter((name) => name.endsWith('.cache'))
    .map((name) => name.replace(/\.[^.]+\.cache$/, ''))

/** The files whose code cache Node accepts when it runs the command under these flags. */
async function taken(dist = built, ...flags: readonly string[]): Promise<readonly string[]> {
  const program = `
    import { load, loaded } from '${pathToFileURL(join(dist, 'load.mjs')).href}'
    process.argv = [process.execPath, 'stablehand', 'mock', '--help']
    process.stdout.write = () => true
    await load('cli.cjs').done
    const names = [...loaded].filter(([, { script }]) => script.cachedDataRejected === false).map(([name]) => name)
    console.error(JSON.stringify(names))`
  const { stderr } = await run(root, ...flags, '--input-type=module', '--eval', program)
  return JSON.parse(stderr) as string[]
}

describe('the compile cache of the command', () => {
  it('contains everything a mock and a check load', async () => {
    const names = (await compiled()).join(' ')
    for (const name of ['cli.cjs', 'common-', 'start-']) expect(names).toContain(name)
  })

  it('is used by the Node version that built it', async () => {
    const names = await taken()
    expect(names).toContain('cli.cjs')
    expect(names.filter((name) => /^(?:common|start)-/.test(name))).toHaveLength(2)
  })

  it('is ignored under other V8 flags, and the command still runs', async () => {
    const flag = '--max-lazy'
    expect(await taken(built, flag)).toEqual([])
    const { stdout } = await run(root, flag, 'dist/cli.js', 'check', '--list-checks')
    expect(stdout).toContain('status-declared')
  })

  it('is created by a mock if missing, as after an installation', { timeout: 60_000 }, async () => {
    // Inside the project, so that it finds the packages.
    const folder = await mkdtemp(join(root, 'node_modules/.code-cache-'))
    const dist = join(folder, 'dist')
    await cp(built, dist, { recursive: true, filter: (path) => !path.endsWith('.cache') })
    await cp(join(root, 'package.json'), join(folder, 'package.json'))
    expect(await taken(dist)).toEqual([])

    const mock = spawn(process.execPath, [join(dist, 'cli.js'), 'mock', '--port', '0'], {
      env: environment,
      stdio: 'ignore',
    })
    const exited = once(mock, 'exit')
    await vi.waitFor(async () => expect((await compiled(dist)).join(' ')).toContain('start-'), 30_000)
    mock.kill()
    await exited
    expect((await taken(dist)).filter((name) => /^(?:common|start)-/.test(name))).toHaveLength(2)
    await rm(folder, { recursive: true })
  })
})
