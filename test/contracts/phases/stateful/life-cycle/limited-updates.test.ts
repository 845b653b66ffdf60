import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const party = {
  type: 'object',
  required: ['title', 'guests'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    guests: { type: 'integer', minimum: 1, maximum: 500 },
    notes: { ...text, maxLength: 40 },
  },
}
const change = { type: 'object', minProperties: 1, properties: party.properties }
const document = {
  openapi: '3.1.0',
  info: { title: 'Parties', version: '1' },
  paths: {
    '/parties': kept(party),
    '/parties/{id}': {
      ...at('id'),
      get: answer(200, party),
      patch: { ...sent(change), ...answer(200, party) },
      delete: gone,
    },
  },
}
const room = 9

/** The checks that fail where more guests than there is room for are refused, and perhaps a change clears what it lacks. */
async function findingsOf(cleared: object): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    async target({ url, method, headers, body }: Request) {
      const text = body ? await new Response(body).text() : undefined
      const sent = JSON.parse(text ?? '{}') as { readonly guests?: number }
      if (sent.guests !== undefined && sent.guests > room)
        return Response.json({ message: 'There is no room for them.' }, { status: 400 })
      const changed = method === 'PATCH' ? JSON.stringify({ ...cleared, ...sent }) : text
      return mock.fetch(
        new Request(url, { method, headers, ...(changed !== undefined && { body: changed }) }),
      )
    },
  })
  return findings.filter(({ severity }) => severity === 'error').map(({ check }) => check)
}

it('accepts that other values are refused by a rule of the service', async () => {
  expect(await findingsOf({})).toEqual([])
})

it('reports a change that clears what it lacks, although one to other values is refused', async () => {
  expect(await findingsOf({ notes: '' })).toContain('update-visible')
})
