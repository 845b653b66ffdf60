import type { RequestValues } from '../spec/request.ts'
import type { Behaviour, BehaviourContext, Behaviours, Outcome } from './behaviour.ts'
import type { MaybePromise } from './maybe-promise.ts'

/**
 * Behaviours typed by the document. `Operations` is the `operations` interface that openapi-typescript generates. Integers
 * beyond 2^53 - 1 are bigint at runtime, whatever the generated types say.
 */
export type TypedBehaviours<Operations> = {
  readonly [Id in keyof Operations]?: TypedBehaviour<Operations[Id]>
}

/** A {@link Behaviour} whose request has the types of its operation. */
export type TypedBehaviour<Operation> = (
  context: Omit<BehaviourContext, 'request'> & { readonly request: TypedRequest<Operation> },
) => MaybePromise<Outcome>

/** The values of a request with the types of its operation. */
export interface TypedRequest<Operation> extends Pick<RequestValues, 'mediaType'> {
  readonly path: Parameters<Operation, 'path'>
  readonly query: Parameters<Operation, 'query'>
  readonly header: Parameters<Operation, 'header'>
  readonly cookie: Parameters<Operation, 'cookie'>
  readonly body: Body<Operation>
}

type Parameters<Operation, Place extends string> = Operation extends {
  parameters: { [P in Place]?: infer Values }
}
  ? NonNullable<Values>
  : Readonly<Record<string, never>>

type Body<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Operation extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined

/** Returns the behaviours unchanged; exists for type inference: `defineBehaviours<operations>({ … })`. */
export function defineBehaviours(behaviours: Behaviours): Behaviours
export function defineBehaviours<Operations>(behaviours: TypedBehaviours<Operations>): Behaviours
export function defineBehaviours(behaviours: object): Behaviours {
  return behaviours as Readonly<Record<string, Behaviour>>
}
