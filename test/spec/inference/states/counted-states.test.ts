import { expect, it } from 'vitest'
import { withoutState } from '../../../../spec/inference/states/counted-states.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { modelOf, array, object } from '../api.ts'

const status = { type: 'string', enum: ['active', 'returned', 'lost'] }

/** A sentence about loans without the state that it counts, and that. */
async function counted(sentence: string) {
  const loan = object('id', 'book_id', { status })
  const model = await modelOf({
    'GET /loans': { answers: array(loan) },
    'GET /loans/{id}': { answers: loan },
  })
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const [resource] = model.resources
  if (!resource) throw new Error('There is no resource.')
  return withoutState(document, resource, sentence)
}

it.each([
  [
    ' a reader can have one active loan per book 409 ',
    ' a reader can have one loan per book 409 ',
    ['active'],
  ],
  [' only one loan per book that is not returned or lost 409 ', ' only one loan per book 409 ', ['active']],
  [' only one loan per book that is active ', ' only one loan per book ', ['active']],
])('only records in some states count: %s', async (sentence, rest, values) => {
  expect(await counted(sentence)).toEqual({ sentence: rest, counted: { property: 'status', values } })
})

it.each([' a reader can have one loan per book ', ' one long loan per reader that is not an adult '])(
  'all records count: %s',
  async (sentence) => {
    expect(await counted(sentence)).toEqual({ sentence, counted: undefined })
  },
)
