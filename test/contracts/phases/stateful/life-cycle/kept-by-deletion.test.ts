import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock, ok, type Behaviour } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, text } from '../../../support/document-parts.ts'

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
