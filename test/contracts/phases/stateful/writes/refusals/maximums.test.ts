import { expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const conflict = { 409: { description: 'Conflict' } }
const member = { type: 'object', required: ['id', 'name'], properties: { id, name: text } }
const bike = { type: 'object', required: ['id', 'colour'], properties: { id, colour: text } }
const ride = {
  type: 'object',
  required: ['id', 'memberId', 'bikeId', 'status'],
  properties: { id, memberId: text, bikeId: text, status: { enum: ['open', 'ended'], readOnly: true } },
}
const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Bikes', version: '1' },
  paths: {
    '/members': kept(member),
    '/members/{id}': { ...at('id'), get: answer(200, member), delete: gone },
    '/bikes': kept(bike),
    '/bikes/{id}': { ...at('id'), get: answer(200, bike), delete: gone },
    '/rides': { get: listOf(ride), post: { description, ...sent(ride), ...answer(201, ride, conflict) } },
    '/rides/{id}': { ...at('id'), get: answer(200, ride), delete: gone },
  },
})
const rule = 'A member can have at most 2 open rides; 409 otherwise.'

/** What is found of a service that allows as many open rides as the description of its own says. */
async function findingsWhere(own: string): Promise<readonly string[]> {
  const target = await createMock({ document: documentWith(own) })
  const { findings } = await runContract({ document: documentWith(rule), phases: ['stateful'], target })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it.each(['', 'A member can have at most 3 open rides; 409 otherwise.'])(
  'more records of one owner than the document allows are reported: %s',
  async (own) => {
    const expected = 'expected a request with one more than 2 records to be refused; got 201'
    expect(await findingsWhere(own)).toEqual([
      expect.stringMatching(new RegExp(`^invalid-refused POST /rides: .*${expected}`)),
    ])
  },
)

it('no more records of one owner than the document allows have no finding', async () => {
  expect(await findingsWhere(rule)).toEqual([])
})
