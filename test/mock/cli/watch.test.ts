import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
  /**
   * Resolves, once there is a message like this, with all since the last that was waited for. There may be several: a file
   * that is written slowly is read more than once.
   */
  readonly message: (wanted: RegExp) => Promise<readonly string[]>
}

async function watching(): Promise<Watching> {
  const [api, rules] = [join(folder, 'api.json'), join(folder, 'rules.mjs')]
  const reloadable = await createReloadable(async () => ({
    document: api,
    behaviours: await loadBehaviours(rules),
    world: 'empty',
  }))
  const messages: string[] = []
  const say = (message: string): void => void messages.push(message)
  const log = { info: say, warn: say } as Log
  end = await watch(
    reloadable,
    { document: api, behaviours: rules, ignored: [join(folder, 'state.json')] },
    log,
  )
  const message: Watching['message'] = async (wanted) =>
    vi.waitFor(() => {
      const at = messages.findIndex((each) => wanted.test(each))
      expect(at, `${String(wanted)} in ${messages.join('\n')}`).toBeGreaterThanOrEqual(0)
      return messages.splice(0, at + 1)
    }, 10_000)
  return { ...reloadable, message }
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
    const { mock, message } = await watching()
    expect((await send(mock, '/notes', 'a')).status).toBe(201)
    await write('rules.mjs', refuse)
    await message(/rules\.mjs changed: reloaded/)
    expect((await send(mock, '/notes', 'b')).status).toBe(409)
  })

  it('keeps the records of resources that still exist', async () => {
    const { mock, message } = await watching()
    await send(mock, '/notes', 'kept')
    await write('api.json', document('Two', '/notes', '/books'))
    await message(/api\.json changed: reloaded/)
    expect(await (await send(mock, '/notes')).json()).toMatchObject([{ text: 'kept' }])
    expect((await send(mock, '/books', 'new')).status).toBe(201)
  })

  it('keeps running with the previous version when the new one is invalid', async () => {
    const { mock, message } = await watching()
    await write('api.json', '{"openapi": ')
    await message(/api\.json[\s\S]*Still serving the previous version/)
    expect((await send(mock, '/notes')).status).toBe(200)
    await write('rules.mjs', 'export default { addNotez() {} }')
    await message(/Still serving/)
    await write('api.json', document('Three', '/books'))
    await message(/addNotez[\s\S]*Still serving/)
    await write('rules.mjs', 'export default {}')
    await message(/rules\.mjs changed: reloaded/)
    expect((await send(mock, '/notes')).status).toBe(404)
  })

  it('ignores changes to its own files', async () => {
    const { message } = await watching()
    await write('state.json', '{}')
    await write('notes.txt', 'x')
    await write('rules.mjs', refuse)
    for (const each of await message(/changed: reloaded/)) expect(each).toContain('rules.mjs')
  })
})
