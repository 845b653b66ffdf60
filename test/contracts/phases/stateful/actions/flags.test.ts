import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviour, type Behaviours } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const flag = { type: 'boolean', default: false, readOnly: true }
const course = {
  type: 'object',
  required: ['id', 'title', 'archived'],
  properties: { id: { ...text, readOnly: true }, title: text, archived: flag },
}
const action = (description: string): object => ({
  ...at('id'),
  post: { description, ...answer(200, course, { 409: { description: 'Conflict' } }) },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Courses', version: '1' },
  paths: {
    '/courses': kept(course),
    '/courses/{id}': { ...at('id'), get: answer(200, course), delete: gone },
    '/courses/{id}/archive': action('Archiving it again is a 409.'),
    '/courses/{id}/unarchive': action('Only archived courses can be unarchived, otherwise 409.'),
  },
}

async function findingsOf(behaviours: Behaviours): Promise<readonly string[]> {
  const target = await createMock({ document, behaviours })
  const { findings } = await runContract({ document, only: 'stateful/*/flags', target })
  return findings.map(
    ({ check, severity, operation, message }) => `${severity} ${check} ${operation}: ${message}`,
  )
}

/** Sets the flag, or leaves it, whatever the course is like. */
const setting =
  (archived: boolean | undefined): Behaviour =>
  async ({ request, store }) => {
    const courses = store.collection('/courses')
    const { id } = request.path
    const before = typeof id === 'string' ? await courses.get(id) : undefined
    if (typeof id !== 'string' || !before) return ok(404)
    const after = { ...before, ...(archived !== undefined && { archived }) }
    await courses.put(id, after)
    return ok(200, after)
  }

describe('a flag that PUT sets and DELETE clears', () => {
  const issue = {
    type: 'object',
    required: ['id', 'title', 'locked'],
    properties: { id: { ...text, readOnly: true }, title: text, locked: flag },
  }
  const issues = {
    openapi: '3.1.0',
    info: { title: 'Issues', version: '1' },
    paths: {
      '/issues': kept(issue),
      '/issues/{id}': { ...at('id'), get: answer(200, issue), delete: gone },
      '/issues/{id}/lock': { ...at('id'), put: gone, delete: gone },
    },
  }

  it('is fine as the mock does it', async () => {
    const target = await createMock({ document: issues })
    const { findings } = await runContract({ document: issues, only: 'stateful/*/flags', target })
    expect(findings).toEqual([])
  })

  it.each(['put', 'delete'])('is reported if %s leaves it as it was', async (method) => {
    const behaviours = { [`${method.toUpperCase()} /issues/{id}/lock`]: () => ok(204) }
    const target = await createMock({ document: issues, behaviours })
    const { findings } = await runContract({ document: issues, only: 'stateful/*/flags', target })
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining(`expected locked = ${String(method === 'put')} after the action`),
    ])
  })
})

describe('a record that is archived and restored', () => {
  const restorable = {
    ...document,
    paths: {
      '/courses': kept(course),
      '/courses/{id}': {
        ...at('id'),
        get: answer(200, course),
        patch: {
          description: 'An archived course must be restored before it can be changed.',
          ...sent({ type: 'object', properties: { title: text } }),
          ...answer(200, course, { 409: { description: 'Conflict' } }),
        },
      },
      '/courses/{id}/archive': action('Archiving an archived course is refused with 409.'),
      '/courses/{id}/restore': action('Brings it back. Only archived courses can be restored.'),
    },
  }

  async function found(behaviours: Behaviours): Promise<readonly string[]> {
    const target = await createMock({ document: restorable, behaviours })
    const { findings } = await runContract({ document: restorable, only: 'stateful/*/flags', target })
    return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
  }

  it('is fine as the mock does it', async () => {
    expect(await found({})).toEqual([])
  })

  it.each([
    ['POST /courses/{id}/archive', setting(true), 'POST in state archived = true to be refused'],
    ['POST /courses/{id}/restore', setting(false), 'POST in state archived = false to be refused'],
    ['POST /courses/{id}/restore', setting(true), 'archived = false after the action'],
    ['PATCH /courses/{id}', setting(undefined), 'PATCH in state archived = true to be refused'],
  ])('is reported if %s is accepted where it is excluded', async (operation, behaviour, expected) => {
    expect(await found({ [operation]: behaviour })).toContainEqual(expect.stringContaining(expected))
  })
})

describe('an action that is named after a flag', () => {
  it('is fine as the mock does it', async () => {
    expect(await findingsOf({})).toEqual([])
  })

  it('is reported if it leaves the flag as it was', async () => {
    expect(await findingsOf({ 'POST /courses/{id}/archive': setting(undefined) })).toEqual([
      expect.stringMatching(/^warning states POST .*archive: .*expected archived = true after the action/),
    ])
  })

  it.each([
    ['archive', true],
    ['unarchive', false],
  ])('is reported if %s is accepted twice although the document refuses it', async (name, archived) => {
    expect(await findingsOf({ [`POST /courses/{id}/${name}`]: setting(archived) })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^error states POST .*expected POST in state archived = ${String(archived)} to be refused`,
        ),
      ),
    ])
  })
})

describe('a flag that the refusals of two actions name', () => {
  const task = {
    type: 'object',
    required: ['id', 'title', 'completed', 'status'],
    properties: {
      id: { ...text, readOnly: true },
      title: text,
      completed: flag,
      status: { ...text, enum: ['planned', 'on_hold'], readOnly: true, default: 'planned' },
    },
  }
  const refusedWith = (description: string) => ({
    ...at('id'),
    post: answer(200, task, { 409: { description } }),
  })
  const tasks = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': kept(task),
      '/tasks/{id}': { ...at('id'), get: answer(200, task), delete: gone },
      '/tasks/{id}/complete': refusedWith('The task is completed already.'),
      '/tasks/{id}/reopen': refusedWith('The task is not completed.'),
      '/tasks/{id}/hold': {
        ...at('id'),
        post: { summary: 'Set the status to `on_hold`', ...answer(200, task) },
      },
      '/tasks/{id}/copy': { ...at('id'), post: answer(201, task) },
    },
  }
  const found = async (behaviours: Behaviours): Promise<readonly string[]> => {
    const target = await createMock({ document: tasks, behaviours })
    const { findings } = await runContract({ document: tasks, only: 'stateful/*/flags', target })
    return findings.map(({ message }) => message)
  }

  it('is fine as the mock does it, and a copy is another task', async () => {
    expect(await found({})).toEqual([])
  })

  it('is reported if an action is accepted twice, or leaves the flag as it was', async () => {
    const complete: Behaviour = async ({ request, store }) => {
      const all = store.collection('/tasks')
      const { id } = request.path
      const before = typeof id === 'string' ? await all.get(id) : undefined
      if (typeof id !== 'string' || !before) return ok(404)
      await all.put(id, { ...before, completed: true })
      return ok(200, { ...before, completed: true })
    }
    expect(await found({ 'POST /tasks/{id}/complete': complete })).toEqual([
      expect.stringContaining('expected POST in state completed = true to be refused'),
    ])
    const untouched: Behaviour = async ({ request, store }) => {
      const { id } = request.path
      const before = typeof id === 'string' ? await store.collection('/tasks').get(id) : undefined
      return before ? ok(200, before) : ok(404)
    }
    expect(await found({ 'POST /tasks/{id}/reopen': untouched })).toContainEqual(
      expect.stringContaining('expected completed = false after the action'),
    )
  })
})
