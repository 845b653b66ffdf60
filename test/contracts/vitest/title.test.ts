import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOf } from '../../../contracts/api/document-source.ts'
import { titleOf } from '../../../contracts/vitest/title.ts'
import { things } from './things.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-title-'))
  await writeFile(join(folder, 'named.yaml'), 'info: { title: Named }\n')
  await writeFile(join(folder, 'nameless.yaml'), 'info: { title: "" }\n')
  await writeFile(join(folder, 'torn.yaml'), 'info: { title: [\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the title of a document', () => {
  it('is what the document says, however it is given', async () => {
    expect(titleOf()).toMatch(/Pet Store/)
    expect(titleOf(things)).toBe('Things')
    expect(titleOf(await documentOf(things))).toBe('Things')
    expect(titleOf(join(folder, 'named.yaml'))).toBe('Named')
    expect(titleOf(pathToFileURL(join(folder, 'named.yaml')))).toBe('Named')
  })

  it.each(['nameless.yaml', 'torn.yaml', 'missing.yaml'])(
    'is where the document is when it has none: %s',
    (name) => {
      expect(titleOf(join(folder, name))).toMatch(new RegExp(`${name.replace('.', '\\.')}$`))
    },
  )

  it('is the address of a document that is elsewhere', () => {
    expect(titleOf('https://api.test/openapi.yaml')).toBe('https://api.test/openapi.yaml')
    expect(titleOf({ openapi: '3.0.4' })).toBe('an object')
  })
})
