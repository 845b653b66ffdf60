import { describe, expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock, type Mock } from '../../../mock/index.ts'
import { amendingTarget, type Body } from '../support/amending-target.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../support/document-parts.ts'

const quoteSchema = {
  type: 'object',
  required: ['id', 'status', 'product'],
  properties: {
    id: { ...text, readOnly: true },
    status: { enum: ['open', 'accepted'], readOnly: true },
    product: text,
  },
}
const policySchema = {
  type: 'object',
  required: ['id', 'status', 'product', 'interval'],
  properties: {
    id: { ...text, readOnly: true },
    status: { enum: ['active', 'cancelled'], readOnly: true },
    product: text,
    interval: { enum: ['monthly', 'yearly'] },
  },
}
const [quote, policy] = ['Quote', 'Policy'].map((name) => ({ $ref: `#/components/schemas/${name}` })) as [
  object,
  object,
]
const conflict = { 409: { description: 'Not in this state' } }
const terms = {
  type: 'object',
  required: ['interval'],
  properties: { interval: policySchema.properties.interval },
}

const documentWith = (status: number): object => ({
  openapi: '3.1.0',
  info: { title: 'Policies', version: '1' },
  components: { schemas: { Quote: quoteSchema, Policy: policySchema } },
  paths: {
    '/quotes': kept(quote),
    '/quotes/{id}': { ...at('id'), get: answer(200, quote), delete: gone },
    '/quotes/{id}/accept': {
      ...at('id'),
      post: {
        description: `Creates a policy with the product of the quote. The quote becomes \`accepted\`. Only an \`open\` quote can be accepted; 409 otherwise.`,
        ...sent(terms),
        ...answer(status, policy, conflict),
      },
    },
    '/policies': { get: listOf(policy) },
    '/policies/{id}': { ...at('id'), get: answer(200, policy) },
    '/policies/{id}/cancel': {
      ...at('id'),
      post: {
        description: `The policy becomes \`cancelled\`. Only an \`active\` one can be cancelled; 409 otherwise.`,
        ...answer(200, policy, conflict),
      },
    },
  },
})

/** Accepts what the mock refuses, with the first of these records. */
const accepting =
  (mock: Mock, list: string, status: number) =>
  async (request: Request): Promise<Response> => {
    const answered = await mock.fetch(request)
    if (answered.status !== 409) return answered
    const shown = await mock.fetch(new Request(new URL(list, request.url)))
    const [first] = (await shown.json()) as readonly unknown[]
    return Response.json(first, { status })
  }

async function run(
  only: string,
  targetOf: (mock: Mock) => (request: Request) => Promise<Response>,
  status = 201,
) {
  const document = documentWith(status)
  const verdicts: string[] = []
  const { findings } = await runContract({
    document,
    only,
    target: targetOf(await createMock({ document })),
    onEvent: (event) => event.kind === 'case-finished' && verdicts.push(event.verdict.kind),
  })
  return { found: findings.map(({ check, message }) => `${check}: ${message}`), verdicts }
}

const healthy = (mock: Mock) => mock.fetch

describe('records that only an action on another record creates', () => {
  it.each(['life', 'actions'])('are created by it, and nothing is wrong with the mock: %s', async (which) => {
    const { found, verdicts } = await run(`stateful/policies/${which}`, healthy)
    expect(found).toEqual([])
    expect(verdicts).toEqual(['passed'])
  })

  it('are followed through their states', async () => {
    const { found } = await run('stateful/policies/actions', (mock) => accepting(mock, '/policies', 200))
    expect(found).toEqual([expect.stringMatching(/^states: .*status = cancelled to be refused; got 200/)])
  })

  it('have what the action was sent', async () => {
    const monthly = (body: Body): Body => (body['interval'] === undefined ? body : { interval: 'monthly' })
    const { found } = await run('stateful/policies/life', (mock) => amendingTarget(mock, { body: monthly }))
    expect(found).toEqual([expect.stringMatching(/^created-readable: .*interval = "yearly", as sent/)])
  })

  it('are not created by an action whose response may show a record from before', async () => {
    expect((await run('stateful/policies/actions', healthy, 200)).verdicts).toEqual([])
  })
})

describe('a record that an action makes another one of', () => {
  it('is followed through its states', async () => {
    const { found } = await run('stateful/quotes/actions', (mock) => accepting(mock, '/policies', 201))
    expect(found).toEqual([expect.stringMatching(/^states: .*status = accepted to be refused; got 201/)])
  })
})

describe('a record that takes a value from the one that it is made of', () => {
  it('is reported if it has another', async () => {
    expect(await run('stateful/quotes/taken', healthy)).toEqual({ found: [], verdicts: ['passed'] })
    const renaming = (mock: Mock) => async (request: Request) => {
      const response = await mock.fetch(request)
      if (!/\/policies\/[^/]+$/.test(request.url) || !response.ok) return response
      return Response.json({ ...((await response.json()) as object), product: 'other' }, response)
    }
    const { found } = await run('stateful/quotes/taken', renaming)
    expect(found).toEqual([
      expect.stringMatching(/^aggregate: .*product of \/policies is product of .*; got "other" instead of/),
    ])
  })
})
