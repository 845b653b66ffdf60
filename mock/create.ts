import { prepareBodies } from '../spec/body.ts'
import type { Document } from '../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../spec/http.ts'
import type { Json } from '../spec/json.ts'
import { operationsOf } from '../spec/operations.ts'
import { fetchFrom } from './adapters/fetch.ts'
import { mswHandler, type MswHttp, type MswOptions } from './adapters/msw.ts'
import { layer, refuse, type Behaviours } from './behaviour.ts'
import type { Hosted } from './control/control.ts'
import { controlPath, isControlPath } from './control/paths.ts'
import { createClock, type Clock } from './data/random.ts'
import { checkBehaviours } from './engine/check-behaviours.ts'
import { behaviourRandom, createEngine, type Assembly } from './engine/engine.ts'
import { createJournal, type Journal } from './engine/journal.ts'
import { answer, refusal } from './engine/pipeline.ts'
import { knows } from './engine/route.ts'
import { MockOptionError } from './engine/option-error.ts'
import type { SelfCheck } from './engine/self-check.ts'
import { requireAuthentication } from './engine/secured.ts'
import { snapshotOf, type WorldRecords } from './engine/world.ts'
import { seedWorld, type WorldName } from './resources/seed.ts'
import { beginWith, keepInMemory, type OpenStore } from './resources/keeping.ts'
import type { Store, StoreSnapshot } from './resources/store.ts'

/** What a mock can be told wherever it runs; how its document is given depends on where that is. */
export interface CommonOptions {
  /** Fixes all generated data. Default 1. */
  readonly seed?: number | string
  /** The records to begin with. Default `demo`. */
  readonly world?: WorldName | StoreSnapshot | WorldRecords
  /** Where the mock's clock stands, and stays: ISO 8601. The real, running time when absent. */
  readonly now?: Date | string
  /** `required`: an operation for which the document asks for credentials is 401 without them. Default `off`, or
   *  `required` when there are `tokens`. */
  readonly auth?: 'off' | 'required'
  /** Bearer tokens, API keys and passwords that are accepted. Default `stablehand`. */
  readonly tokens?: readonly string[]
  /** Whether pages of any origin may read the answers. Default true. */
  readonly cors?: boolean
  /** Business rules by operation id; these go before the Pet Store's own, which `next` reaches. */
  readonly behaviours?: Behaviours
  /** Checks every answer against the document before it leaves. For tests of behaviours. Default false. */
  readonly selfCheck?: SelfCheck
  /** How many of the latest exchanges are kept for the console and `/_mock/journal`; 0 keeps none. Default 1000. */
  readonly journal?: number
  /** Who may steer the mock through `/_mock`. Default: programs of this machine, and pages that it serves itself. */
  readonly control?: ControlAccess
  /** Hears of every defect that makes an answer 500. By default it is written to the console. */
  readonly onError?: (error: unknown) => void
  /** Hears of what is wrong with the document but does not stop the mock, as sentences. By default nothing does. */
  readonly onWarning?: (message: string) => void
}

export interface ControlAccess {
  /** What has to be presented as a bearer token; from then on other machines may, too. */
  readonly token?: string
  /** Names the mock is known by, besides `localhost`, `127.0.0.1` and `[::1]`. */
  readonly hosts?: readonly string[]
}

/** A stand-in for an HTTP API, as it is in Node and in browsers. */
export interface CommonMock {
  /** What it answers by; with `auth: 'required'` it says so. */
  readonly document: Document
  readonly clock: Clock
  readonly store: Store
  /** The latest exchanges; undefined when none are kept. */
  readonly journal: Journal | undefined
  /** Answers one request. Always resolves, unless a self-check fails. */
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
  /** The answer to what is no request at all, as the document writes errors. */
  refuse(status: number, code: string, message: string): Promise<HttpResponse>
  /** Whether the document has this path (still percent-encoded, without query). */
  knows(path: string): boolean
  /** Answers a web `Request`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** A handler for MSW: `setupServer(mock.msw({ baseUrl: 'https://api.test' }))`, or given MSW's own `http` first. */
  msw<Handler>(http?: MswHttp<Handler> | MswOptions, options?: MswOptions): Handler
  /** Goes back to the world it began with, and the same answers follow. The clock stays. */
  reset(): Promise<void>
  snapshot(): Promise<StoreSnapshot>
  restore(snapshot: StoreSnapshot): Promise<void>
  close(): Promise<void>
}

/** The document to answer by, and whether it is the one with rules and worlds of its own. */
export interface Subject {
  readonly document: Document
  readonly isPetStore: boolean
  /** Where its world is kept; in memory by default. */
  readonly open?: OpenStore | undefined
}

/** Makes a mock of a loaded document. Rejects with a MockOptionError when the options cannot be used. */
export async function createMockOf(
  subject: Subject,
  options: CommonOptions,
  host?: () => Promise<Hosted>,
): Promise<CommonMock> {
  const { seed = 1, tokens, auth = tokens === undefined ? 'off' : 'required' } = options
  const { isPetStore, open = keepInMemory } = subject
  const clock = clockOf(options)
  const document = auth === 'required' ? withAuth(subject.document) : subject.document
  checkBehaviours(options.behaviours ?? {}, operationsOf(document).operations)
  assertFree(document)
  await prepareBodies(document)
  const keeping = await open({ now: clock.now(), warn: options.onWarning ?? (() => undefined) })
  const { store } = keeping
  const journal = options.journal === 0 ? undefined : createJournal(options.journal ?? 1000)
  const rules = isPetStore ? await import('./petstore/rules.ts') : undefined
  const assembly = createEngine({
    document,
    seed,
    clock,
    store,
    since: keeping.since,
    behaviours: layer(rules?.petstoreBehaviours ?? {}, options.behaviours ?? {}),
    tokens: auth === 'required' ? new Set(tokens ?? ['stablehand']) : undefined,
    cors: options.cors ?? true,
    selfCheck: options.selfCheck ?? false,
    journal,
    report: options.onError ?? ((error) => console.error(error)),
    reportExample: ({ pointer, issues }) =>
      options.onWarning?.(
        `The example at ${pointer} is not used: ${issues.map(({ message }) => message).join(' ')}`,
      ),
  })
  const beginning = await beginWith(keeping, await initialWorld(options, assembly, isPetStore))
  return mockOf(assembly, options, {
    beginning,
    world: (world) => initialWorld({ ...options, world }, assembly, isPetStore),
    host,
  })
}

/** The control plane is there already. */
function assertFree(document: Document): void {
  const taken = operationsOf(document).operations.find(({ path }) => isControlPath(path))
  if (taken === undefined) return
  throw new MockOptionError(
    `The document has the path '${taken.path}': below ${controlPath} is where the mock itself is steered.`,
  )
}

function clockOf({ now }: CommonOptions): Clock {
  try {
    return createClock(now === undefined ? {} : { now })
  } catch (error) {
    throw error instanceof RangeError ? new MockOptionError(error.message, { cause: error }) : error
  }
}

/** Whether a document is a loaded one already. */
export function isDocument(given: unknown): given is Document {
  return (
    typeof given === 'object' &&
    given !== null &&
    'root' in given &&
    'locate' in given &&
    typeof given.locate === 'function'
  )
}

function withAuth(document: Document): Document {
  const secured = requireAuthentication(document)
  if (operationsOf(secured).operations.every(({ security }) => security.length === 0)) {
    throw new MockOptionError('Authentication is required, but the document asks for no credentials.')
  }
  return secured
}

async function initialWorld(
  options: CommonOptions,
  { engine, crud }: Assembly,
  isPetStore: boolean,
): Promise<StoreSnapshot> {
  const { world = 'demo', seed = 1 } = options
  if (typeof world !== 'string') return snapshotOf(world as unknown as Json, crud.model)
  if (!isPetStore) return seedWorld(world, crud)
  const { petstoreWorld } = await import('./petstore/world.ts')
  return petstoreWorld(world, { seed, now: engine.since })
}

/** What a mock can fall back on. */
interface Surroundings {
  readonly beginning: StoreSnapshot
  readonly world: (name: WorldName) => Promise<StoreSnapshot>
  readonly host: (() => Promise<Hosted>) | undefined
}

function mockOf(
  { engine, crud }: Assembly,
  options: CommonOptions,
  { beginning, world, host }: Surroundings,
): CommonMock {
  const { document, clock, store, journal } = engine
  const reset = async (): Promise<void> => {
    await store.restore(beginning)
    engine.random = behaviourRandom(options.seed ?? 1)
  }
  const control = lazily(async () => {
    const [{ createControl }, hosted] = await Promise.all([import('./control/control.ts'), host?.()])
    return createControl(
      { document, clock, store, crud, journal, reset, world },
      {
        token: options.control?.token,
        hosts: options.control?.hosts ?? [],
        selfCheck: options.selfCheck ?? false,
        report: engine.report,
      },
      hosted,
    )
  })
  const handle = (request: HttpRequest): Promise<HttpResponse> =>
    isControlPath(request.path)
      ? control().then((answerControl) => answerControl(request))
      : answer(engine, request)
  const mock: CommonMock = {
    document,
    clock,
    store,
    journal,
    handle,
    refuse: (status, code, message) => refusal(engine, refuse(status, code, message)),
    knows: (path) => isControlPath(path) || knows(engine, path),
    fetch: (request) => fetchFrom(handle, request),
    msw: (http, options) => mswHandler(mock, http, options),
    reset,
    snapshot: async () => store.snapshot(),
    restore: async (snapshot) => store.restore(snapshot),
    close: async () => {
      journal?.close()
      await store.close()
    },
  }
  return mock
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
