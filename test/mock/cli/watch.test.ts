import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadBehaviours } from '../../../mock/cli/behaviours-file.ts'
import type { Log } from '../../../mock/cli/log.ts'
import { createReloadable, type Reloadable } from '../../../mock/cli/reloadable.ts'
import { watch } from '../../../mock/cli/watch.ts'

const document = (summary: string, ...paths: readonly string[]): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, { get: list(summary), post: create(path) }])),
  })

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
}
const content = (schema: object): object => ({ 'application/json': { schema } })
const list = (summary: string): object => ({
  summary,
  responses: { 200: { description: 'All', content: content({ type: 'array', items: note }) } },
})
const create = (path: string): object => ({
  operationId: `add${path.replace('/', '')}`,
  requestBody: { content: content({ type: 'object', properties: { text: { type: 'string' } } }) },
  responses: { 201: { description: 'Made', content: content(note) }, 409: { description: 'No' } },
})

let folder: string
let end: (() => Promise<void>) | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stablehand-watch-'))
})
afterEach(async () => {
  await end?.()
  end = undefined
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)

interface Watching extends Reloadable {
  /** Resolves with the next message. */
  readonly nextMessage: () => Promise<string>
}

async function watching(): Promise<Watching> {
  const [api, rules] = [join(folder, 'api.json'), join(folder, 'rules.mjs')]
  const reloadable = await createReloadable(async () => ({
    document: api,
    behaviours: await loadBehaviours(rules),
    world: 'empty',
  }))
  const messages: string[] = []
  const waiting: ((message: string) => void)[] = []
  const say = (message: string): void => {
    const next = waiting.shift()
    if (next) next(message)
    else messages.push(message)
  }
  const log = { info: say, warn: say } as Log
  end = await watch(
    reloadable,
    { document: api, behaviours: rules, ignored: [join(folder, 'state.json')] },
    log,
  )
  const nextMessage = async (): Promise<string> =>
    messages.shift() ?? new Promise((resolve) => waiting.push(resolve))
  return { ...reloadable, nextMessage }
}

const send = (mock: Reloadable['mock'], path: string, text?: string): Promise<Response> =>
  mock.fetch(
    new Request(`http://localhost${path}`, {
      ...(text !== undefined && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ text }),
      }),
    }),
  )

const refuse =
  'export default { addnotes: () => ({ kind: "refused", status: 409, code: "full", message: "Full." }) }'

describe('watch mode', () => {
  beforeEach(async () => {
    await write('api.json', document('One', '/notes'))
    await write('rules.mjs', 'export default {}')
  })

  it('loads a changed behaviour', async () => {
    const { mock, nextMessage } = await watching()
    expect((await send(mock, '/notes', 'a')).status).toBe(201)
    await write('rules.mjs', refuse)
    expect(await nextMessage()).toContain('rules.mjs changed: reloaded')
    expect((await send(mock, '/notes', 'b')).status).toBe(409)
  })

  it('keeps the records of resources that still exist', async () => {
    const { mock, nextMessage } = await watching()
    await send(mock, '/notes', 'kept')
    await write('api.json', document('Two', '/notes', '/books'))
    await nextMessage()
    expect(await (await send(mock, '/notes')).json()).toMatchObject([{ text: 'kept' }])
    expect((await send(mock, '/books', 'new')).status).toBe(201)
  })

  it('keeps running with the previous version when the new one is invalid', async () => {
    const { mock, nextMessage } = await watching()
    await write('api.json', '{"openapi": ')
    expect(await nextMessage()).toMatch(/api\.json[\s\S]*Still serving the previous version/)
    expect((await send(mock, '/notes')).status).toBe(200)
    await write('rules.mjs', 'export default { addNotez() {} }')
    expect(await nextMessage()).toContain('Still serving')
    await write('api.json', document('Three', '/books'))
    await nextMessage()
    await write('rules.mjs', 'export default {}')
    expect(await nextMessage()).toContain('changed: reloaded')
    expect((await send(mock, '/notes')).status).toBe(404)
  })

  it('ignores changes to its own files', async () => {
    const { nextMessage } = await watching()
    await write('state.json', '{}')
    await write('notes.txt', 'x')
    await write('rules.mjs', refuse)
    expect(await nextMessage()).toContain('rules.mjs')
  })
})
