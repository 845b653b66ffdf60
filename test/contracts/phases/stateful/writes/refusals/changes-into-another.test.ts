import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, note, sent, text } from '../../../../support/document-parts.ts'

const day = { ...text, format: 'date' }
const booking = {
  type: 'object',
  required: ['id', 'roomId', 'guestId', 'startDate', 'endDate'],
  properties: { id: { ...text, readOnly: true }, roomId: text, guestId: text, startDate: day, endDate: day },
}
const like = {
  type: 'object',
  required: ['id', 'roomId', 'guestId'],
  properties: { id: { ...text, readOnly: true }, roomId: text, guestId: text, remark: text },
}
const conflict = { 409: { description: 'Conflict' } }
const item = (schema: object): object => ({ ...at('id'), get: answer(200, schema), delete: gone })

/** Rooms and guests, and records about both; changes of these are refused with 409 if that is declared. */
function documentOf(record: object, rule: string, method: string, declared: object): object {
  const patch = { ...record, required: [] }
  return {
    openapi: '3.1.0',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': kept(note),
      '/rooms/{id}': item(note),
      '/guests': kept(note),
      '/guests/{id}': item(note),
      '/records': {
        get: listOf(record),
        post: { operationId: 'like', description: rule, ...sent(record), ...answer(201, record, conflict) },
      },
      '/records/{id}': {
        ...item(record),
        [method]: {
          operationId: 'change',
          ...sent(method === 'put' ? record : patch),
          ...answer(200, record, declared),
        },
      },
    },
  }
}

/** What is found in a service that keeps the rule, for changes only if it declares their refusal. */
async function findingsOf(
  document: (declared: object) => object,
  enforced: object,
): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: document(conflict),
    only: 'stateful/records/refused-change',
    include: ['change'],
    target: await createMock({ document: document(enforced) }),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const rules = [
  { record: booking, rule: 'Records of one room must not overlap.', what: 'a period that equals that of' },
  { record: like, rule: 'A guest can like a room only once.', what: 'the roomId and guestId of' },
  { record: like, rule: '409 if there is another record with the same remark.', what: 'the remark of' },
]

describe.each(['put', 'patch'])('a %s that gives a record the values of another one', (method) => {
  it.each(rules)('must be refused if a new record is: $rule', async ({ record, rule, what }) => {
    const document = (declared: object): object => documentOf(record, rule, method, declared)
    expect(await findingsOf(document, {})).toEqual([
      expect.stringMatching(
        new RegExp(`^invalid-refused: .*a request with ${what} another record to be refused; got 200`),
      ),
    ])
  })

  it.each(rules)('has no finding if it is refused: $rule', async ({ record, rule }) => {
    const document = (declared: object): object => documentOf(record, rule, method, declared)
    expect(await findingsOf(document, conflict)).toEqual([])
  })
})
