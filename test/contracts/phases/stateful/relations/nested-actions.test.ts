import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, type Mock } from '../../../../../mock/index.ts'
import { answer, at, kept, listOf, note, sent, text } from '../../../support/document-parts.ts'

const task = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    status: { enum: ['open', 'closed'], readOnly: true },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/boards': kept(note),
    '/boards/{board}': { ...at('board'), get: answer(200, note) },
    '/boards/{board}/tasks': {
      ...at('board'),
      get: listOf(task),
      post: { description: 'A new task is `open`.', ...sent(task), ...answer(201, task) },
    },
    '/boards/{board}/tasks/{task}': { ...at('board', 'task'), get: answer(200, task) },
    '/boards/{board}/tasks/{task}/close': {
      ...at('board', 'task'),
      post: { description: 'The task becomes `closed`.', ...answer(200, task) },
    },
  },
}

async function findingsOf(targetOf: (mock: Mock) => (request: Request) => Promise<Response>) {
  const { findings } = await runContract({
    document,
    only: 'stateful/boards-tasks/hierarchy',
    target: targetOf(await createMock({ document, world: 'empty' })),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

/** Closes a task whatever board the path names. */
const closingAny = (mock: Mock) => {
  const boards = new Map<string, string>()
  return async (request: Request): Promise<Response> => {
    const { pathname, origin } = new URL(request.url)
    const [, , board = '', , id = '', action] = pathname.split('/')
    if (action === 'close')
      return mock.fetch(
        new Request(`${origin}/boards/${boards.get(id) ?? board}/tasks/${id}/close`, { method: 'POST' }),
      )
    const answered = await mock.fetch(request)
    const made = answered.status === 201 ? ((await answered.clone().json()) as { id: string }).id : undefined
    if (made !== undefined && board !== '') boards.set(made, board)
    return answered
  }
}

it('an action through a parent that the record is not in is reported if it changes the record', async () => {
  expect(await findingsOf(closingAny)).toEqual([
    expect.stringMatching(/^hierarchy: .*404 for a record that is changed through another parent; got 200/),
  ])
})

it('an action through a parent that the record is not in is refused by the mock', async () => {
  expect(await findingsOf((mock) => mock.fetch)).toEqual([])
})
