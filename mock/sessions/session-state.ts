import { operationsOf } from '../../spec/operations.ts'
import type { Behaviours } from '../behaviour.ts'
import { createRandom } from '../data/random.ts'
import { behaviourRandom } from '../engine/create-engine.ts'
import type { Engine } from '../engine/engine.ts'
import type { Faults } from '../engine/faults/fault.ts'
import { conditionOf, type Scenario, type Setting } from '../scenarios/scenario.ts'
import type { Session } from './session.ts'
import type { SharedSetup } from './shared-setup.ts'

/** A session without its request handlers. */
export type SessionState = Omit<Session, 'handle' | 'fetch'>

/**
 * Sets up the engine of one session: for a scenario, or with the mock's initial state.
 *
 * @param isSeeded whether the store already holds its initial records
 */
export async function createSessionState(
  engine: Engine,
  setup: SharedSetup,
  scenarioName: string | undefined,
  isSeeded: boolean,
): Promise<SessionState> {
  const { seed, scenarios } = setup
  const { clock, store } = engine
  const [{ createExpectations }, { checkFaults }, { createFaultInjector }] = await Promise.all([
    import('../engine/expectations/create-expectations.ts'),
    import('../engine/faults/check-faults.ts'),
    import('../engine/faults/fault-injector.ts'),
  ])
  const expectations = createExpectations(engine)
  let faults: Faults = {}
  let playing: Scenario | undefined
  let step = 0

  const setFaults = (given: Faults): void => {
    checkFaults(given, operationsOf(engine.document).operations)
    faults = given
    const isOff = Object.values(given).every((list) => list.length === 0)
    engine.faultInjector = isOff
      ? undefined
      : createFaultInjector(given, createRandom(seed).fork('faults'), clock)
  }
  const expectAll = (setting: Setting | undefined): void => {
    for (const each of setting?.expectations ?? []) expectations.add(each)
  }
  const setClock = (now: Setting['now']): void => {
    if (now === undefined) return
    clock.set(now)
    clock.freeze()
  }
  /** Counts the successful answers that start the next step. */
  const awaitNextStep = (): void => {
    const condition = conditionOf(playing?.steps?.[step] ?? {})
    let left = condition?.times ?? 0
    engine.onAnswer =
      condition &&
      (async (operation, status) => {
        if (operation.id !== condition.operation || status >= 400) return
        left -= 1
        if (left === 0) await nextStep()
      })
  }
  const behavioursSoFar = (): readonly Behaviours[] =>
    [playing, ...(playing?.steps?.slice(0, step) ?? [])].flatMap((setting) =>
      setting?.behaviours === undefined ? [] : [setting.behaviours],
    )
  const begin = async (scenario: Scenario | undefined, keepRecords = false): Promise<void> => {
    setClock(scenario?.now)
    if (!keepRecords) await store.restore(await setup.worldOf(scenario, clock.now()))
    playing = scenario
    step = 0
    engine.random = behaviourRandom(seed)
    engine.planOf = setup.plansFor(behavioursSoFar())
    expectations.clear()
    setFaults({ ...setup.faults, ...scenario?.faults })
    expectAll(scenario)
    awaitNextStep()
  }
  const nextStep = async (): Promise<boolean> => {
    const next = playing?.steps?.[step]
    if (next === undefined) return false
    step += 1
    // The step after this one may not start before this one is set up.
    engine.onAnswer = undefined
    setClock(next.now)
    if (next.world !== undefined) await store.restore(await setup.worldOf(next, clock.now()))
    if (next.behaviours !== undefined) engine.planOf = setup.plansFor(behavioursSoFar())
    if (next.faults !== undefined) setFaults({ ...faults, ...next.faults })
    expectAll(next)
    awaitNextStep()
    return true
  }
  const named = async (name: string | undefined): Promise<Scenario | undefined> => {
    if (name === undefined) return undefined
    const { findScenario } = await import('../scenarios/find.ts')
    return findScenario(scenarios, name)
  }
  await begin(await named(scenarioName), isSeeded)

  return {
    clock,
    store,
    faults: { get: () => faults, set: setFaults, clear: () => setFaults({}) },
    expectations,
    expect: (expectation) => expectations.add(expectation),
    get playing() {
      return playing && { name: playing.name, step }
    },
    scenario: async (name) => begin(await named(name)),
    nextStep,
    reset: async () => begin(playing),
    snapshot: async () => store.snapshot(),
    restore: async (snapshot) => store.restore(snapshot),
  }
}
