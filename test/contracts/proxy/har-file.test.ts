import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHarFile } from '../../../contracts/proxy/har-file.ts'

let folder: string
let path: string
const creator = { name: 'stablehand', version: '1.0.0' }
const entries = async (): Promise<unknown> =>
  (JSON.parse(await readFile(path, 'utf8')) as { log: { entries: unknown } }).log.entries

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-'))
  path = join(folder, 'all.har')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('is a valid archive when empty', async () => {
  const file = await createHarFile(path, creator)
  await file.close()
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ log: { version: '1.2', creator, entries: [] } })
})

it('holds entries in the order they were added', async () => {
  const file = await createHarFile(path, creator)
  for (const number of [1, 2, 3]) file.add({ number, text: 'ä€😀' })
  await file.close()
  expect(await entries()).toEqual([1, 2, 3].map((number) => ({ number, text: 'ä€😀' })))
})

it('is complete after each entry, before it is closed', async () => {
  const file = await createHarFile(path, creator)
  file.add({ number: 1 })
  await expect.poll(entries).toEqual([{ number: 1 }])
  file.add({ number: 2 })
  await expect.poll(entries).toEqual([{ number: 1 }, { number: 2 }])
  await file.close()
})

it('overwrites an existing file', async () => {
  for (const number of [1, 2]) {
    const file = await createHarFile(path, creator)
    file.add({ number })
    if (number === 1) file.add({ filler: 'x'.repeat(1000) })
    await file.close()
  }
  expect(await entries()).toEqual([{ number: 2 }])
})

it('is refused when its folder does not exist', async () => {
  await expect(createHarFile(join(folder, 'none', 'all.har'), creator)).rejects.toThrow('ENOENT')
})
