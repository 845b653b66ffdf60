import type { HttpRequest, HttpResponse } from '../spec/http.ts'
import { lazily } from '../spec/util/lazily.ts'
import { fetchFrom } from './adapters/fetch.ts'
import { mswHandler } from './adapters/msw.ts'
import { refuse, type MaybePromise } from './behaviour.ts'
import type { Control, Hosted } from './control/control.ts'
import { isControlPath } from './control/paths.ts'
import type { CommonMock, CommonOptions } from './create.ts'
import { stopwatch, type Clock } from './data/random.ts'
import { withBase } from './engine/base-path.ts'
import { behaviourRandom, type Assembly } from './engine/engine.ts'
import type { Engine } from './engine/exchange.ts'
import { createPool } from './engine/pool.ts'
import { MockOptionError } from './engine/option-error.ts'
import { answer, refusal } from './engine/pipeline.ts'
import { knows } from './engine/route.ts'
import { checkSessionName, chosenBy, sessionPath, type Choice } from './engine/sessions.ts'
import type { WorldName } from './world-name.ts'
import { createMemoryStore, type StoreSnapshot } from './resources/store.ts'
import { createStage, type Repertoire, type Session, type Sessions } from './session.ts'

/** What a mock can fall back on. */
export interface Surroundings {
  readonly repertoire: Repertoire
  readonly world: (name: WorldName) => Promise<StoreSnapshot>
  readonly newClock: () => Clock
  readonly host: (() => Promise<Hosted>) | undefined
}

/** Sessions kept at most, and seconds after which one that nobody used is dropped. */
const defaults = { most: 100, idle: 1800 }

/** Opens a mock around its engine, whose store holds the records to begin with. */
export async function openMock(
  assembly: Assembly,
  options: CommonOptions,
  surroundings: Surroundings,
): Promise<CommonMock> {
  const { engine } = assembly
  const { document, journal, maxBody } = engine
  const { most = defaults.most, idle = defaults.idle } = options.sessions ?? {}
  const pool = createPool<Session>({
    open: async (key) => openSession(sessionEngine(engine, surroundings, options), keyRead(key).scenario),
    close: ({ store }) => void store.close(),
    most,
    idle: idle * 1000,
    elapsed: stopwatch,
  })
  const sessions: Sessions = {
    list: () =>
      pool.list().map(({ key, idle: unused }) => ({ ...keyRead(key), idle: Math.floor(unused / 1000) })),
    drop: (name) =>
      pool.list().filter(({ key }) => keyRead(key).session === name && pool.drop(key)).length > 0,
  }
  const openSession = async (
    own: Engine,
    scenario: string | undefined,
    isSeeded = false,
  ): Promise<Session> => {
    const stage = await createStage(own, surroundings.repertoire, scenario, isSeeded)
    const control = lazily(() => controlOf(session, sessions, assembly, options, surroundings))
    const handle = async (request: HttpRequest): Promise<HttpResponse> =>
      isControlPath(request.path) ? (await control())(request) : answer(own, request)
    const session: Session = Object.assign(stage, {
      handle,
      fetch: (request: Request) => fetchFrom({ handle, maxBody }, request),
    })
    return session
  }
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
      const chosen = await pool.get(keyOf(session, scenario))
      return withBase(await chosen.handle(request), choice.base)
    } catch (error) {
      if (!(error instanceof MockOptionError)) throw error
      return refusal(engine, refuse(400, 'unknown_scenario', error.message))
    }
  }
  const msw: CommonMock['msw'] = (http, how) => mswHandler(mock, http, how)
  const mock: CommonMock = Object.assign(base, {
    document,
    journal,
    answer: answerAny,
    handle,
    sessions,
    session: async (name: string, scenario = options.scenario): Promise<Session> => {
      checkSessionName(name)
      return pool.get(keyOf(name, scenario))
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

/** The control plane as a session has it; loaded with its first request. */
async function controlOf(
  session: Session,
  sessions: Sessions,
  { engine, crud }: Assembly,
  { control, selfCheck = false }: CommonOptions,
  { repertoire: { scenarios }, world, host }: Surroundings,
): Promise<Control> {
  const [{ createControl }, hosted] = await Promise.all([import('./control/control.ts'), host?.()])
  const { document, journal, maxBody, report } = engine
  const { clock, store } = session
  const reset = (): Promise<void> => session.reset()
  return createControl(
    { document, clock, store, crud, journal, reset, world, session, sessions, scenarios },
    { token: control?.token, hosts: control?.hosts ?? [], selfCheck, maxBody, report },
    hosted,
  )
}

/** The engine again, with what is a session's own. */
function sessionEngine(engine: Engine, { newClock }: Surroundings, { seed = 1 }: CommonOptions): Engine {
  return {
    ...engine,
    store: createMemoryStore(),
    clock: newClock(),
    random: behaviourRandom(seed),
    striker: undefined,
    expected: undefined,
    answered: undefined,
  }
}

function keyOf(session: string | undefined, scenario: string | undefined): string {
  return JSON.stringify([session ?? null, scenario ?? null])
}

function keyRead(key: string): {
  readonly session: string | undefined
  readonly scenario: string | undefined
} {
  const [session, scenario] = JSON.parse(key) as readonly [string | null, string | null]
  return { session: session ?? undefined, scenario: scenario ?? undefined }
}
