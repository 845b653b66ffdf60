import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../support/document-parts.ts'

const account = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...text, readOnly: true }, name: text },
}
const move = {
  type: 'object',
  required: ['fromAccountId', 'toAccountId'],
  properties: { fromAccountId: text, toAccountId: text },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts': kept(account),
    '/accounts/{id}': { ...at('id'), get: answer(200, account), delete: gone },
    '/moves': { post: { operationId: 'move', ...sent(move), ...answer(201, move) } },
  },
}

it('refers to two records of a kind where a body names two', async () => {
  const named: (readonly [unknown, unknown])[] = []
  const mock = await createMock({
    document,
    world: 'empty',
    behaviours: {
      move: ({ request, next }) => {
        const { fromAccountId, toAccountId } = request.body as Readonly<Record<string, unknown>>
        named.push([fromAccountId, toAccountId])
        return next()
      },
    },
  })
  await runContract({ document, include: ['move'], target: mock.fetch })
  const [[from, to] = []] = named
  expect(from).toBeTypeOf('string')
  expect(to).toBeTypeOf('string')
  expect(to).not.toBe(from)
})
