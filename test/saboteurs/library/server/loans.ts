import { defined, type Context, type Handler } from '../../document-service/call.ts'
import { dayAfter, instant } from '../../shared/date-time.ts'
import { reply, type Reply } from '../../shared/exchange.ts'
import { stringifyJson, textOf, type JsonObject } from '../../shared/json.ts'
import { matches, page } from './pages.ts'
import { noSuch, refuse, unknown } from './problems.ts'
import { isOnLoan, nextId, type Loan, type State } from './state.ts'

export const loans: Readonly<Record<string, Handler<State>>> = {
  listLoans: (values, { state }) =>
    page(
      [...state.loans.values()].filter(
        (loan) => matches(loan, values.query, ['status', 'bookId']) && isDueWithin(loan, values.query),
      ),
      values,
    ),

  createLoan({ header, body }, context) {
    const key = header['idempotency-key']
    if (key === undefined) return lend(body, context)
    const { replies } = context.state
    const sent = stringifyJson(sorted(body))
    const first = replies.get(textOf(key)) ?? { body: sent, reply: lend(body, context) }
    if (first.body !== sent)
      return refuse(422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.')
    replies.set(textOf(key), first)
    return first.reply
  },

  getLoan({ path: { loanId = '' } }, { state }) {
    const loan = state.loans.get(loanId)
    return loan ? reply(200, { data: loan }) : noSuch('loan', loanId)
  },

  returnLoan({ path: { loanId = '' } }, { state, now }) {
    const loan = state.loans.get(loanId)
    if (loan === undefined) return noSuch('loan', loanId)
    if (loan.status === 'returned') return refuse(409, 'already_returned', 'The book is back already.')
    const returned: Loan = { ...loan, status: 'returned', returnedAt: instant(now), changedAt: instant(now) }
    state.loans.set(loanId, returned)
    return reply(200, { data: returned })
  },
}

function lend({ bookId, member, dueOn }: JsonObject, { state, now }: Context<State>): Reply {
  if (!state.books.has(textOf(bookId))) return unknown('book', bookId)
  if (isOnLoan(state, textOf(bookId))) return refuse(409, 'book_on_loan', 'The book is on loan.')
  const id = nextId(state, 'loan')
  const due = dueOn ?? dayAfter(now, Number(state.settings['loanDays']))
  const loan: Loan = {
    id,
    bookId: textOf(bookId),
    ...defined({ member }),
    dueOn: due,
    status: 'active',
    returnedAt: null,
    changedAt: null,
  }
  state.loans.set(id, loan)
  return reply(201, { data: loan }, { Location: `/loans/${id}` })
}

/** Whether the loan is due within the days, both included. */
function isDueWithin({ dueOn }: Loan, { dueFrom = dueOn!, dueTo = dueOn! }: JsonObject): boolean {
  return textOf(dueOn) >= textOf(dueFrom) && textOf(dueOn) <= textOf(dueTo)
}

function sorted(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))
}
