import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, ref, text } from '../document-parts.ts'

const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: text }],
})
const enveloped = (data: object): object => object({ data })
const crud = (schema: string): object => ({
  get: answer(200, enveloped(list(ref(schema)))),
  post: { requestBody: json(enveloped(object({ name: text }))), ...answer(201, enveloped(ref(schema))) },
})
const acting = (sent: object): object => ({
  ...at('task_gid'),
  post: { requestBody: json(enveloped(sent)), ...answer(200, enveloped({ type: 'object' })) },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': crud('Task'),
    '/tasks/{task_gid}': { ...at('task_gid'), get: answer(200, enveloped(ref('Task'))) },
    '/tasks/{task_gid}/subtasks': { ...at('task_gid'), ...crud('Task') },
    '/tasks/{task_gid}/addProject': acting({
      required: ['project'],
      properties: { project: text, before: text },
    }),
    '/tasks/{task_gid}/removeProject': acting(object({ project: text })),
    '/tasks/{task_gid}/addProjects': {
      ...at('task_gid'),
      post: {
        requestBody: json(enveloped(object({ projects: list(text) }))),
        ...answer(200, enveloped(ref('Task'))),
      },
    },
    '/tasks/{task_gid}/setParent': acting(object({ parent: text })),
    '/projects': crud('Project'),
    '/projects/{project_gid}': { ...at('project_gid'), get: answer(200, enveloped(ref('Project'))) },
    '/projects/{project_gid}/tasks': {
      ...at('project_gid'),
      get: answer(200, enveloped(list(ref('Task')))),
    },
  },
  components: {
    schemas: {
      Task: object({
        gid: text,
        name: text,
        parent: { type: ['object', 'null'], required: ['gid'], properties: { gid: text, name: text } },
        projects: list(object({ gid: text, name: text })),
      }),
      Project: object({ gid: text, name: text, color: text }),
    },
  },
}

interface Task {
  readonly gid: string
}

describe('actions named for what records refer to', () => {
  let send: Send
  const data = async (...request: Parameters<Send>): Promise<unknown> =>
    ((await send(...request)).body as { data: unknown }).data
  const create = async (path: string, name: string): Promise<string> =>
    ((await data('POST', path, { data: { name } })) as Task).gid

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('what is created below a record as a part of it has it as its parent', async () => {
    const task = await create('/tasks', 'Build')
    const part = await create(`/tasks/${task}/subtasks`, 'Dig')
    expect(await data('GET', `/tasks/${part}`)).toMatchObject({ parent: { gid: task, name: 'Build' } })
    expect(await data('GET', `/tasks/${task}/subtasks`)).toMatchObject([{ gid: part }])
  })

  it('a reference is added and removed by the id that is sent', async () => {
    const [task, project] = [await create('/tasks', 'Build'), await create('/projects', 'House')]
    expect((await send('POST', `/tasks/${task}/addProject`, { data: { project } })).status).toBe(200)
    expect(await data('GET', `/tasks/${task}`)).toMatchObject({ projects: [{ gid: project, name: 'House' }] })
    expect(await data('GET', `/projects/${project}/tasks`)).toMatchObject([{ gid: task }])
    await send('POST', `/tasks/${task}/removeProject`, { data: { project } })
    expect(await data('GET', `/tasks/${task}`)).toMatchObject({ projects: [] })
  })

  it('a reference to one record is set', async () => {
    const [task, parent] = [await create('/tasks', 'Dig'), await create('/tasks', 'Build')]
    await send('POST', `/tasks/${task}/setParent`, { data: { parent } })
    expect(await data('GET', `/tasks/${task}`)).toMatchObject({ parent: { gid: parent, name: 'Build' } })
  })

  it('a response shows the record itself, whatever lists it has', async () => {
    const [task, project] = [await create('/tasks', 'Build'), await create('/projects', 'House')]
    const path = `/tasks/${task}/addProjects`
    expect(await data('POST', path, { data: { projects: [project] } })).toMatchObject({
      gid: task,
      name: 'Build',
      projects: [{ gid: project, name: 'House' }],
    })
  })
})
