import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createMock } from 'stablehand'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTaskList, type TaskList } from './task-list.ts'

const baseUrl = 'https://api.example.com'
const mock = await createMock({
  document: new URL('openapi.yaml', import.meta.url),
  world: { '/tasks': [{ id: 1, title: 'Muck out', done: false }] },
})
const server = setupServer(mock.msw(http, { baseUrl }))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

describe('the task list', () => {
  let list: TaskList
  let shown: string[]

  beforeEach(async () => {
    await mock.reset()
    list = createTaskList(baseUrl)
    shown = []
    list.subscribe(() => shown.push(list.state().status))
    await list.load()
  })

  it('shows the tasks', () => {
    expect(shown).toEqual(['ready'])
    expect(list.state().tasks).toEqual([{ id: 1, title: 'Muck out', done: false }])
  })

  it('keeps added and completed tasks', async () => {
    await list.add('Feed Rex')
    await list.finish(list.state().tasks[0]!)
    await list.load()
    expect(list.state().tasks).toEqual([
      { id: 1, title: 'Muck out', done: true },
      { id: 2, title: 'Feed Rex', done: false },
    ])
  })

  it('shows what is wrong with a title', async () => {
    await list.add('')
    expect(list.state().problem).toContain('breaks the document')
    expect(list.state().tasks).toHaveLength(1)
  })

  it('reports that the API is down', async () => {
    mock.faults.set({ listTasks: [{ kind: 'status', status: 503, times: 1 }] })
    await list.load()
    expect(list.state()).toMatchObject({ status: 'failed', problem: expect.any(String) })
  })
})
