import { expect, it } from 'vitest'
import { describedNulls } from '../../../../spec/inference/states/described-nulls.ts'
import { loadDocument } from '../../../../spec/load.ts'

/** With which values of which property `ended_at` is null, by its description. */
async function nullsOf(
  description: string,
  states: readonly string[] = ['open', 'closed'],
): Promise<readonly string[]> {
  const Ticket = {
    type: 'object',
    properties: {
      status: { enum: states },
      archived: { type: 'boolean' },
      ended_at: { type: ['string', 'null'], description },
      note: { type: 'string' },
    },
  }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { Ticket } },
  })
  return describedNulls(document)({ schema: Ticket, pointer: '#/components/schemas/Ticket' }).map(
    ({ property, state, values }) => `${property} ${state} ${values.map(String).join()}`,
  )
}

it.each([
  ['Null unless the ticket is closed.', 'ended_at status open'],
  ['When the ticket was closed, null if not closed.', 'ended_at status open'],
  ['The end. Null while `open`.', 'ended_at status open'],
  ['`null` as long as the status is open', 'ended_at status open'],
  ['Time of archiving; null unless it is archived.', 'ended_at archived false'],
  ['The end; `null` for open tickets.', 'ended_at status open'],
  ['Only set for closed tickets.', 'ended_at status open'],
  ['The end, only present if the ticket is `closed`.', 'ended_at status open'],
  ['Present only when closed.', 'ended_at status open'],
])('"%s" tells in which states a property is null', async (description, expected) => {
  expect(await nullsOf(description)).toEqual([expected])
})

it('texts speak of several records in a state, or of what was done to them', async () => {
  expect(await nullsOf('`null` for drafts.', ['draft', 'sent'])).toEqual(['ended_at status draft'])
  expect(await nullsOf('`null` unless voided.', ['open', 'void'])).toEqual(['ended_at status open'])
})

it('all other states are meant if one is named as such', async () => {
  const states = ['new', 'sent', 'done']
  expect(await nullsOf('Null unless `status` is `sent`.', states)).toEqual(['ended_at status new,done'])
  expect(await nullsOf('Null unless it is sent.', states)).toEqual([])
})

it.each([
  'The end of the ticket.',
  'Null until the ticket is closed.',
  'May be null if the ticket is open.',
  'Null unless the customer is open.',
  'Null unless the ticket is closed by a clerk.',
  'Not null when closed.',
  'Only set until the ticket is closed.',
  'Only set for closed customers.',
])('"%s" tells nothing sure', async (description) => {
  expect(await nullsOf(description)).toEqual([])
})
