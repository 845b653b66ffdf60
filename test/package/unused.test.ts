import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, run } from './npm.ts'

describe('the code', { timeout: 120_000 }, () => {
  it('has no file, export or dependency that nobody uses, as knip sees it', async () => {
    const knip = join(root, 'node_modules/knip/bin/knip.js')
    const said = await run(root, knip).catch((error: { readonly stdout: string }) => error)
    expect(said.stdout).toBe('')
  })
})
