import { operationsOf } from '../spec/operations.ts'
import { layer, type Behaviours } from './behaviour.ts'
import type { Assembly } from './engine/engine.ts'
import type { Engine } from './engine/exchange.ts'
import type { Faults } from './engine/faults.ts'
import type { FaultTexts } from './engine/faults-text.ts'
import { MockOptionError } from './engine/option-error.ts'
import { shared } from './resources/lazy.ts'
import { checkSnapshot } from './resources/snapshot.ts'
import type { StoreSnapshot } from './resources/store.ts'
import type { Scenario, Setting } from './scenario.ts'
import type { Repertoire } from './session.ts'

export interface RepertoireOptions extends FaultTexts {
  readonly seed?: number | string
  readonly faults?: Faults
  readonly scenarios?: readonly Scenario[]
}

/** How worlds are made for a mock. */
export interface Worlds {
  readonly beginning: StoreSnapshot
  readonly make: (world: Setting['world'], since: Date) => Promise<StoreSnapshot>
}

/** A MockOptionError when faults or scenarios cannot be used. */
export async function createRepertoire(
  { engine, plansFor }: Assembly,
  behaviours: Behaviours,
  options: RepertoireOptions,
  { beginning, make }: Worlds,
): Promise<Repertoire> {
  const scenarios = await scenariosOf(options, engine)
  const seeded = shared(beginning)
  const worlds = new WeakMap<Setting, Promise<StoreSnapshot>>()
  const madeFor = async ({ world, now: begins }: Setting, now: Date): Promise<StoreSnapshot> => {
    return usable(await make(world, begins === undefined ? engine.since : now))
  }
  for (const each of [...scenarios.values()].flatMap((one) => [one, ...(one.steps ?? [])])) {
    if (typeof each.world === 'object') usable(await make(each.world, engine.since))
  }
  const plans: { readonly behaviours: readonly Behaviours[]; readonly planOf: Engine['planOf'] }[] = [
    { behaviours: [], planOf: engine.planOf },
  ]
  return {
    seed: options.seed ?? 1,
    scenarios,
    faults: await initialFaults(options, engine),
    worldOf: async (setting, now) => {
      if (setting === undefined || (setting.world === undefined && setting.now === undefined)) return seeded
      const known = worlds.get(setting) ?? madeFor(setting, now)
      worlds.set(setting, known)
      return known
    },
    plansFor: (added) => {
      const known = plans.find((each) => isSame(each.behaviours, added))
      if (known !== undefined) return known.planOf
      const planOf = plansFor(added.reduce(layer, behaviours))
      plans.push({ behaviours: added, planOf })
      return planOf
    },
  }
}

/** Ready for many stores; a MockOptionError when it is no world. */
function usable(world: StoreSnapshot): StoreSnapshot {
  try {
    checkSnapshot(world)
    return shared(world)
  } catch (error) {
    throw error instanceof TypeError ? new MockOptionError(error.message, { cause: error }) : error
  }
}

function isSame(one: readonly Behaviours[], other: readonly Behaviours[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index])
}

/** What reads and checks these is loaded where there are any: most pages have none. */
async function scenariosOf(
  { scenarios = [] }: RepertoireOptions,
  engine: Engine,
): Promise<ReadonlyMap<string, Scenario>> {
  if (Array.isArray(scenarios) && scenarios.length === 0) return new Map()
  const { scenariosByName } = await import('./scenario-check.ts')
  return scenariosByName(scenarios, engine)
}

async function initialFaults(options: RepertoireOptions, { document }: Engine): Promise<Faults> {
  const { faults = {}, fail, latency, rateLimit } = options
  if (options.faults !== undefined) {
    const { checkFaults } = await import('./engine/faults.ts')
    checkFaults(faults, operationsOf(document).operations)
  }
  if (fail === undefined && latency === undefined && rateLimit === undefined) return faults
  const { faultsOf } = await import('./engine/faults-text.ts')
  const common = [...faultsOf({ fail, latency, rateLimit }), ...(faults['*'] ?? [])]
  return common.length === 0 ? faults : { ...faults, '*': common }
}
