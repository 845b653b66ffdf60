import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root, run } from './npm.ts'

const script = join(root, '.ci/licences.mjs')

interface Output {
  readonly stdout: string
  readonly stderr: string
  /** The exit code, absent if it is 0. */
  readonly code?: number
}

const licences = async (...args: readonly string[]): Promise<Output> =>
  run(root, script, ...args).catch((error: Output) => error)

describe('production dependencies', () => {
  it('are fewer than 190, run no install scripts and have allowed licences', async () => {
    const { stdout, stderr, code } = await licences()
    expect([code, stderr]).toEqual([undefined, ''])
    expect(stdout).toMatch(/^ajv 8\.\S+: MIT$/m)
    expect(Number(/^(\d+) production packages: /m.exec(stdout)?.[1])).toBeGreaterThan(100)
  })
})

describe('npm run licences', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stablehand-licences-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const install = async (path: string, manifest: object): Promise<void> => {
    const file = join(folder, path, 'package.json')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(manifest))
  }

  it('lists transitive production dependencies and no development dependencies', async () => {
    await install('', { dependencies: { a: '1' }, devDependencies: { d: '1' } })
    await install('node_modules/a', {
      name: 'a',
      version: '1.0.0',
      license: 'MIT',
      dependencies: { b: '2' },
      peerDependencies: { p: '1', o: '1' },
      peerDependenciesMeta: { o: { optional: true } },
    })
    await install('node_modules/a/node_modules/b', { name: 'b', version: '2.0.0', license: 'ISC' })
    for (const name of ['b', 'd', 'o', 'p']) {
      await install(`node_modules/${name}`, { name, version: '1.0.0', license: '(MIT OR GPL-3.0)' })
    }
    const { stdout } = await licences('--json', folder)
    expect(JSON.parse(stdout)).toEqual([
      { name: 'a', version: '1.0.0', licence: 'MIT', scripts: [], folder: 'node_modules/a' },
      { name: 'b', version: '2.0.0', licence: 'ISC', scripts: [], folder: 'node_modules/a/node_modules/b' },
      { name: 'p', version: '1.0.0', licence: '(MIT OR GPL-3.0)', scripts: [], folder: 'node_modules/p' },
    ])
  })

  it.each([
    [{ license: 'GPL-3.0' }, "a 1.0.0 has the licence 'GPL-3.0', which is not allowed."],
    [{ license: 'MIT AND GPL-3.0' }, "a 1.0.0 has the licence 'MIT AND GPL-3.0', which is not allowed."],
    [{}, "a 1.0.0 has the licence '', which is not allowed."],
    [
      { license: 'MIT', scripts: { postinstall: 'node x.js', test: 'true' } },
      'a 1.0.0 runs an install script: postinstall.',
    ],
  ])('fails for %j', async (manifest, problem) => {
    await install('', { dependencies: { a: '1' } })
    await install('node_modules/a', { name: 'a', version: '1.0.0', ...manifest })
    expect(await licences(folder)).toMatchObject({ code: 1, stderr: `${problem}\n` })
  })

  it('fails for more than 190 packages', async () => {
    const names = Array.from({ length: 191 }, (_, index) => `p${index}`)
    await install('', { dependencies: Object.fromEntries(names.map((name) => [name, '1'])) })
    await Promise.all(
      names.map((name) => install(`node_modules/${name}`, { name, version: '1.0.0', license: 'MIT' })),
    )
    expect(await licences(folder)).toMatchObject({
      code: 1,
      stderr: 'There are 191 production packages, more than 190.\n',
    })
  })

  it('fails when a dependency is not installed', async () => {
    await install('', { dependencies: { a: '1' } })
    expect(await licences(folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs a, which is not'),
    })
  })
})
