import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { layer, type Behaviours } from '../behaviour.ts'
import type { Assembly } from '../engine/create-engine.ts'
import type { Engine } from '../engine/engine.ts'
import type { Faults } from '../engine/faults/fault.ts'
import type { FaultTexts } from '../engine/faults/parse-faults.ts'
import { MockOptionError } from '../option-error.ts'
import type { Scenario, Setting } from '../scenarios/scenario.ts'
import { shared } from '../store/lazy.ts'
import { checkSnapshot } from '../store/snapshot.ts'
import type { StoreSnapshot } from '../store/store.ts'

/** What all sessions of a mock have in common. */
export interface SharedSetup {
  readonly seed: number | string
  readonly scenarios: ReadonlyMap<string, Scenario>
  /** Those that are on from the start. */
  readonly faults: Faults
  /** Plans of the operations with these behaviours around the mock's own. Later behaviours wrap earlier ones. */
  plansFor(behaviours: readonly Behaviours[]): Engine['planOf']
  /** The seeded world, or the world of a scenario or step that starts at `now`. */
  worldOf(setting: Setting | undefined, now: Date): Promise<StoreSnapshot>
}

export interface SharedSetupOptions extends FaultTexts {
  readonly seed?: number | string
  readonly faults?: Faults
  readonly scenarios?: readonly Scenario[]
}

export interface Worlds {
  readonly initial: StoreSnapshot
  readonly make: (world: Setting['world'], since: Date) => Promise<StoreSnapshot>
}

/** Rejects with a MockOptionError if the faults or scenarios are invalid. */
export async function createSharedSetup(
  { engine, plansFor }: Assembly,
  behaviours: Behaviours,
  options: SharedSetupOptions,
  { initial, make }: Worlds,
): Promise<SharedSetup> {
  const scenarios = await scenariosOf(options, engine)
  const seeded = shared(initial)
  const worlds = new WeakMap<Setting, Promise<StoreSnapshot>>()
  const makeFor = async (setting: Setting, now: Date): Promise<StoreSnapshot> =>
    checkedAndShared(await make(setting.world, setting.now === undefined ? engine.since : now))
  const settings = [...scenarios.values()].flatMap((scenario) => [scenario, ...(scenario.steps ?? [])])
  for (const { world } of settings) {
    if (typeof world === 'object') checkedAndShared(await make(world, engine.since))
  }
  const plans: { readonly behaviours: readonly Behaviours[]; readonly planOf: Engine['planOf'] }[] = [
    { behaviours: [], planOf: engine.planOf },
  ]
  return {
    seed: options.seed ?? 1,
    scenarios,
    faults: await faultsFrom(options, engine),
    worldOf: async (setting, now) => {
      if (setting === undefined || (setting.world === undefined && setting.now === undefined)) return seeded
      return getOrInsertComputed(worlds, setting, () => makeFor(setting, now))
    },
    plansFor: (added) => {
      const cached = plans.find((entry) => isSame(entry.behaviours, added))
      if (cached !== undefined) return cached.planOf
      const planOf = plansFor(added.reduce(layer, behaviours))
      plans.push({ behaviours: added, planOf })
      return planOf
    },
  }
}

/** The snapshot, prepared to be restored into many stores. Throws a MockOptionError if it is malformed. */
function checkedAndShared(world: StoreSnapshot): StoreSnapshot {
  try {
    checkSnapshot(world)
    return shared(world)
  } catch (error) {
    throw error instanceof TypeError ? new MockOptionError(error.message, { cause: error }) : error
  }
}

function isSame(a: readonly Behaviours[], b: readonly Behaviours[]): boolean {
  return a.length === b.length && a.every((behaviours, index) => behaviours === b[index])
}

/** The code that checks scenarios is only loaded if there are any. */
async function scenariosOf(
  { scenarios = [] }: SharedSetupOptions,
  engine: Engine,
): Promise<ReadonlyMap<string, Scenario>> {
  if (Array.isArray(scenarios) && scenarios.length === 0) return new Map()
  const { scenariosByName } = await import('../scenarios/check.ts')
  return scenariosByName(scenarios, engine)
}

/** The code for faults is only loaded if there are any. */
async function faultsFrom(options: SharedSetupOptions, engine: Engine): Promise<Faults> {
  const { faults, fail, latency, rateLimit } = options
  if ([faults, fail, latency, rateLimit].every((each) => each === undefined)) return {}
  const { initialFaults } = await import('../engine/faults/initial-faults.ts')
  return initialFaults(faults, options, engine)
}
