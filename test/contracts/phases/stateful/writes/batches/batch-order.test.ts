import { describe, expect, it } from 'vitest'
import type { FetchHandler } from '../../../../../../contracts/client/fetch-client.ts'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, note, sent, text } from '../../../../support/document-parts.ts'

const ids = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { type: 'array', minItems: 1, items: text } },
}
const several = {
  type: 'object',
  required: ['notes'],
  properties: { notes: { type: 'array', minItems: 1, items: note } },
}

/** Notes that can be read and created several at a time, as these sentences describe. */
const documentWith = (read: string, create = ''): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': kept(note),
    '/notes/{id}': { ...at('id'), get: answer(200, note), delete: gone },
    '/notes/batch-get': { post: { description: read, ...sent(ids), ...listOf(note) } },
    '/notes/batch-create': {
      post: { description: create, ...sent(several), ...answer(201, { type: 'array', items: note }) },
    },
  },
})

/** The mock, with the results of operations on several records in the order of their titles. */
async function sorting(document: object): Promise<FetchHandler> {
  const mock = await createMock({ document })
  return async (request) => {
    const response = await mock.fetch(request)
    if (!/\/batch-/.test(request.url) || !response.ok) return response
    const records = (await response.json()) as readonly { readonly title: string }[]
    const { status } = response
    return Response.json(
      records.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
      { status },
    )
  }
}

async function findingsIn(document: object, target: FetchHandler): Promise<readonly string[]> {
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

const rules = [
  'The notes are in the order of the request.',
  'Returns the notes in the same order as the ids.',
  'The order of the request is kept.',
]

describe('the results of an operation on several records', () => {
  it.each(rules)('are reported if they are in another order than the document says: %s', async (rule) => {
    const document = documentWith(rule)
    expect(await findingsIn(document, await sorting(document))).toEqual([
      expect.stringMatching(
        /^list-order POST \/notes\/batch-get: .*the position in the request in ascending order/,
      ),
    ])
  })

  it('are reported for new records, too', async () => {
    const document = documentWith('', 'New notes are shown in request order.')
    expect(await findingsIn(document, await sorting(document))).toEqual([
      expect.stringMatching(/^list-order POST \/notes\/batch-create: /),
    ])
  })

  it.each(['', 'The notes are in no particular order.', 'They need not be in the order of the request.'])(
    'may be in any order otherwise: %s',
    async (sentence) => {
      const document = documentWith(sentence, sentence)
      expect(await findingsIn(document, await sorting(document))).toEqual([])
    },
  )

  it('are in that order in the mock', async () => {
    const document = documentWith(rules[0] ?? '', rules[0])
    const { fetch } = await createMock({ document })
    expect(await findingsIn(document, (request: Request) => fetch(request))).toEqual([])
  })
})
