import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, sent, text } from '../support/document-parts.ts'

const member = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...text, readOnly: true }, name: text, role: text },
}
const others = { 403: { description: 'Not yours' } }
const document = {
  openapi: '3.0.4',
  info: { title: 'Members', version: '1' },
  paths: {
    '/members': { post: { ...sent(member), ...answer(201, member, others) } },
    '/members/{id}': { ...at('id'), get: answer(200, member, others) },
  },
}

/** The number of covered operations and of creations, where a request is forbidden that has one of the properties. */
async function check(
  ...forbidden: readonly string[]
): Promise<readonly [covered: number, creations: number]> {
  const members = new Map<string, object>()
  let creations = 0
  const target = async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2]
    if (request.method === 'POST') {
      creations += 1
      const body = (await request.json()) as { name: string }
      if (forbidden.some((name) => name in body)) return Response.json({ message: 'No.' }, { status: 403 })
      const made = { ...body, id: `m-${String(members.size + 1)}` }
      members.set(made.id, made)
      return Response.json(made, { status: 201 })
    }
    const found = members.get(id ?? '')
    return found ? Response.json(found) : Response.json({ message: 'None.' }, { status: 404 })
  }
  const { summary } = await runContract({ document, target, phases: ['examples'] })
  return [summary.covered, creations]
}

it('does without optional properties that the target forbids to send', async () => {
  const [covered] = await check('role')
  expect(covered).toBe(2)
})

it('leaves an operation alone that it may not call at all', async () => {
  const [covered, creations] = await check('name')
  expect(covered).toBe(0)
  expect(creations).toBeLessThan(8)
})
