import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const country = { ...text, pattern: '^[A-Z]{2}$' }
const status = { ...text, enum: ['pending', 'confirmed'] }
const sold = { type: 'object', required: ['country'], properties: { country } }
const guest = {
  type: 'object',
  required: ['id', 'country', 'status'],
  properties: { id: { ...text, readOnly: true }, country, status: { ...status, readOnly: true } },
}
const several = { type: 'array', items: status }
const document = {
  openapi: '3.1.0',
  info: { title: 'Guests', version: '1' },
  paths: {
    '/guests': {
      get: {
        operationId: 'listGuests',
        parameters: [query('country', country), query('status', several)],
        ...answer(200, { type: 'array', items: guest }),
      },
      post: { description: 'New guests are `pending`.', ...sent(sold), ...answer(201, guest) },
    },
    '/guests/{id}': { ...at('id'), get: answer(200, guest), delete: gone },
    '/guests/{id}/confirm': { ...at('id'), post: answer(200, guest) },
  },
}

const findingsOf = async (change: (query: URLSearchParams) => void): Promise<readonly string[]> => {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    target: rewrittenQuery(mock, change),
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

describe('a filter by a property in which all records would be alike', () => {
  it('has no finding if it is applied', async () => {
    expect(await findingsOf(() => undefined)).toEqual([])
  })

  it.each(['country', 'status'])('is reported if it is ignored: %s', async (name) => {
    expect(await findingsOf((query) => query.delete(name))).toEqual(['list-filter listGuests'])
  })

  it('is reported if only the first of several values counts', async () => {
    const first = (query: URLSearchParams): void => {
      const [value] = query.getAll('status')
      if (value !== undefined) query.set('status', value)
    }
    expect(await findingsOf(first)).toEqual(['list-filter listGuests'])
  })
})
