import type { BehaviourContext, Ok, Outcome } from '../../behaviour.ts'
import type { MaybePromise } from '../../maybe-promise.ts'

/** Adapts a response to the parameters of the request. */
export type Shape = (outcome: Ok, context: BehaviourContext) => MaybePromise<Outcome>
