import type { HttpRequest, HttpResponse } from '../spec/http.ts'
import { operationsOf } from '../spec/operations.ts'
import type { Behaviours } from './behaviour.ts'
import { createRandom, type Clock } from './data/random.ts'
import { behaviourRandom } from './engine/engine.ts'
import type { Engine } from './engine/exchange.ts'
import type { Expectation, Expectations, StandingExpectation } from './engine/expectations.ts'
import type { Faults } from './engine/faults.ts'
import type { Store, StoreSnapshot } from './resources/store.ts'
import { conditionOf, type Scenario, type Setting } from './scenario.ts'
import { scenarioNamed } from './scenario-named.ts'

/** A world of its own: records, clock, random numbers, idempotency keys, faults, expectations and scenario. */
export interface Session {
  readonly clock: Clock
  readonly store: Store
  readonly faults: FaultSwitches
  readonly expectations: Expectations
  /** Sets the answer to the next requests for an operation: short for `expectations.add`. */
  expect(expectation: Expectation): StandingExpectation
  /** What is being played: its name, and how many of its steps have begun. Undefined when no scenario is. */
  readonly playing: { readonly name: string; readonly step: number } | undefined
  /** Begins a scenario, in its own world; the seeded world without one when the name is undefined. Rejects with a
   *  MockOptionError when there is none of that name. */
  scenario(name: string | undefined): Promise<void>
  /** Begins the scenario's next step; false when there is none. */
  nextStep(): Promise<boolean>
  /** Answers one request. Always resolves, unless a self-check throws. */
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** Answers a web `Request`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Goes back to the world it began with, and the same answers follow: records, random numbers, faults, expectations
   *  and the scenario's steps. The clock stays, unless the scenario sets it. */
  reset(): Promise<void>
  snapshot(): Promise<StoreSnapshot>
  restore(snapshot: StoreSnapshot): Promise<void>
}

/** The sessions that are open, besides the one without a name. */
export interface Sessions {
  /** The one used last at the end. */
  list(): readonly OpenSession[]
  /** Ends all of that name; false when there is none. A later request begins it anew. */
  drop(name: string): boolean
}

/** A session as it is listed. */
export interface OpenSession {
  /** Undefined for those who named a scenario only. */
  readonly session: string | undefined
  readonly scenario: string | undefined
  /** Seconds since the last request. */
  readonly idle: number
}

/** The faults of a session, to be switched on and off. */
export interface FaultSwitches {
  /** Those that are on. */
  get(): Faults
  /** Replaces them all. Throws a MockOptionError that lists what is wrong with them. */
  set(faults: Faults): void
  clear(): void
}

/** What all sessions of a mock have in common. */
export interface Repertoire {
  readonly seed: number | string
  readonly scenarios: ReadonlyMap<string, Scenario>
  /** Those that are on from the start. */
  readonly faults: Faults
  /** Plans of operations with these behaviours, the later before the earlier, before those of the mock. */
  plansFor(behaviours: readonly Behaviours[]): Engine['planOf']
  /** The seeded world, or the one of a scenario or step, which begins at an instant. */
  worldOf(setting: Setting | undefined, now: Date): Promise<StoreSnapshot>
}

/** A session's stage directions, without the ways in. */
export type Stage = Omit<Session, 'handle' | 'fetch'>

/**
 * Sets up an engine, which is this session's alone, as a scenario wants it, or as the mock itself begins.
 *
 * @param isSeeded the store has its records already
 */
export async function createStage(
  engine: Engine,
  repertoire: Repertoire,
  scenarioName: string | undefined,
  isSeeded: boolean,
): Promise<Stage> {
  const { seed, scenarios } = repertoire
  const { clock, store } = engine
  const [{ createExpectations }, { checkFaults }, { createStriker }] = await Promise.all([
    import('./engine/expectations-set.ts'),
    import('./engine/faults.ts'),
    import('./engine/faults-strike.ts'),
  ])
  const expectations = createExpectations(engine)
  let faults: Faults = {}
  let playing: Scenario | undefined
  let step = 0

  const setFaults = (given: Faults): void => {
    checkFaults(given, operationsOf(engine.document).operations)
    faults = given
    const isOff = Object.values(given).every((list) => list.length === 0)
    engine.striker = isOff ? undefined : createStriker(given, createRandom(seed).fork('faults'), clock)
  }
  const expectAll = (setting: Setting | undefined): void => {
    for (const each of setting?.expectations ?? []) expectations.add(each)
  }
  const setClock = (now: Setting['now']): void => {
    if (now === undefined) return
    clock.set(now)
    clock.freeze()
  }
  /** Hears of answers while a step waits for some. */
  const listen = (): void => {
    const condition = conditionOf(playing?.steps?.[step] ?? {})
    let left = condition?.times ?? 0
    engine.answered =
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
  const begin = async (scenario: Scenario | undefined, keepsRecords = false): Promise<void> => {
    setClock(scenario?.now)
    if (!keepsRecords) await store.restore(await repertoire.worldOf(scenario, clock.now()))
    playing = scenario
    step = 0
    engine.random = behaviourRandom(seed)
    engine.planOf = repertoire.plansFor(behavioursSoFar())
    expectations.clear()
    setFaults({ ...repertoire.faults, ...scenario?.faults })
    expectAll(scenario)
    listen()
  }
  const nextStep = async (): Promise<boolean> => {
    const next = playing?.steps?.[step]
    if (next === undefined) return false
    step += 1
    // The step after it may not begin before this one has.
    engine.answered = undefined
    setClock(next.now)
    if (next.world !== undefined) await store.restore(await repertoire.worldOf(next, clock.now()))
    if (next.behaviours !== undefined) engine.planOf = repertoire.plansFor(behavioursSoFar())
    if (next.faults !== undefined) setFaults({ ...faults, ...next.faults })
    expectAll(next)
    listen()
    return true
  }
  await begin(scenarioNamed(scenarios, scenarioName), isSeeded)

  return {
    clock,
    store,
    faults: { get: () => faults, set: setFaults, clear: () => setFaults({}) },
    expectations,
    expect: (expectation) => expectations.add(expectation),
    get playing() {
      return playing && { name: playing.name, step }
    },
    scenario: async (name) => begin(scenarioNamed(scenarios, name)),
    nextStep,
    reset: async () => begin(playing),
    snapshot: async () => store.snapshot(),
    restore: async (snapshot) => store.restore(snapshot),
  }
}
