import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const ticket = {
  type: 'object',
  required: ['title', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    title: { ...text, minLength: 1 },
    status: { enum: ['open', 'closed'] },
    resolvedAt: { type: ['string', 'null'], format: 'date-time' },
    unreadReplies: { type: 'integer', minimum: 0, maximum: 9 },
  },
}

const documentWith = (description: string, name = 'open'): object => ({
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets': {
      get: {
        parameters: [query(name, { type: 'boolean' }, { description })],
        ...answer(200, { type: 'array', items: ticket }),
      },
      post: { ...sent(ticket), ...answer(201, ticket) },
    },
    '/tickets/{id}': { ...at('id'), get: answer(200, ticket), delete: gone },
  },
})

/** What is found in a list that ignores the parameter when it has this value. */
async function findingsOf(
  description: string,
  ignored?: 'true' | 'false',
  name = 'open',
): Promise<readonly string[]> {
  const document = documentWith(description, name)
  const ignoring = rewrittenQuery(await createMock({ document }), (asked) => {
    if (asked.get(name) === ignored) asked.delete(name)
  })
  const { findings } = await runContract({ document, only: 'stateful/tickets/query-*', target: ignoring })
  return findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

const whether = 'Whether the ticket is open.'
const both = '`true` for tickets that are `open`, `false` for all others.'

it.each([both, whether, 'Only open tickets', 'If true, only tickets that are still open'])(
  'a list that selects by a switch, "%s", has no finding',
  async (description) => {
    expect(await findingsOf(description)).toEqual([])
  },
)

it.each([
  [both, 'true'],
  [both, 'false'],
  [whether, 'true'],
  [whether, 'false'],
  ['Only open tickets', 'true'],
] as const)('a switch, "%s", that is ignored if it is %s is reported', async (description, ignored) => {
  const message = `only items that match open=${ignored}`
  expect(await findingsOf(description, ignored)).toEqual([
    expect.stringMatching(new RegExp(`^error list-filter: .*expected ${message}`)),
  ])
})

it('a switch may select all records if it is false, unless the description says otherwise', async () => {
  expect(await findingsOf('Only open tickets', 'false')).toEqual([])
})

it.each(['If true, the tickets that are open are included.', 'Whether open tickets are returned.'])(
  'a switch that adds records to the others is none that selects them: %s',
  async (description) => {
    expect(await findingsOf(description, 'true')).toEqual([])
  },
)

it.each(['true', 'false'] as const)(
  'a switch may be called after what a number of the record counts, and is reported if ignored for %s',
  async (ignored) => {
    const description = 'Whether replies to the ticket are unread.'
    expect(await findingsOf(description, undefined, 'unread')).toEqual([])
    expect(await findingsOf(description, ignored, 'unread')).toEqual([
      expect.stringMatching(
        new RegExp(`^error list-filter: .*expected only items that match unread=${ignored}`),
      ),
    ])
  },
)

it('a switch may be called after an event whose time records have', async () => {
  const description = 'Only tickets that were resolved.'
  expect(await findingsOf(description, undefined, 'resolved')).toEqual([])
  expect(await findingsOf(description, 'true', 'resolved')).toEqual([
    expect.stringMatching(/^error list-filter: .*expected only items that match resolved=true/),
  ])
})
