import type { Reply, Wire } from '../shared/exchange.ts'
import type { Json } from '../shared/json.ts'
import type { Call, Context, Handler, Values } from './call.ts'
import { partAt, type Part } from './document.ts'
import type { Service } from './service.ts'

/** Breaks a healthy service. */
export type Sabotage<State> = (service: Service<State>) => void

/** The options a service must be started with for a defect to have an effect. */
export interface Needs {
  readonly auth?: true
  /** Whether clients have to log in, rather than send credentials that last. */
  readonly login?: true
  readonly rateLimit?: number
}

export interface Defect {
  readonly id: string
  readonly operationId: string
  /** Id of the check that should report it. */
  readonly check: string
  /** What is wrong, as a sentence. */
  readonly title: string
  readonly needs?: Needs
}

export interface Sabotaged<State> extends Defect {
  readonly sabotage: Sabotage<State>
}

type Row<State> = readonly [operationId: string, id: string, title: string, sabotage: Sabotage<State>]

/** Defects that this check should report, one per row. */
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

/** Functions that make sabotages of a service with this state. */
export interface Tools<State> {
  /** Changes every reply of an operation. */
  readonly editReply: (operationId: string, edit: (reply: Reply, call: Call) => Reply) => Sabotage<State>
  /** Changes the replies of an operation with this status. */
  readonly editReplyWithStatus: (
    operationId: string,
    status: number,
    edit: (reply: Reply, call: Call) => Reply,
  ) => Sabotage<State>
  /** Changes the encoded responses of an operation, whose entity tags are set. */
  readonly editResponse: (operationId: string, edit: (wire: Wire, call: Call) => Wire) => Sabotage<State>
  /** Changes the requests for an operation, before they are read. */
  readonly editRequest: (operationId: string, edit: (call: Call) => Call) => Sabotage<State>
  /** Changes the decoded parameters and body before the operation's handler gets them. */
  readonly editValues: (operationId: string, edit: (values: Values) => Values) => Sabotage<State>
  /** Changes the decoded body before the operation's handler gets it. */
  readonly editBody: (
    operationId: string,
    edit: (body: Values['body'], context: Context<State>) => Values['body'],
  ) => Sabotage<State>
  /** Replaces an operation's handler by one that may call the healthy one. */
  readonly wrapHandler: (
    operationId: string,
    sabotaged: (values: Values, context: Context<State>, healthy: Handler<State>) => Reply,
  ) => Sabotage<State>
  /** Changes the service's own copy of its document, which it validates requests against. */
  readonly editDocument: (pointer: string, edit: (part: Part) => void) => Sabotage<State>
  /** Changes the parsed bodies of an operation before they are validated. */
  readonly editParsedBody: (operationId: string, edit: (body: Json) => Json) => Sabotage<State>
}

export function createTools<State>(): Tools<State> {
  const tools: Tools<State> = {
    editReply: (operationId, edit) => (service) => {
      const { answer } = service
      service.answer = (call) => {
        const reply = answer(call)
        return call.operation?.id === operationId ? edit(reply, call) : reply
      }
    },

    editReplyWithStatus: (operationId, status, edit) =>
      tools.editReply(operationId, (reply, call) => (reply.status === status ? edit(reply, call) : reply)),

    editResponse: (operationId, edit) => (service) => {
      const { encode } = service
      service.encode = (call, reply) => {
        const wire = encode(call, reply)
        return call.operation?.id === operationId ? edit(wire, call) : wire
      }
    },

    editRequest: (operationId, edit) => (service) => {
      const { answer, encode } = service
      const edited = (call: Call): Call => (call.operation?.id === operationId ? edit(call) : call)
      service.answer = (call) => answer(edited(call))
      service.encode = (call, reply) => encode(edited(call), reply)
    },

    editValues: (operationId, edit) =>
      tools.wrapHandler(operationId, (values, context, healthy) => healthy(edit(values), context)),

    editBody: (operationId, edit) =>
      tools.wrapHandler(operationId, (values, context, healthy) =>
        healthy({ ...values, body: edit(values.body, context) }, context),
      ),

    wrapHandler:
      (operationId, sabotaged) =>
      ({ handlers }) => {
        const healthy = handlers[operationId]!
        handlers[operationId] = (values, context) => sabotaged(values, context, healthy)
      },

    editDocument:
      (pointer, edit) =>
      ({ document }) =>
        edit(partAt(document, pointer)),

    editParsedBody:
      (operationId, edit) =>
      ({ codec }) => {
        const { parse } = codec
        codec.parse = (text, call) =>
          call.operation?.id === operationId ? edit(parse(text, call)) : parse(text, call)
      },
  }
  return tools
}
