import { expect, it } from 'vitest'
import {
  describedState,
  initialState,
  statePrecondition,
} from '../../../../spec/inference/states/described-states.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { array, object } from '../api.ts'

const states = ['draft', 'open', 'paid', 'in_dispute', 'cancelled']
const record = { schema: object('id', 'note', { status: { type: 'string', enum: states } }), pointer: '' }

interface Texts {
  readonly summary?: string
  readonly description?: string
  /** Descriptions of error responses by status. */
  readonly refusals?: Readonly<Record<string, string>>
}

async function actionOf(name: string, { refusals = { 409: 'Conflict' }, ...texts }: Texts) {
  const responses = Object.entries({ 200: 'Fine', ...refusals }).map(([status, description]) => [
    status,
    { description },
  ])
  return operationAt(`/invoices/{id}/${name}`, { ...texts, responses: Object.fromEntries(responses) })
}

const createOf = (description: string, created = 'Created') =>
  operationAt('/invoices', { description, responses: { 201: { description: created } } })

async function operationAt(path: string, post: Readonly<Record<string, unknown>>) {
  const paths = { [path]: { post } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })
  const [operation] = operationsOf(document).operations
  if (!operation) throw new Error('There is no operation.')
  return { document, operation }
}

async function before(name: string, texts: Texts) {
  const { document, operation } = await actionOf(name, texts)
  return statePrecondition(document, record, operation)
}

it('a status that the text names may be that of the response for all errors', async () => {
  const texts = {
    description: 'Only an `open` invoice can be paid; 409 otherwise.',
    refusals: { default: 'No' },
  }
  expect(await before('pay', texts)).toMatchObject({ allowed: ['open'], status: 409 })
  expect(
    await before('pay', { ...texts, description: 'Only an `open` invoice can be paid.' }),
  ).toBeUndefined()
})

it.each([
  ['pay', 'Only an `open` invoice can be paid; 409 otherwise.', ['open']],
  ['pay', 'Only `open` invoices without payments can be paid; 409 otherwise.', ['open']],
  ['dispute', 'Only `open` invoices can be marked as `in_dispute`.', ['open']],
  ['pay', 'The money has arrived: an `open` invoice becomes `paid` and its customer `active`.', ['open']],
  // With a slash at the end of the path.
  ['pay', 'Only `open` invoices that have at least one line can be paid; 409 otherwise.', ['open']],
  ['pay/', 'Only an `open` invoice can be paid; 409 otherwise.', ['open']],
  ['pay', 'Only invoices in status open can be paid', ['open']],
  [
    'cancel',
    'Stops it. Only `draft`, `open` or `in_dispute` invoices may be cancelled.',
    ['draft', 'open', 'in_dispute'],
  ],
  ['pay', 'Only an invoice that is `open` can be paid, and only if it has lines.', ['open']],
  ['pay', 'Only for invoices that are `open`. Sets the time.', ['open']],
  ['pay', 'Only an `open` invoice with at least one line can be paid.', ['open']],
  ['cancel', 'An invoice can only be cancelled while it is "open".', ['open']],
  ['cancel', 'This is only possible while the status is **draft** or **open**.', ['draft', 'open']],
  ['pay', 'The invoice must be `open`.', ['open']],
  ['pay', 'Must not be late. Returns 409 if the invoice is not `open`.', ['open']],
  ['pay', '409 unless it is `open`.', ['open']],
  ['pay', 'Pays an `open` invoice (409 otherwise) and sends a receipt.', ['open']],
  ['pay', 'Pays it. 409 if it is not `open`, 422 if it has no lines.', ['open']],
  ['cancel', 'Draft and open invoices can be cancelled.', ['draft', 'open']],
  ['cancel', 'Only while it is draft or open; otherwise 409.', ['draft', 'open']],
  ['cancel', 'Invoices can be cancelled while they are `draft` or `open`.', ['draft', 'open']],
  ['pay', 'Anything but an `open` invoice gives 409.', ['open']],
  ['pay', 'Only `open` invoices can be paid, everything else is a conflict.', ['open']],
  ['cancel', 'Possible for `draft` and `open` invoices; otherwise 409.', ['draft', 'open']],
  ['cancel', 'An invoice must be `open` to be cancelled.', ['open']],
  ['pay', 'Takes the money; 409 if it is no longer `open`.', ['open']],
  ['pay', '409 if you have no account or the invoice is not `open`.', ['open']],
  ['pay', 'Moves the invoice from `open` to `paid` and sets the time.', ['open']],
  [
    'pay',
    'An invoice goes from `open` or `in_dispute` to `paid`; otherwise the answer is 409.',
    ['open', 'in_dispute'],
  ],
  ['pay', 'The status changes from open to paid.', ['open']],
  ['pay', 'Works for `open` invoices only (409 otherwise). Sends a receipt.', ['open']],
  ['send', 'Turns a draft into an invoice that is sent. Any other invoice is refused with 409.', ['draft']],
  ['pay', 'An `open` invoice becomes `paid`; 409 otherwise.', ['open']],
  ['reopen', 'Makes a paid invoice open again and clears the date. 409 in other states.', ['paid']],
  ['pay', 'Marks an open invoice as paid and sets the time. 409 for invoices in other states.', ['open']],
  ['pay', 'Pays an open invoice, which becomes `paid`. 409 for invoices in other states.', ['open']],
  ['pay', 'Starts the payment of an open invoice. 409 in any other state.', ['open']],
  [
    'settle',
    'Takes an invoice in dispute back to `open` and clears the note. 409 in other states.',
    ['in_dispute'],
  ],
  ['pay', 'Pays an invoice in draft or open; 409 otherwise.', ['draft', 'open']],
  ['settle', 'Only invoices in dispute (409).', ['in_dispute']],
])(
  'the action "%s" is allowed only in the states its description names: %s',
  async (name, description, allowed) => {
    expect(await before(name, { description })).toEqual({
      property: 'status',
      allowed,
      refused: states.filter((state) => !allowed.includes(state)),
      certain: states.filter((state) => !allowed.includes(state)),
      status: 409,
    })
  },
)

it('a chain of states is not where each step begins', async () => {
  const description = 'An invoice goes from `draft` to `open` to `paid`; no step may be skipped (409).'
  expect(await before('change', { description })).toBeUndefined()
})

it.each([
  ['Only a `draft` invoice can be taken in dispute.', 'draft'],
  ['Only an open invoice can be put in dispute.', 'open'],
])('the state that an action leads to may be a part of its name: %s', async (description, allowed) => {
  expect(await before('dispute', { description })).toMatchObject({ allowed: [allowed] })
})

it.each([
  ['The invoice is not open or has no lines', ['open'], []],
  ['The invoice has not been paid or is already cancelled', ['paid'], ['cancelled']],
  ['The invoice is in dispute or a line is missing', [], ['in_dispute']],
])(
  'an action is refused for each of the reasons that are joined by "or": %s',
  async (refusal, allowed, excluded) => {
    const found = await before('send', { refusals: { 409: refusal } })
    expect(found).toMatchObject({ allowed, status: 409 })
    expect(found?.certain).toEqual(expect.arrayContaining(excluded))
  },
)

it('an unquoted state is taken literally where anything else is refused', async () => {
  const description = 'Open invoices become `paid`. Anything else is refused.'
  const refusals = { 409: 'The invoice is not open' }
  const refused = ['draft', 'paid', 'in_dispute', 'cancelled']
  expect(await before('pay', { description, refusals })).toMatchObject({ certain: refused })
  const rest = await before('pay', { description: 'Open invoices become `paid`.', refusals })
  expect(rest).toMatchObject({ certain: ['draft', 'cancelled'] })
})

it.each([
  ['send', 'Only drafts can be sent. Any other invoice must be paid instead.', ['draft']],
  ['pay', 'Pays it. The invoice must be open.', ['open']],
  ['dispute', 'Only an open invoice can be put in dispute.', ['open']],
])(
  'the action "%s" is surely refused in states that exclude those its description names: %s',
  async (name, description, allowed) => {
    expect(await before(name, { description })).toMatchObject({
      allowed,
      certain: allowed.includes('draft')
        ? ['open', 'paid', 'in_dispute', 'cancelled']
        : ['draft', 'cancelled'],
    })
  },
)

it.each([
  ['A cancelled invoice can no longer be paid.', ['cancelled']],
  ['Invoices that are paid or cancelled cannot be paid again.', ['paid', 'cancelled']],
  ['An invoice which is cancelled already is answered with 409.', ['cancelled']],
  ['The invoice cannot be paid once it is cancelled.', ['cancelled']],
  [
    'Once the customer has left, or the invoice has been cancelled, it cannot be paid any more.',
    ['cancelled'],
  ],
  ['Not for invoices that are paid or cancelled.', ['paid', 'cancelled']],
  ['Cancelled or already paid invoices cannot be paid (409).', ['paid', 'cancelled']],
  ['Invoices that are not open yet are refused with 409.', ['draft']],
  ['Takes the money: 409 if it is paid or cancelled.', ['paid', 'cancelled']],
  ['409 if it is cancelled, or if another invoice is in dispute.', ['cancelled']],
  ['409 if it is cancelled already, or while one of its lines is open.', ['cancelled']],
  ['An invoice which is `draft` is refused with 409.', ['draft']],
  ['Paying a paid invoice is refused with 409.', ['paid']],
  ['Paying an invoice that is already paid is a 409.', ['paid']],
  ['Paying twice is refused as well.', ['paid']],
  ['Takes the money. 409 for paid and cancelled invoices.', ['paid', 'cancelled']],
  ['Takes the money. Cancelled invoices: 409.', ['cancelled']],
  ['Paying twice is a 409.', ['paid']],
  ['Paying an invoice twice is rejected with 409.', ['paid']],
  ['Cancelled invoices and those whose order was paid cannot be paid any more.', ['cancelled']],
  [
    'Possible until it is due: paid invoices and those whose buyer is gone cannot be paid any more.',
    ['paid'],
  ],
])('an action is refused in the states that its description bans: %s', async (description, refused) => {
  expect(await before('pay', { description })).toMatchObject({ allowed: [], refused, certain: refused })
})

it.each([
  ['Only archived notes can be deleted.', [false]],
  ['An archived note cannot be deleted.', [true]],
  ['A note cannot be deleted once it is archived; 409 otherwise.', [true]],
  ['An archived note must be restored before it can be deleted.', [true]],
  ['Deletes a note.', undefined],
])('an operation is refused because of a flag: %s', async (description, refused) => {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/notes/{id}': { delete: { description, responses: { 204: {}, 409: {} } } } },
  })
  const [operation] = operationsOf(document).operations
  const note = { schema: object('id', { isArchived: { type: 'boolean' } }), pointer: '' }
  const found = operation && statePrecondition(document, note, operation)
  expect(found?.refused).toEqual(refused)
  expect(found?.certain).toEqual(refused)
})

it('an action is refused in the states named by its error response', async () => {
  const refusals = { 422: 'It is paid or cancelled already.' }
  expect(await before('cancel', { refusals })).toEqual({
    property: 'status',
    allowed: [],
    refused: ['paid', 'cancelled'],
    certain: ['paid', 'cancelled'],
    status: 422,
  })
})

it('a state whose name says that it is about the present is taken literally: an invoice in dispute', async () => {
  const description = 'Only an invoice in dispute can be settled, 409 otherwise.'
  expect(await before('settle', { description })).toMatchObject({
    allowed: ['in_dispute'],
    certain: ['draft', 'open', 'paid', 'cancelled'],
  })
})

it('an unquoted state is not taken literally unless every other state is named', async () => {
  const summary = 'Cancel an invoice that is draft, open or in dispute'
  expect(await before('cancel', { summary })).toMatchObject({
    refused: ['paid', 'cancelled'],
    certain: [],
  })
  const refusals = { 409: 'The invoice is paid or cancelled.' }
  expect(await before('cancel', { summary, refusals })).toMatchObject({ certain: ['paid', 'cancelled'] })
})

it.each([
  ['pay', 'Only open invoices. They become `paid`.', ['open']],
  ['pay', 'Only while the invoice is open.', ['open']],
  ['pay', 'Only open invoices (409). Sets the time.', ['open']],
  ['revive', 'Makes a cancelled invoice a draft again (409 otherwise).', ['cancelled']],
  ['pay', 'Requires that the invoice is open (`open`), otherwise 409.', ['open']],
  ['pay', 'An open invoice becomes `paid`, and the date is set.', ['open']],
  ['pay', '`open`, `in_dispute` → `paid`.', ['open', 'in_dispute']],
  ['pay', 'Only invoices in dispute can be paid.', ['in_dispute']],
  ['send', 'Drafts only.', ['draft']],
  ['revive', 'Makes a cancelled invoice open again.', ['cancelled']],
  ['send', 'Submits a draft to the customer.', ['draft']],
  ['unfreeze', 'Reopens an invoice that is in dispute.', ['in_dispute']],
])(
  'the action "%s" is meant for the states that its description names: %s',
  async (name, description, allowed) => {
    expect(await before(name, { description })).toMatchObject({ allowed, status: 409 })
  },
)

it.each([
  ['Creates a draft invoice.', { 409: 'Conflict' }],
  ['Submits a draft if it has lines.', { 409: 'Conflict' }],
  ['Submits a draft.', { 422: 'Invalid' }],
  ['Submits a draft if it has lines. 409 in other states.', { 409: 'Conflict' }],
])('what an action does is no precondition: %s', async (description, refusals) => {
  expect(await before('send', { description, refusals })).toBeUndefined()
})

it('the summary names the state of what an action is for', async () => {
  expect(await before('send', { summary: 'Send a draft invoice' })).toMatchObject({ allowed: ['draft'] })
  const refusals = { 409: 'The number exists already' }
  expect(await before('send', { summary: 'Send a draft invoice', refusals })).toBeUndefined()
})

it('the summary may begin with an action that is called like the state it leads to', async () => {
  const states = ['draft', 'open', 'void']
  const invoice = { schema: object('id', { status: { type: 'string', enum: states } }), pointer: '' }
  const { document, operation } = await actionOf('void', { summary: 'Void an open invoice' })
  expect(statePrecondition(document, invoice, operation)).toMatchObject({ allowed: ['open'] })
  const draft = await actionOf('open', { summary: 'Open a draft invoice' })
  expect(statePrecondition(draft.document, invoice, draft.operation)).toBeUndefined()
})

it('what waits for something is pending it', async () => {
  const status = { type: 'string', enum: ['pending_approval', 'executed'] }
  const { document, operation } = await actionOf('approve', {
    description: 'Executes an invoice that is waiting for approval.',
  })
  const waiting = { schema: object('id', { status }), pointer: '' }
  expect(statePrecondition(document, waiting, operation)).toMatchObject({ allowed: ['pending_approval'] })
})

it('a refusal has the status the description names', async () => {
  const refusals = { 409: 'Conflict', 422: 'Invalid' }
  expect(
    await before('pay', { description: 'Only an `open` invoice can be paid; 422 otherwise.', refusals }),
  ).toMatchObject({ status: 422 })
  expect(await before('pay', { description: '422 unless it is `open`.', refusals })).toMatchObject({
    status: 422,
  })
})

it.each([
  ['Only an `open` invoice can be shared.'],
  ['Only `open` invoices of a customer can be paid.'],
  ['Only a `late` invoice can be paid.'],
  ['The customer must be `open` with us.'],
  ['The invoice must be paid.'],
  ['Only an `open` invoice can be paid. Only a `draft` invoice can be paid.'],
  ['An `open` invoice is paid.'],
  ['409 when the card is refused or the invoice is `paid`.'],
  ['Except for admins: paid invoices cannot be paid.'],
  ['Paid invoices and those can never be paid.'],
])('no precondition is read from: %s', async (description) => {
  expect(await before('pay', { description })).toBeUndefined()
})

it('no precondition is read where no error status is declared for it', async () => {
  const description = 'Only an `open` invoice can be paid.'
  expect(await before('pay', { description, refusals: { 404: 'None' } })).toBeUndefined()
})

it('no precondition is read without a state property', async () => {
  const { document, operation } = await actionOf('send', { description: 'Only `open` invoices can be sent.' })
  const kinds = { schema: object({ kind: { enum: states }, tags: array({ enum: states }) }), pointer: '' }
  expect(statePrecondition(document, kinds, operation)).toBeUndefined()
})

it.each([
  ['Mark as paid', 'paid'],
  ['Sets the status to `in_dispute`.', 'in_dispute'],
  ['Moves an `open` invoice to `paid`.', 'paid'],
  ['The invoice becomes `open`.', 'open'],
  ['The money has arrived: an open invoice becomes `paid` and its customer `active`.', 'paid'],
  ['Copies the invoice. The new invoice is a `draft`.', undefined],
  ['Status is `open`.', 'open'],
  ['Sets the status to `paid` and `paidAt` to the current time.', 'paid'],
  ['It becomes `paid`, the customer is told, and the balance goes down.', 'paid'],
  ['It becomes `paid`, unless it has no lines.', undefined],
  ['Makes a cancelled invoice a draft again (409 otherwise).', 'draft'],
  ['Puts a paid invoice back to `open` and clears the note. 409 in other states.', 'open'],
  ['The invoice becomes `in_dispute`, with a note in dispute for each line.', 'in_dispute'],
  ['Make a cancelled invoice open again.', 'open'],
  ['The invoice is `paid` afterwards.', 'paid'],
  ['Creates a receipt for the lines of an open invoice, which becomes `paid`.', 'paid'],
  ['Sets `status` to `in_dispute`.', 'in_dispute'],
  ['Sets the status to `paid` and, if it was `open`, tells the customer.', undefined],
  ['Sets the status to `paid` and that of its copy to `draft`.', undefined],
  ['Sets the status to `paid` and tells nobody when it has no lines.', undefined],
  ['Status is `open` unless it has no lines.', undefined],
  ['Mark as paid. Status is `in_dispute`.', undefined],
  ['Marks invoices that are paid.', undefined],
  ['Moves the invoice from `open` to `paid` and sets the time.', 'paid'],
  ['An invoice goes from draft or open to in dispute.', 'in_dispute'],
  ['Changes the status of an invoice from `open` to `paid`.', 'paid'],
  ['Moves the invoice from one customer to another.', undefined],
  ['Makes a cancelled invoice open again.', 'open'],
  ['Assigns an open invoice to somebody; it is in dispute from then on.', 'in_dispute'],
])('the state set by %j', async (description, value) => {
  const { document, operation } = await actionOf('move', { description })
  expect(describedState(document, record, operation)?.value).toBe(value)
})

it.each([
  ['The completed run', 'completed'],
  ['The run, queued again', 'queued'],
  ['Success.', undefined],
  ['Completed', undefined],
  ['Queued.', 'queued'],
  ['Operation completed', undefined],
  ['The request was accepted.', undefined],
])('the state that the response of an action shows: %s', async (success, value) => {
  const { document, operation } = await actionOf('queue', { refusals: { 200: success } })
  const values = ['queued', 'success', 'completed', 'accepted']
  const run = { schema: object({ status: { type: 'string', enum: values } }), pointer: '' }
  expect(describedState(document, run, operation)?.value).toBe(value)
})

it.each([
  ['Status is `open`.', 'open'],
  ['Creates an invoice as a draft.', 'draft'],
  ['Creates an invoice with `status` set to `open`.', 'open'],
  ['Adds an invoice, which is then `draft`.', 'draft'],
  ['Creates an invoice (initially `draft`).', 'draft'],
  ['A new invoice starts as draft.', 'draft'],
  ['Starts as `draft`.', 'draft'],
  ['Every new invoice begins life as `open`.', 'open'],
  ['Invoices are created as `open`.', 'open'],
  ['New invoices are `draft` and have no lines.', 'draft'],
  ['Newly created invoices are always `draft`.', 'draft'],
  ['The initial status is `draft`.', 'draft'],
  ['A new invoice is `draft` until it is sent.', 'draft'],
  ['Creates a `draft` invoice for the customer.', 'draft'],
  ['Creates a `paid` invoice if it is paid at once.', undefined],
  ['A new invoice is `open` unless `draft` is sent.', undefined],
  ['The invoice is open until somebody pays it.', undefined],
  ['Creates a draft invoice.', undefined],
  ['New invoices are `draft`. The status is `open`.', undefined],
])('the state of a new record by %j', async (description, value) => {
  const { document, operation } = await createOf(description)
  expect(initialState(document, record, operation)?.value).toBe(value)
})

it('a record created below another one begins in the state that is said of its own kind', async () => {
  const { document, operation } = await operationAt('/customers/{id}/invoices', {
    description: 'New invoices are open. A customer has one account.',
  })
  expect(initialState(document, record, operation)?.value).toBe('open')
})

it.each([
  ['Where it stands. Starts as `draft`.', 'draft'],
  ['`open` when created.', 'open'],
  ['Initially `draft`; later changes by actions only.', 'draft'],
  ['New invoices are `open`.', 'open'],
  ['`open` or `paid`', undefined],
  ['Set to `open` when it is sent.', undefined],
])('the state of a new record by the description of the property, %j', async (text, value) => {
  const { document, operation } = await createOf('Creates an invoice.')
  const status = { type: 'string', enum: states, description: text }
  const described = { schema: object('id', { status }), pointer: '' }
  expect(initialState(document, described, operation)?.value).toBe(value)
})

it.each([
  ['The invoice was made; it is `draft` until it is sent', 'draft'],
  ['The new invoice, still `open`', 'open'],
  ['The invoice, `open` if it has lines', undefined],
])('a record begins in the state that the response to its creation names: %s', async (created, value) => {
  const { document, operation } = await createOf('Not for an invoice that is cancelled.', created)
  expect(initialState(document, record, operation)?.value).toBe(value)
})

it('what a create says of states comes before what the property says', async () => {
  const { document, operation } = await createOf('An invoice is `open` if it has lines.')
  const status = { type: 'string', enum: states, description: 'Starts as `draft`.' }
  expect(initialState(document, { schema: object('id', { status }), pointer: '' }, operation)).toBeUndefined()
})

it('what becomes of some records excludes no others where the text says which ones are refused', async () => {
  const description = 'A `draft` becomes `open`. Paid and cancelled invoices cannot be disputed (409).'
  expect(await before('dispute', { description })).toMatchObject({ refused: ['paid', 'cancelled'] })
})

it.each(['409 in any other status.', 'In any other status, it is refused.'])(
  'a text that excludes all other states allows each state that it speaks of: %s',
  async (rest) => {
    const description = `An open invoice becomes \`paid\`. An invoice in dispute can be paid to another account. ${rest}`
    const found = await before('pay', { description })
    expect(found).toMatchObject({ allowed: ['open', 'in_dispute'], certain: ['draft', 'paid', 'cancelled'] })
  },
)

it('what another record is made of is not made into one twice, even if its earlier state is not named in quotes', async () => {
  const description = 'The invoice becomes `paid`. Only a disputed invoice can be paid: 409 otherwise.'
  const record = {
    schema: object('id', { status: { type: 'string', enum: ['disputed', 'paid'] } }),
    pointer: '',
  }
  const certainWith = async (status: number) => {
    const responses = { [status]: { description: 'It' }, 409: { description: 'Conflict' } }
    const { document, operation } = await operationAt('/invoices/{id}/pay', { description, responses })
    return statePrecondition(document, record, operation)?.certain
  }
  expect(await certainWith(201)).toEqual(['paid'])
  expect(await certainWith(200)).toEqual([])
})
