import type { Call, Reply, Values, Wire } from './exchange.ts'
import type { Inputs, OperationId } from './inputs.ts'
import { isArray, isObject, type Json, type JsonObject } from './json.ts'
import type { Handler } from './rules/pets.ts'
import type { Shape } from './shapes.ts'
import type { State } from './state.ts'
import type { answer, Parts } from './steps.ts'
import type { encode } from './encode.ts'

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
  /** The check of the contract run that should find it. */
  readonly check: string
  /** What is wrong, as a sentence. */
  readonly title: string
  /** The store must be started with these for the defect to show. */
  readonly needs?: { readonly auth: true }
  readonly sabotage: Sabotage
}

type Row = readonly [operationId: OperationId, id: string, title: string, sabotage: Sabotage]

/** Defects that one check should find. */
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
export function replies(operationId: OperationId, edit: (reply: Reply, call: Call) => Reply): Sabotage {
  return (store) => {
    const { answer } = store
    store.answer = (call, parts) => {
      const reply = answer(call, parts)
      return call.operationId === operationId ? edit(reply, call) : reply
    }
  }
}

/** Changes the replies of an operation that have that status. */
export function repliesOf(
  operationId: OperationId,
  status: number,
  edit: (reply: Reply, call: Call) => Reply,
): Sabotage {
  return replies(operationId, (reply, call) => (reply.status === status ? edit(reply, call) : reply))
}

/** Changes what goes out for an operation, after its entity tag was set. */
export function wires(operationId: OperationId, edit: (wire: Wire, call: Call) => Wire): Sabotage {
  return (store) => {
    const { encode } = store
    store.encode = (call, reply, parts) => {
      const wire = encode(call, reply, parts)
      return call.operationId === operationId ? edit(wire, call) : wire
    }
  }
}

/** Changes what an operation is asked. */
export function calls(operationId: OperationId, edit: (call: Call) => Call): Sabotage {
  return (store) => {
    const { answer, encode } = store
    const edited = (call: Call): Call => (call.operationId === operationId ? edit(call) : call)
    store.answer = (call, parts) => answer(edited(call), parts)
    store.encode = (call, reply, parts) => encode(edited(call), reply, parts)
  }
}

/** Puts another handler in the place of an operation's. */
export function handles(
  operationId: OperationId,
  sabotaged: (values: Values, state: State, healthy: Handler) => Reply,
): Sabotage {
  return ({ parts: { handlers } }) => {
    const healthy = handlers[operationId]
    handlers[operationId] = (values, state) => sabotaged(values, state, healthy)
  }
}

/** Loosens or tightens what an operation takes. */
export function takes(operationId: OperationId, edit: (inputs: Inputs) => void): Sabotage {
  return ({ parts }) => edit(parts.inputs[operationId])
}

/** Loosens or tightens one property of an operation's body. */
export function property(operationId: OperationId, name: string, edit: (shape: Shape) => void): Sabotage {
  return takes(operationId, ({ body }) => edit(body!.properties![name]!))
}

/** Takes keywords from a shape. */
export function without(...keywords: readonly (keyof Omit<Shape, 'type'>)[]): (shape: Shape) => void {
  return (shape) => {
    for (const keyword of keywords) delete shape[keyword]
  }
}

/** Changes the members of an object, or of each object in an array. */
export function members(body: Json | undefined, edit: (record: JsonObject) => JsonObject): Json | undefined {
  if (body === undefined) return undefined
  if (isArray(body)) return body.map((item) => (isObject(item) ? edit(item) : item))
  return isObject(body) ? edit(body) : body
}

export function omit<T extends object>(record: T, ...names: readonly string[]): T {
  const entries = Object.entries(record).filter(([name]) => !names.includes(name))
  return Object.fromEntries(entries) as T
}

export const withHeaders = <T extends Reply | Wire>(
  message: T,
  headers: Readonly<Record<string, string>>,
): T => ({
  ...message,
  headers: { ...message.headers, ...headers },
})

export const withoutHeaders = <T extends Reply | Wire>(message: T, ...names: readonly string[]): T => ({
  ...message,
  headers: omit(message.headers, ...names),
})

/** Every integer beyond 2^53 as a double would hold it. */
export function rounded(value: Json): Json {
  if (typeof value === 'bigint') return BigInt(Number(value))
  if (isArray(value)) return value.map(rounded)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]))
}
