import type { Behaviours } from '../behaviour.ts'

/** The business rules of the Pet Store, by operation id. */
export declare const petstoreBehaviours: Behaviours
