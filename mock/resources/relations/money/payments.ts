import { amountWordsOf } from '../../../../spec/inference/numbers/amounts.ts'
import { singularNounOf } from '../../../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { numericProperties, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues } from '../../../../spec/schemas/types.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { refuse } from '../../../behaviour.ts'
import { declares } from '../../../http/declares.ts'
import { after, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id } from '../../../store/store.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../../endpoint.ts'
import { idInPath, nounOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { resourceNamed } from '../../resource-index.ts'
import { settlementOf } from './settlement.ts'

/** A creation that pays for the record in its path: `POST /orders/{id}/payments`. */
interface Payment {
  readonly owner: Resource
  /** The path parameter with the id of that record. */
  readonly parameter: string
  /** The states of that record for what is paid. */
  readonly paid: JsonObject
  readonly total: string | undefined
  readonly amount: string | undefined
  /** The states of a payment that nobody has to confirm. */
  readonly done: JsonObject
}

const total = /^(?:grand )?total(?: (?:amount|price))?$|^amount(?: due)?$|^price$/

/** What a creation pays for; undefined if it is no payment, or what is paid is told by amounts. */
export const paymentOf: (endpoint: Endpoint) => Payment | undefined = perObject(
  ({ operation, resource, options }: Endpoint) => {
    const { document, model } = options
    const [within] = operation.within
    const above = within
      ? resource.references.find(({ property }) => property === within.property)?.resource
      : resource.parent?.resource
    const owner = resourceNamed(model, above ?? '')
    const parameter = within?.parameter ?? operation.scope.at(-1)
    if (operation.role !== 'create' || singularNounOf(resource.name) !== 'payment' || parameter === undefined)
      return undefined
    if (!owner || owner.scope.length > 0 || settlementOf(options)(owner)) return undefined
    const paid = statesLike(options, owner, /^paid$/i)
    const isConfirmed = resource.operations.some(({ role }) => /^(?:action|update|replace)$/.test(role))
    return Object.keys(paid).length === 0
      ? undefined
      : {
          owner,
          parameter,
          paid,
          total: numericProperties(document, owner.record).find((name) => total.test(amountWordsOf(name))),
          amount: numericProperties(document, resource.record).find((name) => name === 'amount'),
          done: isConfirmed
            ? {}
            : statesLike(options, resource, /^(?:succe(?:ss|eded)|completed|paid|captured)$/i),
        }
  },
)

/** The first state of each property that is like one. */
const statesLike = ({ document }: CrudOptions, { record }: Resource, state: RegExp): JsonObject =>
  Object.fromEntries(
    [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
      const value = enumValues(document, node).find((each) => typeof each === 'string' && state.test(each))
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

const ownerOf = (
  { owner, parameter }: Payment,
  { request, store }: RequestContext,
): MaybePromise<{ readonly id: Id; readonly record: JsonObject | undefined }> => {
  const id = idInPath(request, parameter) ?? ''
  return after(store.collection(owner.name).get(id), (record) => ({ id, record }))
}

const isPaid = ({ paid }: Payment, record: JsonObject | undefined): boolean =>
  Object.entries(paid).some(([name, value]) => record?.[name] === value)

/** Refuses to pay for what is paid already, where the document declares 409. */
export function paidAlready(endpoint: Endpoint): WriteCheck | undefined {
  const payment = paymentOf(endpoint)
  if (!payment || !declares(endpoint.declared, 409)) return undefined
  return (context) =>
    after(ownerOf(payment, context), ({ record }) =>
      isPaid(payment, record)
        ? refuse(409, 'already_paid', `The ${nounOf(payment.owner)} has been paid already.`)
        : undefined,
    )
}

/** What a new payment has unless it is sent: all that is to pay. */
export const paymentFor = (
  payment: Payment,
  context: RequestContext,
  sent: JsonObject,
): MaybePromise<JsonObject> =>
  after(ownerOf(payment, context), ({ record }) => {
    const { amount = '', done } = payment
    const due = record?.[payment.total ?? '']
    return { ...done, ...(sent[amount] === undefined && typeof due === 'number' && { [amount]: due }) }
  })

/** The record that a payment is for, and what changes in it; undefined if the payment does not pay it. */
export const paidBy = (
  payment: Payment,
  context: RequestContext,
  record: JsonObject,
): MaybePromise<{ readonly id: Id; readonly states: JsonObject } | undefined> =>
  after(ownerOf(payment, context), ({ id, record: owner }) => {
    const { amount = '', done, paid } = payment
    const due = owner?.[payment.total ?? '']
    const isDone = Object.entries(done).every(([name, value]) => record[name] === value)
    const isWhole = typeof due !== 'number' || record[amount] === undefined || Number(record[amount]) >= due
    return owner && isDone && isWhole && !isPaid(payment, owner) ? { id, states: paid } : undefined
  })
