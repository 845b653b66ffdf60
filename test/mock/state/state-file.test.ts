import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../mock/index.ts'
import { journalPath } from '../../../mock/state/format.ts'
import { parseJson, type JsonObject } from '../../../spec/json.ts'

let folder = ''
let path = ''
const open: Mock[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-'))
  path = join(folder, 'world.json')
})

afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(options: object = {}): Promise<Mock> {
  const mock = await createMock({ state: path, ...options })
  open.push(mock)
  return mock
}

async function send(mock: Mock, method: string, path: string, json?: JsonObject) {
  const body = json && JSON.stringify(json)
  const headers = { ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const init = { method, headers, ...(body !== undefined && { body }) }
  const response = await mock.fetch(new Request(`http://pets.test${path}`, init))
  return { status: response.status, json: (await response.json().catch(() => null)) as JsonObject }
}

/** A world large enough to be saved through a journal. */
function large(size: number): object {
  const pets = Array.from({ length: size }, (_, index) => ({
    id: index + 1,
    name: 'Rex',
    categoryId: 1,
    status: 'available',
  }))
  return { '/categories': [{ id: 1, name: 'Dogs' }], '/pets': pets }
}

const idOf = (record: JsonObject): string => JSON.stringify(record['id'])

const luna = { name: 'Luna', categoryId: 1 }

describe('a state file', () => {
  it('contains the world from the start', async () => {
    await start()
    const reading = parseJson(await readFile(path, 'utf8'))
    expect(reading).toMatchObject({ kind: 'ok', value: { stablehand: 'world 1' } })
  })

  it('restores created, updated and deleted records and assigns no id twice', async () => {
    const first = await start()
    const created = await send(first, 'POST', '/pets', luna)
    await send(first, 'PATCH', '/pets/1', { name: 'Bello' })
    const { json: last } = await send(first, 'POST', '/pets', luna)
    await send(first, 'DELETE', `/pets/${idOf(last)}`)
    const before = await first.snapshot()
    await first.close()
    const second = await start({ world: 'empty' })
    expect(await second.snapshot()).toEqual(before)
    expect((await send(second, 'GET', `/pets/${idOf(created.json)}`)).json).toEqual(created.json)
    const { json: next } = await send(second, 'POST', '/pets', luna)
    expect(next['id']).toBe(Number(last['id']) + 1)
  })

  it('does not change the world that a reset restores', async () => {
    const seeded = await createMock()
    const first = await start()
    await send(first, 'POST', '/pets', luna)
    await first.close()
    const second = await start()
    await second.reset()
    expect(await second.snapshot()).toEqual(await seeded.snapshot())
    await second.close()
    const third = await start()
    expect(await third.snapshot()).toEqual(await seeded.snapshot())
  })

  it('keeps integers beyond 2^53 exactly', async () => {
    const world = { '/pets': [{ id: 9007199254740993n, name: 'Rex', categoryId: 1, status: 'available' }] }
    const first = await start({ world })
    const before = await first.snapshot()
    await first.close()
    const second = await start()
    expect(await second.snapshot()).toEqual(before)
  })

  it.each([
    ['is not JSON', '{"stablehand":"world 1"', 'The text is not valid JSON'],
    ['is empty', '', 'The text is empty'],
    ['has another format', '{"name":"package"}', 'It does not begin with'],
    [
      'contains no records',
      '{"stablehand":"world 1","generation":1,"collections":[{"resource":"/pets"}]}',
      '/collections/0/scope',
    ],
  ])('is rejected by name and left unchanged when it %s', async (_, text, reason) => {
    await writeFile(path, text)
    await expect(start()).rejects.toMatchObject({
      name: 'MockOptionError',
      message: expect.stringMatching(`${path} .*${reason}`) as unknown,
    })
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['world.json'])
  })

  it('is rejected by name when it cannot be written', async () => {
    path = join(folder, 'nowhere', 'world.json')
    await expect(start()).rejects.toMatchObject({
      name: 'MockOptionError',
      message: expect.stringContaining(path) as unknown,
    })
  })

  it('is shared by all mocks of a process until the last is closed', async () => {
    const first = await start()
    const second = await start({ world: 'empty' })
    const { json: created } = await send(first, 'POST', '/pets', luna)
    expect((await send(second, 'GET', `/pets/${idOf(created)}`)).json).toEqual(created)
    await first.close()
    await first.close()
    await send(second, 'DELETE', `/pets/${idOf(created)}`)
    void second.close()
    const third = await start()
    expect((await send(third, 'GET', `/pets/${idOf(created)}`)).status).toBe(404)
  })

  it('cannot be combined with another store', async () => {
    await expect(start({ store: 'redis://127.0.0.1:1' })).rejects.toMatchObject({ name: 'MockOptionError' })
  })
})

describe('a large world', () => {
  it('is written to one file when the mock closes and to a journal beside it until then', async () => {
    const first = await start({ world: large(6000) })
    await send(first, 'POST', '/pets', luna)
    const journal = await appeared(/journal$/)
    expect(await readFile(journal, 'utf8')).toContain('"Luna"')
    const before = await first.snapshot()
    await first.close()
    expect(await readdir(folder)).toEqual(['world.json'])
    const second = await start()
    expect(await second.snapshot()).toEqual(before)
  })

  it('is read with its journals up to an incomplete line', async () => {
    const first = await start({ world: large(6000) })
    await first.close()
    const [, generation] = /"generation":(\d+)/.exec(await readFile(path, 'utf8')) ?? []
    const change = (id: number): string =>
      `[{"resource":"/pets","scope":[],"nextId":${id + 1},"records":[["${id}",{"id":${id},"name":"Luna","categoryId":1,"status":"sold"}]]}]\n`
    await writeFile(journalPath(path, Number(generation)), change(7000) + change(7001))
    await writeFile(journalPath(path, Number(generation) + 1), change(7002) + change(7003).slice(0, 60))
    const second = await start()
    const responses = await Promise.all(
      [7000, 7001, 7002, 7003].map((id) => send(second, 'GET', `/pets/${id}`)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    expect((await send(second, 'POST', '/pets', luna)).json['id']).toBe(7003)
  })

  it('is rejected when a line of its journal is damaged', async () => {
    const first = await start({ world: large(6000) })
    await first.close()
    const [, generation] = /"generation":(\d+)/.exec(await readFile(path, 'utf8')) ?? []
    const journal = journalPath(path, Number(generation))
    await writeFile(journal, '[{"resource":"/pets"}]\n')
    await expect(start()).rejects.toThrow(`${journal}, line 1 `)
    expect(existsSync(journal)).toBe(true)
  })
})

/** Waits until the file exists and is not empty, and returns its text. */
async function appeared(name: RegExp): Promise<string> {
  for (;;) {
    const journal = (await readdir(folder)).find((file) => name.test(file))
    if (journal !== undefined && (await readFile(join(folder, journal), 'utf8')).endsWith('\n'))
      return join(folder, journal)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
