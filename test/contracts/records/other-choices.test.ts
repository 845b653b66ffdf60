import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, kept, listOf, sent, text } from '../support/document-parts.ts'

const id = { ...text, readOnly: true }
const account = { type: 'object', required: ['id', 'owner'], properties: { id, owner: text } }
const posting = {
  type: 'object',
  required: ['id', 'kind', 'amount'],
  properties: {
    id,
    kind: { ...text, enum: ['withdrawal', 'fee', 'deposit'] },
    amount: { type: 'integer', minimum: 1 },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts': kept(account),
    '/accounts/{id}': { ...at('id'), get: answer(200, account) },
    '/accounts/{id}/postings': {
      ...at('id'),
      get: listOf(posting),
      post: { ...sent(posting), ...answer(201, posting, { 409: { description: 'Not enough money' } }) },
    },
  },
}

interface Posting {
  readonly kind: string
  readonly amount: number
}

/** Accounts from which no more can be taken than was put in; `shown` tells what the list of one shows. */
async function run(shown: (own: readonly Posting[], all: readonly Posting[]) => readonly Posting[]) {
  const accounts: object[] = []
  const postings: (Posting & { readonly account: string })[] = []
  const plain = (kept: readonly Posting[]): readonly object[] =>
    kept.map((each) => ({ ...each, account: undefined }))
  const { findings, summary } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, , account, below] = new URL(request.url).pathname.split('/')
      if (account === undefined && request.method === 'GET') return Response.json(accounts)
      const body = request.method === 'POST' ? ((await request.json()) as Posting) : undefined
      if (account === undefined) {
        const made = { ...body, id: `a${String(accounts.length)}` }
        accounts.push(made)
        return Response.json(made, { status: 201 })
      }
      const found = accounts.find((each) => 'id' in each && each.id === account)
      if (!found) return new Response(null, { status: 404 })
      if (below === undefined) return Response.json(found)
      const own = postings.filter((each) => each.account === account)
      if (!body) return Response.json(plain(shown(own, postings)))
      const balance = own.reduce((sum, { kind, amount }) => sum + (kind === 'deposit' ? amount : -amount), 0)
      if (body.kind !== 'deposit' && body.amount > balance) return new Response(null, { status: 409 })
      const made = { ...body, id: `p${String(postings.length)}` }
      postings.push({ ...made, account })
      return Response.json(made, { status: 201 })
    },
  })
  return { checks: findings.map(({ check }) => check), summary }
}

it('adds an item with another choice than the one that the record refuses at first', async () => {
  const { checks, summary } = await run((own) => own)
  expect(checks).not.toContain('hierarchy')
  expect(summary.covered).toBe(summary.operations)
})

it('finds an item of another record in the list', async () => {
  const { checks } = await run((_, all) => all)
  expect(checks).toContain('hierarchy')
})
