import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviour } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const user = {
  type: 'object',
  required: ['id', 'email', 'active'],
  properties: {
    id: { ...text, readOnly: true },
    email: text,
    active: { type: 'boolean', default: true, readOnly: true },
  },
}

const documentWith = (deletion: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': kept(user),
    '/users/{id}': {
      ...at('id'),
      get: answer(200, user),
      delete: { ...gone, operationId: 'end', ...deletion },
    },
  },
})
const deactivation = documentWith({
  summary: 'Deactivate a user',
  description: 'Users are never removed: a deactivated user has `active: false`.',
})

async function findingsOf(document: object, served: object, end?: Behaviour): Promise<readonly string[]> {
  const target = await createMock({ document: served, ...(end && { behaviours: { end } }) })
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

describe('a DELETE that keeps the record in another state', () => {
  it('is fine as the mock does it', async () => {
    expect(await findingsOf(deactivation, deactivation)).toEqual([])
  })

  it('is reported where it changes nothing', async () => {
    expect(await findingsOf(deactivation, deactivation, () => ok(204))).toEqual([
      expect.stringMatching(/^deleted-gone: .*expected the record with active = false after its deletion/),
    ])
  })

  it('is reported where it removes the record although the document says that it does not', async () => {
    const removing = documentWith({ summary: 'Delete a user' })
    expect(await findingsOf(deactivation, removing)).toEqual([
      expect.stringMatching(/^deleted-gone: .*expected the record with active = false.*; got 404/),
    ])
  })

  it('may remove the record where only its name speaks of another state', async () => {
    const named = documentWith({ summary: 'Deactivate a user' })
    expect(await findingsOf(named, documentWith({ summary: 'Delete a user' }))).toEqual([])
    expect(await findingsOf(named, named)).toEqual([])
  })

  it('may be done again where only its name speaks of another state', async () => {
    const named = documentWith({ summary: 'Deactivate a user' })
    const again: Behaviour = async ({ next }) => {
      const answer = await next()
      return answer.status === 404 ? ok(204) : answer
    }
    const removing = documentWith({ summary: 'Delete a user' })
    expect(await findingsOf(named, removing, again)).toEqual([])
    expect(await findingsOf(removing, removing, again)).toEqual([expect.stringMatching(/^repeat-delete: /)])
  })
})

describe('the state that a DELETE leaves a record in', () => {
  const van = {
    type: 'object',
    required: ['id', 'name', 'status'],
    properties: {
      id: { ...text, readOnly: true },
      name: text,
      status: { enum: ['available', 'retired'], default: 'available', readOnly: true },
    },
  }
  const conflict = { 409: { description: 'Conflict' } }
  const vans = {
    openapi: '3.1.0',
    info: { title: 'Vans', version: '1' },
    paths: {
      '/vans': kept(van),
      '/vans/{id}': {
        ...at('id'),
        get: answer(200, van),
        patch: {
          operationId: 'change',
          description: 'Retired vans cannot be changed (409).',
          ...sent({ type: 'object', properties: { name: text } }),
          ...answer(200, van, conflict),
        },
        delete: {
          operationId: 'retire',
          summary: 'Retire a van',
          description: 'The van gets the status `retired`. 409 if it is retired already.',
          responses: { 204: { description: 'Retired' }, 404: { description: 'None' }, ...conflict },
        },
      },
      '/vans/{id}/restore': {
        ...at('id'),
        post: {
          operationId: 'restore',
          description: 'Only a retired van can be restored. It becomes `available` again.',
          ...answer(200, van, conflict),
        },
      },
    },
  }
  const taken =
    (status: 200 | 204): Behaviour =>
    async ({ next, store, request }) => {
      const answered = await next()
      const { id } = request.path
      const shown =
        status === 200 && typeof id === 'string' ? await store.collection('/vans').get(id) : undefined
      return answered.status === 409 ? ok(status, shown) : answered
    }
  const statesOf = async (behaviours: Readonly<Record<string, Behaviour>>): Promise<readonly string[]> => {
    const target = await createMock({ document: vans, behaviours })
    const { findings } = await runContract({ document: vans, phases: ['stateful'], target })
    return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
  }

  it('is no finding if the document is kept', async () => {
    expect(await statesOf({})).toEqual([])
  })

  it.each([
    ['change', 200, /^states change: .*PATCH in state status = retired to be refused/],
    ['retire', 204, /^states retire: .*DELETE in state status = retired to be refused/],
    ['restore', 200, /^states restore: .*POST in state status = available to be refused/],
  ] as const)('is one in which %s is refused', async (operation, status, expected) => {
    expect(await statesOf({ [operation]: taken(status) })).toContainEqual(expect.stringMatching(expected))
  })
})
