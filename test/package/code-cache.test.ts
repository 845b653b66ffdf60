import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root, run } from './npm.ts'

const bundle = join(root, 'dist/bundle')
const loader = pathToFileURL(join(root, 'dist/load.mjs')).href

const compiled = async (): Promise<readonly string[]> =>
  (await readdir(bundle))
    .filter((name) => name.endsWith('.cache'))
    .map((name) => name.replace(/\.[^.]+\.cache$/, ''))

/** Files whose code cache Node takes when it is started with these flags and runs the command. */
async function taken(...flags: readonly string[]): Promise<readonly string[]> {
  const program = `
    import { load, loaded } from '${loader}'
    process.argv = [process.execPath, 'stablehand', 'mock', '--help']
    process.stdout.write = () => true
    await load('cli.cjs').done
    const names = [...loaded].filter(([, { script }]) => script.cachedDataRejected === false).map(([name]) => name)
    console.error(JSON.stringify(names))`
  const { stderr } = await run(root, ...flags, '--input-type=module', '--eval', program)
  return JSON.parse(stderr) as string[]
}

describe('the code cache of the command', () => {
  it('is there for all that a mock and a check load', async () => {
    const names = (await compiled()).join(' ')
    for (const name of ['cli.cjs', 'common-', 'start-']) expect(names).toContain(name)
  })

  it('is taken by the Node that built it', async () => {
    const names = await taken()
    expect(names).toContain('cli.cjs')
    expect(names.filter((name) => /^(?:common|start)-/.test(name))).toHaveLength(2)
  })

  it('is left aside where V8 has other flags, and the command runs all the same', async () => {
    const flag = '--max-lazy'
    expect(await taken(flag)).toEqual([])
    const { stdout } = await run(root, flag, 'dist/cli.js', 'check', '--list-checks')
    expect(stdout).toContain('status-declared')
  })
})
