import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack, type Packed } from './npm.ts'

describe('the tarball', { timeout: 120_000 }, () => {
  let folder: string
  let packed: Packed

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stablehand-tarball-'))
    packed = await pack(folder)
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true }))

  it('contains only built files and documentation', () => {
    const named = new Set(['LICENSE', 'README.md', 'package.json'])
    expect(packed.files.filter((path) => !path.startsWith('dist/') && !named.has(path))).toEqual([])
    expect(packed.files).toContain('README.md')
    expect(
      packed.files.filter((path) => path.endsWith('.cache')),
      'good for one version of V8 alone',
    ).toEqual([])
  })

  it('has types for everything that can be imported, for Node and bundlers', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(packed.tarball)))
    if (!analysis.types) throw new Error('The package has no types.')
    // It cannot be required, which versions before Node's `exports` and CommonJS would do.
    const isAboutModules = (problem: Problem): boolean =>
      !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind)
    expect(analysis.problems.filter(isAboutModules)).toEqual([])
  })

  it('passes publint', async () => {
    const file = await readFile(packed.tarball)
    const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)
    const { messages } = await publint({ pack: { tarball }, strict: true })
    expect(messages).toEqual([])
  })
})
