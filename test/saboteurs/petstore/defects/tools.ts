import type { Reply, Wire } from '../../shared/exchange.ts'
import type { Call, Values } from '../server/call.ts'
import type { encode } from '../server/encode.ts'
import type { Inputs, OperationId } from '../server/inputs.ts'
import type { Handler } from '../server/pets.ts'
import type { Shape } from '../server/shapes.ts'
import type { State } from '../server/state.ts'
import type { answer, Parts } from '../server/steps.ts'

export interface Store {
  readonly parts: Parts
  answer: typeof answer
  encode: typeof encode
}

/** Breaks a healthy store. */
export type Sabotage = (store: Store) => void

export interface Defect {
  readonly id: string
  readonly operationId: OperationId
  /** Id of the check that should report it. */
  readonly check: string
  /** What is wrong, as a sentence. */
  readonly title: string
  /** The options that the store must be started with for the defect to have an effect. */
  readonly needs?: { readonly auth: true }
  readonly sabotage: Sabotage
}

type Row = readonly [operationId: OperationId, id: string, title: string, sabotage: Sabotage]

/** Defects that this check should report, one per row. */
export function foundBy(check: string, rows: readonly Row[], needs?: Defect['needs']): readonly Defect[] {
  return rows.map(([operationId, id, title, sabotage]) => ({
    id,
    operationId,
    check,
    title,
    ...(needs && { needs }),
    sabotage,
  }))
}

/** Changes every reply of an operation. */
export function editReply(operationId: OperationId, edit: (reply: Reply, call: Call) => Reply): Sabotage {
  return (store) => {
    const { answer } = store
    store.answer = (call, parts) => {
      const reply = answer(call, parts)
      return call.operationId === operationId ? edit(reply, call) : reply
    }
  }
}

/** Changes the replies of an operation with this status. */
export function editReplyWithStatus(
  operationId: OperationId,
  status: number,
  edit: (reply: Reply, call: Call) => Reply,
): Sabotage {
  return editReply(operationId, (reply, call) => (reply.status === status ? edit(reply, call) : reply))
}

/** Changes the encoded responses of an operation, whose entity tags are set. */
export function editResponse(operationId: OperationId, edit: (wire: Wire, call: Call) => Wire): Sabotage {
  return (store) => {
    const { encode } = store
    store.encode = (call, reply, parts) => {
      const wire = encode(call, reply, parts)
      return call.operationId === operationId ? edit(wire, call) : wire
    }
  }
}

/** Changes the requests for an operation, before they are read. */
export function editRequest(operationId: OperationId, edit: (call: Call) => Call): Sabotage {
  return (store) => {
    const { answer, encode } = store
    const edited = (call: Call): Call => (call.operationId === operationId ? edit(call) : call)
    store.answer = (call, parts) => answer(edited(call), parts)
    store.encode = (call, reply, parts) => encode(edited(call), reply, parts)
  }
}

/** Replaces an operation's handler by one that may call the healthy one. */
export function wrapHandler(
  operationId: OperationId,
  sabotaged: (values: Values, state: State, healthy: Handler) => Reply,
): Sabotage {
  return ({ parts: { handlers } }) => {
    const healthy = handlers[operationId]
    handlers[operationId] = (values, state) => sabotaged(values, state, healthy)
  }
}

/** Changes the parameters and body that an operation accepts. */
export function editInputs(operationId: OperationId, edit: (inputs: Inputs) => void): Sabotage {
  return ({ parts }) => edit(parts.inputs[operationId])
}

/** Changes what an operation accepts for a property of its body. */
export function editProperty(operationId: OperationId, name: string, edit: (shape: Shape) => void): Sabotage {
  return editInputs(operationId, ({ body }) => edit(body!.properties![name]!))
}

/** Removes keywords from a shape. */
export function without(...keywords: readonly (keyof Omit<Shape, 'type'>)[]): (shape: Shape) => void {
  return (shape) => {
    for (const keyword of keywords) delete shape[keyword]
  }
}
