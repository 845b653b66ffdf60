import type { Behaviours } from '../behaviour.ts'
import type { Expectation } from '../engine/expectations/expectation.ts'
import type { Faults } from '../engine/faults/fault.ts'
import type { WorldRecords } from '../engine/options/world.ts'
import type { WorldName } from '../world-name.ts'
import type { StoreSnapshot } from '../store/store.ts'

/** What a scenario, and each of its steps, can set. */
export interface Setting {
  /** The records there are. */
  readonly world?: WorldName | StoreSnapshot | WorldRecords
  /** Business rules by operation id, before those of the mock, which `next` reaches. */
  readonly behaviours?: Behaviours
  /** Faults by operation id; they replace those the operation has. */
  readonly faults?: Faults
  /** Answers to requests to come. */
  readonly expectations?: readonly Expectation[]
  /** Where the clock stands, and stays: ISO 8601. */
  readonly now?: Date | string
}

/** A state of affairs that can be called up by name. */
export interface Scenario extends Setting {
  readonly name: string
  readonly description?: string
  /** What happens later, in order. Each step keeps what it does not set. */
  readonly steps?: readonly ScenarioStep[]
}

/** What happens later in a scenario. */
export interface ScenarioStep extends Setting {
  /** Begins once this operation has been answered with a success so many times (1) since the step before. When absent,
   *  it begins by hand. */
  readonly after?: string | { readonly operation: string; readonly times?: number }
}

/** A scenario by name: `scenario('sold out', { behaviours: { placeOrder: () => refuse(409, 'out_of_stock', '…') } })`. */
export function scenario(name: string, setting: Omit<Scenario, 'name'>): Scenario {
  return { ...setting, name }
}

/** The operation a step waits for, and how many times. */
export function conditionOf({
  after,
}: ScenarioStep): { readonly operation: string; readonly times: number } | undefined {
  if (after === undefined) return undefined
  return typeof after === 'string' ? { operation: after, times: 1 } : { times: 1, ...after }
}
