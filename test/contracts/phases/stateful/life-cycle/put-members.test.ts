import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviours } from '../../../../../mock/index.ts'
import { answer, at, content, gone, kept, listOf, sent, text } from '../../../support/document-parts.ts'

const record = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const id = { ...text, readOnly: true }
const named = record({ id, name: text })
const role = { ...text, enum: ['owner', 'reader'] }
const member = record({ userId: text, role })
const document = {
  openapi: '3.1.0',
  info: { title: 'Projects', version: '1' },
  paths: {
    '/users': kept(named),
    '/users/{userId}': { ...at('userId'), get: answer(200, named), delete: gone },
    '/projects': kept(named),
    '/projects/{projectId}': { ...at('projectId'), get: answer(200, named), delete: gone },
    '/projects/{projectId}/members': { ...at('projectId'), get: listOf(member) },
    '/projects/{projectId}/members/{userId}': {
      ...at('projectId', 'userId'),
      get: answer(200, member),
      put: {
        ...sent(record({ role })),
        ...answer(200, member, { 201: { description: 'Added', content: content(member) } }),
      },
      delete: gone,
    },
  },
}

async function run(behaviours: Behaviours = {}) {
  const target = await createMock({ document, world: 'empty', behaviours })
  const { findings, summary } = await runContract({ document, phases: ['stateful'], target })
  return { messages: findings.map(({ check, message }) => `${check}: ${message}`), summary }
}

describe('members that PUT adds by the id of a user', () => {
  it('are added for users that the run has created', async () => {
    const { messages, summary } = await run()
    expect(messages).toEqual([])
    expect(summary.covered).toBe(summary.operations)
  })

  it('are reported if their role does not change', async () => {
    const { messages } = await run({
      async 'PUT /projects/{projectId}/members/{userId}'({ request, store, next }) {
        const { projectId, userId } = request.path
        if (typeof projectId !== 'string' || typeof userId !== 'string') return next()
        const before = await store.collection('/projects/members', [projectId]).get(userId)
        return before ? ok(200, before) : next()
      },
    })
    expect(messages).toContainEqual(expect.stringMatching(/^update-visible: .*role = /))
  })
})
