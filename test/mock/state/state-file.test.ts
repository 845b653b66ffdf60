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

/** A world of so many records that it is not written as a whole each time. */
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
  it('holds the world from the start', async () => {
    await start()
    const reading = parseJson(await readFile(path, 'utf8'))
    expect(reading).toMatchObject({ kind: 'ok', value: { stablehand: 'world 1' } })
  })

  it('brings back what was created, changed and deleted, and gives no id twice', async () => {
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

  it('is what a reset goes back from, not to', async () => {
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
    ['is no JSON', '{"stablehand":"world 1"', 'The text is not valid JSON'],
    ['is empty', '', 'The text is empty'],
    ['is a file of something else', '{"name":"package"}', 'It does not begin with'],
    [
      'holds no records',
      '{"stablehand":"world 1","generation":1,"collections":[{"resource":"/pets"}]}',
      '/collections/0/scope',
    ],
  ])('that %s is refused by name, and left as it is', async (_, text, reason) => {
    await writeFile(path, text)
    await expect(start()).rejects.toMatchObject({
      name: 'MockOptionError',
      message: expect.stringMatching(`${path} .*${reason}`) as unknown,
    })
    expect(await readFile(path, 'utf8')).toBe(text)
    expect(await readdir(folder)).toEqual(['world.json'])
  })

  it('that cannot be written is refused by name', async () => {
    path = join(folder, 'nowhere', 'world.json')
    await expect(start()).rejects.toMatchObject({
      name: 'MockOptionError',
      message: expect.stringContaining(path) as unknown,
    })
  })

  it('is one world for all mocks of a process, until the last is closed', async () => {
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

  it('goes not with a store of another kind', async () => {
    await expect(start({ store: 'redis://127.0.0.1:1' })).rejects.toMatchObject({ name: 'MockOptionError' })
  })
})

describe('a large world', () => {
  it('is kept in one file once the mock is closed, and in a journal beside it meanwhile', async () => {
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

  it('is read with its journals, up to a line that was not finished', async () => {
    const first = await start({ world: large(6000) })
    await first.close()
    const [, generation] = /"generation":(\d+)/.exec(await readFile(path, 'utf8')) ?? []
    const change = (id: number): string =>
      `[{"resource":"/pets","scope":[],"nextId":${id + 1},"records":[["${id}",{"id":${id},"name":"Luna","categoryId":1,"status":"sold"}]]}]\n`
    await writeFile(journalPath(path, Number(generation)), change(7000) + change(7001))
    await writeFile(journalPath(path, Number(generation) + 1), change(7002) + change(7003).slice(0, 60))
    const second = await start()
    const found = await Promise.all([7000, 7001, 7002, 7003].map((id) => send(second, 'GET', `/pets/${id}`)))
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    expect((await send(second, 'POST', '/pets', luna)).json['id']).toBe(7003)
  })

  it('is refused when a line of its journal is damaged', async () => {
    const first = await start({ world: large(6000) })
    await first.close()
    const [, generation] = /"generation":(\d+)/.exec(await readFile(path, 'utf8')) ?? []
    const journal = journalPath(path, Number(generation))
    await writeFile(journal, '[{"resource":"/pets"}]\n')
    await expect(start()).rejects.toThrow(`${journal}, line 1 `)
    expect(existsSync(journal)).toBe(true)
  })
})

/** The file of that name, once there is one with something in it. */
async function appeared(name: RegExp): Promise<string> {
  for (;;) {
    const found = (await readdir(folder)).find((each) => name.test(each))
    if (found !== undefined && (await readFile(join(folder, found), 'utf8')).endsWith('\n'))
      return join(folder, found)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
