import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const schemas = {
  Project: object({ id: own, name: text }),
  Milestone: object({ id: own, projectId: own, title: text }),
  Tag: object({ id: own, projectId: own, name: text }),
  Task: object({ id: own, projectId: own, milestoneId: integer, tagIds: list(integer), title: text }),
}
const withId = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const at = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const sentTask = object({ title: text, milestoneId: integer })
const document = {
  openapi: '3.1.0',
  info: { title: 'Projects', version: '1' },
  paths: {
    '/projects': collection('Project', object({ name: text })),
    '/projects/{id}': { ...withId, get: answer(200, ref('Project')) },
    '/projects/{projectId}/milestones': {
      ...at('projectId'),
      ...collection('Milestone', object({ title: text })),
    },
    '/milestones/{id}': { ...withId, get: answer(200, ref('Milestone')) },
    '/projects/{projectId}/tags': { ...at('projectId'), ...collection('Tag', object({ name: text })) },
    '/tags/{id}': { ...withId, get: answer(200, ref('Tag')) },
    '/projects/{projectId}/tasks': { ...at('projectId'), get: answer(200, list(ref('Task'))) },
    '/tasks': collection('Task', sentTask),
    '/tasks/{id}': {
      ...withId,
      get: answer(200, ref('Task')),
      patch: { requestBody: json(sentTask), ...answer(200, ref('Task')) },
    },
  },
  components: { schemas },
}

interface Task {
  readonly id: number
  readonly projectId: number
  readonly milestoneId: number
  readonly tagIds: readonly number[]
}

describe('records that have a reference in common', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  const projectOf = async (path: string): Promise<number> =>
    ((await send('GET', path)).body as Pick<Task, 'projectId'>).projectId

  it('agree on it when they are seeded', async () => {
    const tasks = (await send('GET', '/tasks')).body as unknown as readonly Task[]
    expect(tasks.length).toBeGreaterThan(5)
    expect(tasks.some(({ tagIds }) => tagIds.length > 0)).toBe(true)
    for (const { projectId, milestoneId, tagIds } of tasks) {
      expect(await projectOf(`/milestones/${String(milestoneId)}`)).toBe(projectId)
      for (const id of tagIds) expect(await projectOf(`/tags/${String(id)}`)).toBe(projectId)
    }
  })

  it('agree on it when they are created and changed', async () => {
    const [one, other] = [3, 7]
    const made = await send('POST', '/tasks', { title: 'Ship', milestoneId: one })
    const { id, projectId } = made.body as unknown as Task
    expect(projectId).toBe(await projectOf(`/milestones/${String(one)}`))
    await send('PATCH', `/tasks/${String(id)}`, { title: 'Ship', milestoneId: other })
    const moved = await projectOf(`/tasks/${String(id)}`)
    expect(moved).toBe(await projectOf(`/milestones/${String(other)}`))
    const listed = (await send('GET', `/projects/${String(moved)}/tasks`)).body as unknown as readonly Task[]
    expect(listed.map((task) => task.id)).toContain(id)
  })
})
