import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { root, run } from './npm.ts'

const bundle = join(root, 'dist/bundle')
const loader = pathToFileURL(join(root, 'dist/load.mjs')).href

async function caches(): Promise<readonly string[]> {
  const names = await readdir(bundle)
  return names.filter((name) => name.endsWith('.cache')).map((name) => name.slice(0, -'.cache'.length))
}

/** Of the files with a code cache, those whose cache Node takes when it is started with these flags. */
async function usable(...flags: readonly string[]): Promise<readonly string[]> {
  const names = JSON.stringify(await caches())
  const program = `import { usable } from '${loader}'; console.log(JSON.stringify(${names}.filter(usable)))`
  const { stdout } = await run(root, ...flags, '--input-type=module', '--eval', program)
  return JSON.parse(stdout) as string[]
}

describe('the code cache of the command', () => {
  it('is there for all that a mock and a check load', async () => {
    const names = (await caches()).join(' ')
    for (const name of ['cli.cjs', 'common-', 'start-']) expect(names).toContain(name)
  })

  it('is taken by the Node that built it', async () => {
    expect(await usable()).toEqual(await caches())
  })

  it('is left aside where Node has other flags, and the command runs all the same', async () => {
    const flag = '--max-lazy'
    expect(await usable(flag)).toEqual([])
    const { stdout } = await run(root, flag, 'dist/cli.js', 'check', '--list-checks')
    expect(stdout).toContain('status-declared')
  })
})
