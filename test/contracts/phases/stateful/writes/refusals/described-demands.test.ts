import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock, refuse, type Behaviour } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, sent, text } from '../../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const account = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }
const payment = {
  type: 'object',
  required: ['id', 'payer_id', 'payee_id', 'reason'],
  properties: {
    id,
    payer_id: text,
    payee_id: text,
    reason: { enum: ['rent', 'other'] },
    note: { ...text, minLength: 1 },
  },
}
const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: {
    '/accounts': kept(account),
    '/accounts/{id}': { ...at('id'), get: answer(200, account), delete: gone },
    '/payments': {
      post: {
        operationId: 'pay',
        description: rule,
        ...sent(payment),
        ...answer(201, payment, { 422: { description: 'Refused' } }),
      },
    },
    '/payments/{id}': { ...at('id'), get: answer(200, payment), delete: gone },
  },
})

async function findingsOf(rule: string, isKept: boolean): Promise<readonly string[]> {
  const document = documentWith(rule)
  const pay: Behaviour = ({ request, next }) => {
    const { payer_id, payee_id, reason, note } = request.body as Readonly<Record<string, unknown>>
    const isBroken = payer_id === payee_id || (reason === 'other' && note === undefined)
    return isKept && isBroken ? refuse(422, 'refused', 'A rule is broken.') : next()
  }
  // The mock itself knows nothing of the rule.
  const target = await createMock({ document: documentWith('Pays.'), behaviours: { pay } })
  const { findings } = await runContract({ document, target, phases: ['stateful'], include: ['pay'] })
  return findings.map(({ message }) => message)
}

const rules = [
  ['The `payer_id` and the `payee_id` must be different.', 'the same payer_id and payee_id'],
  ['`payer_id` must differ from `payee_id`.', 'the same payer_id and payee_id'],
  ['422 if `payer_id` and `payee_id` are the same.', 'the same payer_id and payee_id'],
  ['A `note` is required if the reason is `other`.', 'reason = other, but no note'],
] as const

describe('a request that does not meet a demand of its description', () => {
  it.each(rules)('is reported if it is accepted: %s', async (rule, title) => {
    expect(await findingsOf(rule, false)).toEqual([
      expect.stringContaining(`expected a request with ${title}`),
    ])
  })

  it.each([...rules.map(([rule]) => rule), 'The `payer_id` and the `payee_id` may be different.'])(
    'has no finding if it is refused: %s',
    async (rule) => {
      expect(await findingsOf(rule, true)).toEqual([])
    },
  )
})
