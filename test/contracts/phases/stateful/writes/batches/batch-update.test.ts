import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock, ok, refuse, type Behaviours } from '../../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../../spec/json.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const task = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id, title: text, priority: { ...text, enum: ['low', 'high'] } },
}
const changes = {
  type: 'object',
  minProperties: 1,
  properties: { title: text, priority: task.properties.priority },
}
const update = {
  type: 'object',
  required: ['ids', 'changes'],
  properties: { ids: { type: 'array', minItems: 1, items: text }, changes },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': kept(task),
    '/tasks/{id}': {
      ...at('id'),
      get: answer(200, task),
      patch: { ...sent(changes), ...answer(200, task) },
      delete: gone,
    },
    '/tasks/bulk-update': { post: { ...sent(update), ...listOf(task) } },
  },
}

async function run(behaviours: Behaviours = {}) {
  const target = await createMock({ document, world: 'empty', behaviours })
  const { findings, summary } = await runContract({ document, phases: ['stateful'], target })
  return { messages: findings.map(({ check, message }) => `${check}: ${message}`), summary }
}

interface Sent {
  readonly ids: readonly string[]
  readonly changes: JsonObject
}

describe('an update of several records by their ids', () => {
  it('is fine as the mock does it', async () => {
    const { messages, summary } = await run()
    expect(messages).toEqual([])
    expect(summary.covered).toBe(summary.operations)
  })

  it('is reported if it changes the first one only', async () => {
    const { messages } = await run({
      async 'POST /tasks/bulk-update'({ request, store, next }) {
        const [, ...others] = (request.body as unknown as Sent).ids
        const tasks = store.collection('/tasks')
        const before = new Map<string, JsonObject>()
        for (const each of others) before.set(each, (await tasks.get(each)) ?? {})
        const outcome = await next()
        for (const [each, record] of before) await tasks.put(each, record)
        return outcome
      },
    })
    expect(messages).toContainEqual(expect.stringMatching(/^update-visible: .*as sent/))
  })

  it('is reported if it changes some of them although it is refused', async () => {
    const changed = new Map<string, JsonObject>()
    const { messages } = await run({
      async 'POST /tasks/bulk-update'({ request, store, next }) {
        const body = request.body as unknown as Sent
        const tasks = store.collection('/tasks')
        for (const each of body.ids) {
          const before = await tasks.get(each)
          if (!before) return refuse(404, 'not_found', 'There is no such task.')
          changed.set(each, { ...before, ...body.changes })
        }
        return next()
      },
      'GET /tasks/{id}'({ request: { path }, next }) {
        const late = typeof path['id'] === 'string' ? changed.get(path['id']) : undefined
        return late ? ok(200, late) : next()
      },
    })
    expect(messages).toContainEqual(
      expect.stringMatching(/^failed-write: .*beside another, which was refused with 404/),
    )
  })
})

describe('an action on several records by their ids', () => {
  const job = {
    type: 'object',
    required: ['id', 'title', 'status'],
    properties: { id, title: text, status: { ...text, enum: ['open', 'closed'], readOnly: true } },
  }
  const ids = { type: 'object', required: ['ids'], properties: { ids: update.properties.ids } }
  const closingWith = (description: string): object => ({
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    paths: {
      '/jobs': kept(job),
      '/jobs/{id}': { ...at('id'), get: answer(200, job), delete: gone },
      '/jobs/{id}/close': { ...at('id'), post: answer(200, job) },
      '/jobs/close': { post: { description, ...sent(ids), ...listOf(job) } },
    },
  })
  const find = async (behaviours: Behaviours = {}, description = ''): Promise<readonly string[]> => {
    const document = closingWith(description)
    const target = await createMock({ document, world: 'empty', behaviours })
    const { findings } = await runContract({ document, phases: ['stateful'], target })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }

  it('is fine as the mock does it', async () => {
    expect(await find()).toEqual([])
  })

  it('is reported if it acts on some of them although it is refused', async () => {
    const closed = new Set<string>()
    const found = await find({
      async 'POST /jobs/close'({ request, store, next }) {
        for (const each of (request.body as unknown as Sent).ids) {
          if (!(await store.collection('/jobs').get(each)))
            return refuse(404, 'not_found', 'There is no such job.')
          closed.add(each)
        }
        return next()
      },
      async 'GET /jobs/{id}'({ request: { path }, next }) {
        const outcome = await next()
        const isLate = typeof path['id'] === 'string' && closed.has(path['id'])
        return isLate && outcome.kind === 'ok'
          ? ok(200, { ...(outcome.body as JsonObject), status: 'closed' })
          : outcome
      },
    })
    expect(found).toContainEqual(
      expect.stringMatching(/^failed-write: .*beside another, which was refused with 404.*status changed/),
    )
  })

  it('is reported if it does less to each of them than the action on one', async () => {
    const found = await find({
      async 'POST /jobs/close'({ request, store }) {
        const jobs = store.collection('/jobs')
        const found = await Promise.all(
          (request.body as unknown as Sent).ids.map(async (each) => jobs.get(each)),
        )
        const known = found.filter((each) => each !== undefined)
        return known.length < found.length ? refuse(404, 'not_found', 'There is none.') : ok(200, known)
      },
    })
    expect(found).toContainEqual(expect.stringMatching(/^update-visible: .*status = "closed"/))
  })

  it('is reported if it leaves out unknown ones, although it acts on all or none', async () => {
    const lenient: Behaviours = {
      async 'POST /jobs/close'({ request, store }) {
        const jobs = store.collection('/jobs')
        const closed: JsonObject[] = []
        for (const each of (request.body as unknown as Sent).ids) {
          const before = await jobs.get(each)
          if (!before) continue
          closed.push({ ...before, status: 'closed' })
          await jobs.put(each, { ...before, status: 'closed' })
        }
        return ok(200, closed)
      },
    }
    expect(await find(lenient)).toEqual([])
    expect(await find(lenient, 'Closes all of them or, if one is unknown, none.')).toEqual([
      expect.stringMatching(/^invalid-refused: .*the id of a deleted record to be refused/),
    ])
  })
})
