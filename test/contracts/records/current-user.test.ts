import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, listOf, sent, text } from '../support/document-parts.ts'

const user = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...text, readOnly: true }, name: text },
}

it('changes another user than the one who sends the requests', async () => {
  const changed = new Set<string>()
  const users = [
    { id: 'u-1', name: 'Ada' },
    { id: 'u-2', name: 'Bob' },
  ]
  const target = async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2]
    if (id === undefined) return Response.json(users)
    const found = users.find((each) => each.id === (id === 'me' ? 'u-1' : id))
    if (!found) return Response.json({ message: 'None.' }, { status: 404 })
    if (request.method === 'PATCH') {
      changed.add(found.id)
      const { name } = (await request.json()) as { name?: string }
      found.name = name ?? found.name
    }
    return Response.json(found)
  }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Users', version: '1' },
    paths: {
      '/users': { get: listOf(user) },
      '/users/me': { get: answer(200, user) },
      '/users/{id}': { ...at('id'), get: answer(200, user), patch: { ...sent(user), ...answer(200, user) } },
    },
  }
  const { summary } = await runContract({ document, target, phases: ['examples', 'stateful'] })
  expect(summary.covered).toBe(4)
  expect([...changed]).toEqual(['u-2'])
})
