import type { HttpRequest, HttpResponse } from '../spec/http.ts'
import { lazily } from '../spec/util/lazily.ts'
import { fetchFrom } from './adapters/fetch.ts'
import { mswHandler } from './adapters/msw.ts'
import { refuse } from './behaviour.ts'
import type { CommonMock } from './common-mock.ts'
import type { Control, Hosted } from './control/control.ts'
import { isControlPath } from './control/paths.ts'
import type { Clock } from './data/random.ts'
import { withBase } from './engine/base-path.ts'
import { behaviourRandom, type Assembly } from './engine/create-engine.ts'
import type { Engine } from './engine/engine.ts'
import { answer, refusal } from './engine/pipeline.ts'
import { knows } from './engine/routing/route.ts'
import { checkSessionName, chosenBy, sessionPath, type Choice } from './engine/sessions/choose-session.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { MockOptionError } from './option-error.ts'
import type { CommonOptions } from './options.ts'
import { createSessionPool } from './sessions/session-pool.ts'
import { createSessionState } from './sessions/session-state.ts'
import type { Session, Sessions } from './sessions/session.ts'
import type { SharedSetup } from './sessions/shared-setup.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { type StoreSnapshot } from './store/store.ts'
import type { WorldName } from './world-name.ts'

/** What a mock needs besides its engine and options. */
export interface MockContext {
  readonly setup: SharedSetup
  readonly makeWorld: (name: WorldName) => Promise<StoreSnapshot>
  readonly newClock: () => Clock
  /** Loads the parts of the control API that need Node. */
  readonly host: (() => Promise<Hosted>) | undefined
}

/** Opens a mock on an engine whose store already holds the initial records. */
export async function openMock(
  assembly: Assembly,
  options: CommonOptions,
  context: MockContext,
): Promise<CommonMock> {
  const { engine } = assembly
  const { document, journal, maxBody } = engine
  const openSession = async (
    sessionEngine: Engine,
    scenario: string | undefined,
    isSeeded = false,
  ): Promise<Session> => {
    const state = await createSessionState(sessionEngine, context.setup, scenario, isSeeded)
    const control = lazily(() => controlOf(session, pool.sessions, assembly, options, context))
    const handle = async (request: HttpRequest): Promise<HttpResponse> =>
      isControlPath(request.path) ? (await control())(request) : answer(sessionEngine, request)
    const session: Session = Object.assign(state, {
      handle,
      fetch: (request: Request) => fetchFrom({ handle, maxBody }, request),
    })
    return session
  }
  const pool = createSessionPool(
    (scenario) => openSession(sessionEngineOf(engine, context, options), scenario),
    options.sessions,
  )
  const base = await openSession(engine, options.scenario, options.scenario === undefined)
  const { handle: handleBase } = base
  const answerAny = (request: HttpRequest): MaybePromise<HttpResponse> => {
    const choice = chosenBy(request)
    if (choice === undefined)
      return isControlPath(request.path) ? handleBase(request) : answer(engine, request)
    return 'kind' in choice ? refusal(engine, choice) : handleChosen(choice)
  }
  const handle = async (request: HttpRequest): Promise<HttpResponse> => answerAny(request)
  const handleChosen = async (choice: Choice): Promise<HttpResponse> => {
    const { session, scenario = options.scenario, request } = choice
    try {
      const chosen = await pool.get(session, scenario)
      return withBase(await chosen.handle(request), choice.base)
    } catch (error) {
      if (!(error instanceof MockOptionError)) throw error
      return refusal(engine, refuse(400, 'unknown_scenario', error.message))
    }
  }
  const msw: CommonMock['msw'] = (http, mswOptions) => mswHandler(mock, http, mswOptions)
  const mock: CommonMock = Object.assign(base, {
    document,
    journal,
    answer: answerAny,
    handle,
    sessions: pool.sessions,
    session: async (name: string, scenario = options.scenario): Promise<Session> => {
      checkSessionName(name)
      return pool.get(name, scenario)
    },
    refuse: async (status: number, code: string, message: string) =>
      refusal(engine, refuse(status, code, message)),
    knows: (path: string) => {
      const below = path.startsWith(`${sessionPath}/`) ? path.replace(/^\/_s\/[^/]*/, '') : path
      return isControlPath(below) || knows(engine, below)
    },
    fetch: (request: Request) => fetchFrom({ handle, maxBody }, request),
    maxBody,
    msw,
    close: async () => {
      journal?.close()
      engine.callbacks?.close()
      pool.close()
      await base.store.close()
    },
  })
  return mock
}

/** Creates the control API of a session. Called on the first request to it. */
async function controlOf(
  session: Session,
  sessions: Sessions,
  { engine, crud }: Assembly,
  { control, selfCheck = false }: CommonOptions,
  { setup: { scenarios }, makeWorld, host }: MockContext,
): Promise<Control> {
  const [{ createControl }, hosted] = await Promise.all([import('./control/control.ts'), host?.()])
  const { document, journal, maxBody, report } = engine
  const { clock, store } = session
  const reset = (): Promise<void> => session.reset()
  return createControl(
    { document, clock, store, crud, journal, reset, makeWorld, session, sessions, scenarios },
    { token: control?.token, hosts: control?.hosts ?? [], selfCheck, maxBody, report },
    hosted,
  )
}

/** A copy of the engine with the parts that each session has of its own. */
function sessionEngineOf(engine: Engine, { newClock }: MockContext, { seed = 1 }: CommonOptions): Engine {
  return {
    ...engine,
    store: createMemoryStore(),
    clock: newClock(),
    random: behaviourRandom(seed),
    faultInjector: undefined,
    expectations: undefined,
    onAnswer: undefined,
  }
}
