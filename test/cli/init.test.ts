import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ended } from '../support/stablehand.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-init-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

// Node imports the CommonJS build of openapi-typescript, which Vitest's own import() hides.
it('stablehand init writes the types of the document with openapi-typescript', async () => {
  expect(await ended('init', '--out', folder)).toMatchObject({ code: 0, err: '' })
  expect(await readFile(join(folder, 'api.d.ts'), 'utf8')).toContain('export interface operations')
})
