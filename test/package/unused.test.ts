import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, run } from './npm.ts'

describe('the code', { timeout: 120_000 }, () => {
  it('has no unused file, export or dependency according to knip', async () => {
    const knip = join(root, 'node_modules/knip/bin/knip.js')
    const result = await run(root, knip).catch((error: { readonly stdout: string }) => error)
    expect(result.stdout).toBe('')
  })
})
