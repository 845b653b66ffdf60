import type { Behaviours } from '../behaviour.ts'
import type { Expectation } from '../engine/expectations/expectation.ts'
import type { Faults } from '../engine/faults/fault.ts'
import type { WorldRecords } from '../engine/options/world.ts'
import type { StoreSnapshot } from '../store/store.ts'
import type { WorldName } from '../world-name.ts'

/** The state that a scenario or one of its steps sets. */
export interface Setting {
  /** The records to load. */
  readonly world?: WorldName | StoreSnapshot | WorldRecords
  /** Behaviours by operation id. They run before those of the mock, which `next` calls. */
  readonly behaviours?: Behaviours
  /** Faults by operation id; they replace those the operation has. */
  readonly faults?: Faults
  /** Responses to future requests. */
  readonly expectations?: readonly Expectation[]
  /** The time to freeze the clock at, in ISO 8601. */
  readonly now?: Date | string
}

/** A named state of the mock, such as "sold out", and the steps that follow it. */
export interface Scenario extends Setting {
  readonly name: string
  readonly description?: string
  /** Later changes, in order. Each step keeps what it does not set. */
  readonly steps?: readonly ScenarioStep[]
}

/** A later change of state in a scenario. */
export interface ScenarioStep extends Setting {
  /** The step starts after this many (default 1) successful responses of the operation since the previous step. Without
   *  it, the step is started by hand. */
  readonly after?: string | { readonly operation: string; readonly times?: number }
}

/** Defines a scenario: `scenario('sold out', { behaviours: { placeOrder: () => refuse(409, 'out_of_stock', '…') } })`. */
export function scenario(name: string, setting: Omit<Scenario, 'name'>): Scenario {
  return { ...setting, name }
}

/** The operation a step waits for, and the number of successful responses. */
export function conditionOf({
  after,
}: ScenarioStep): { readonly operation: string; readonly times: number } | undefined {
  if (after === undefined) return undefined
  return typeof after === 'string' ? { operation: after, times: 1 } : { times: 1, ...after }
}
