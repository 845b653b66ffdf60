import type { Reply, Wire } from '../exchange.ts'
import type { Json } from '../json.ts'
import type { Call, Context, Handler, Values } from './call.ts'
import { partAt, type Part } from './document.ts'
import type { Service } from './service.ts'

/** Breaks a healthy service. */
export type Sabotage<State> = (service: Service<State>) => void

/** What a service must be started with for a defect to show. */
export interface Needs {
  readonly auth?: true
  readonly rateLimit?: number
}

export interface Defect {
  readonly id: string
  readonly operationId: string
  /** The check of the contract run that should find it. */
  readonly check: string
  /** What is wrong, as a sentence. */
  readonly title: string
  readonly needs?: Needs
}

export interface Sabotaged<State> extends Defect {
  readonly sabotage: Sabotage<State>
}

type Row<State> = readonly [operationId: string, id: string, title: string, sabotage: Sabotage<State>]

/** Defects that one check should find. */
export function foundBy<State>(
  check: string,
  rows: readonly Row<State>[],
  needs?: Needs,
): readonly Sabotaged<State>[] {
  return rows.map(([operationId, id, title, sabotage]) => ({
    id,
    operationId,
    check,
    title,
    ...(needs && { needs }),
    sabotage,
  }))
}

/** The tools of a saboteur of services with that state. */
export interface Tools<State> {
  /** Changes every reply of an operation. */
  readonly replies: (operationId: string, edit: (reply: Reply, call: Call) => Reply) => Sabotage<State>
  /** Changes the replies of an operation that have that status. */
  readonly repliesOf: (
    operationId: string,
    status: number,
    edit: (reply: Reply, call: Call) => Reply,
  ) => Sabotage<State>
  /** Changes what goes out for an operation, after its entity tag was set. */
  readonly wires: (operationId: string, edit: (wire: Wire, call: Call) => Wire) => Sabotage<State>
  /** Changes what an operation is asked. */
  readonly calls: (operationId: string, edit: (call: Call) => Call) => Sabotage<State>
  /** Changes the decoded values that an operation's handler gets. */
  readonly asks: (operationId: string, edit: (values: Values) => Values) => Sabotage<State>
  /** Changes the body that an operation's handler gets. */
  readonly sends: (
    operationId: string,
    edit: (body: Values['body'], context: Context<State>) => Values['body'],
  ) => Sabotage<State>
  /** Puts another handler in the place of an operation's. */
  readonly handles: (
    operationId: string,
    sabotaged: (values: Values, context: Context<State>, healthy: Handler<State>) => Reply,
  ) => Sabotage<State>
  /** Changes what the service believes to be its document. */
  readonly believes: (pointer: string, edit: (part: Part) => void) => Sabotage<State>
  /** Changes parsed bodies of an operation before they are validated. */
  readonly mends: (operationId: string, edit: (body: Json) => Json) => Sabotage<State>
}

export function createTools<State>(): Tools<State> {
  const tools: Tools<State> = {
    replies: (operationId, edit) => (service) => {
      const { answer } = service
      service.answer = (call) => {
        const reply = answer(call)
        return call.operation?.id === operationId ? edit(reply, call) : reply
      }
    },

    repliesOf: (operationId, status, edit) =>
      tools.replies(operationId, (reply, call) => (reply.status === status ? edit(reply, call) : reply)),

    wires: (operationId, edit) => (service) => {
      const { encode } = service
      service.encode = (call, reply) => {
        const wire = encode(call, reply)
        return call.operation?.id === operationId ? edit(wire, call) : wire
      }
    },

    calls: (operationId, edit) => (service) => {
      const { answer, encode } = service
      const edited = (call: Call): Call => (call.operation?.id === operationId ? edit(call) : call)
      service.answer = (call) => answer(edited(call))
      service.encode = (call, reply) => encode(edited(call), reply)
    },

    asks: (operationId, edit) =>
      tools.handles(operationId, (values, context, healthy) => healthy(edit(values), context)),

    sends: (operationId, edit) =>
      tools.handles(operationId, (values, context, healthy) =>
        healthy({ ...values, body: edit(values.body, context) }, context),
      ),

    handles:
      (operationId, sabotaged) =>
      ({ handlers }) => {
        const healthy = handlers[operationId]!
        handlers[operationId] = (values, context) => sabotaged(values, context, healthy)
      },

    believes:
      (pointer, edit) =>
      ({ document }) =>
        edit(partAt(document, pointer)),

    mends:
      (operationId, edit) =>
      ({ codec }) => {
        const { parse } = codec
        codec.parse = (text, call) =>
          call.operation?.id === operationId ? edit(parse(text, call)) : parse(text, call)
      },
  }
  return tools
}
