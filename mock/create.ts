import { prepareBodies } from '../spec/body.ts'
import type { CallbackOptions } from './callbacks/callbacks.ts'
import type { Document } from '../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../spec/http.ts'
import type { Json } from '../spec/json.ts'
import { operationsOf } from '../spec/operations.ts'
import { inferResources } from '../spec/inference/infer-resources.ts'
import type { MswHttp, MswOptions } from './adapters/msw.ts'
import { layer, type Behaviours } from './behaviour.ts'
import type { Hosted } from './control/control.ts'
import { controlPath, isControlPath } from './control/paths.ts'
import { createCoverage } from './coverage/coverage.ts'
import { createClock, type Clock } from './data/random.ts'
import type { Authenticators } from './engine/authenticate.ts'
import { checkBehaviours } from './engine/check-behaviours.ts'
import { createEngine, type Assembly } from './engine/engine.ts'
import { createJournal, type Journal } from './engine/journal.ts'
import type { Faults } from './engine/faults.ts'
import { defaultMaxBody } from './engine/limits.ts'
import { MockOptionError } from './engine/option-error.ts'
import type { SelfCheck } from './engine/self-check.ts'
import { requireAuthentication } from './engine/secured.ts'
import { sessionPath } from './engine/sessions.ts'
import { snapshotOf, type WorldRecords } from './engine/world.ts'
import { openMock } from './open.ts'
import { createRepertoire } from './repertoire.ts'
import { seedWorld } from './resources/seed.ts'
import { beginWith, keepInMemory, type OpenStore } from './resources/keeping.ts'
import type { StoreSnapshot } from './resources/store.ts'
import type { Scenario } from './scenario.ts'
import type { Session, Sessions } from './session.ts'
import type { WorldName } from './world-name.ts'

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
  /** Bytes of the largest request body; more is 413. Default 1 MiB. */
  readonly maxBody?: number
  /** Checks every answer against the document before it leaves. Default `report` where
   *  `NODE_ENV` is `test`, else false. */
  readonly selfCheck?: SelfCheck
  /** Sends the callbacks of the document's operations to these hosts, and to no others. By default none are sent. */
  readonly callbacks?: CallbackOptions
  /** Faults by operation id; `*` are those of all operations. */
  readonly faults?: Faults
  /** Share of the requests that are answered by an error, a 5xx: `5%`. */
  readonly fail?: string
  /** Milliseconds that answers take longer: `200`, `50..200`, `50..200:normal`, `50..200:lognormal`. */
  readonly latency?: string | number
  /** Requests in a time, beyond which there is 429: `100/60s`, `5/s`, `1000/h`. */
  readonly rateLimit?: string
  /** Scenarios that can be begun by their names. */
  readonly scenarios?: readonly Scenario[]
  /** The one to begin with; requests may name another by `X-Stablehand-Scenario`. */
  readonly scenario?: string
  /** How many sessions are kept at most (100), and the seconds after which an unused one is dropped (1800). */
  readonly sessions?: { readonly most?: number; readonly idle?: number }
  /** How many of the latest exchanges are kept for the console and `/_mock/journal`; 0 keeps none. Default 1000. */
  readonly journal?: number
  /** Who may steer the mock through `/_mock`. Default: programs of this machine, and pages that it serves itself. */
  readonly control?: ControlAccess
  /** Hears of every defect that makes an answer 500. By default it is written to the console. */
  readonly onError?: (error: unknown) => void
  /** Hears of what is wrong with the document but does not stop the mock, as sentences. By default nothing does. */
  readonly onWarning?: (message: string) => void
}

interface ControlAccess {
  /** What has to be presented as a bearer token; from then on other machines may, too. */
  readonly token?: string
  /** Names the mock is known by, besides `localhost`, `127.0.0.1` and `[::1]`. */
  readonly hosts?: readonly string[]
}

/** A stand-in for an HTTP API, as it is in Node and in browsers; and the session of requests that name none. */
export interface CommonMock extends Session {
  /** What it answers by; with `auth: 'required'` it says so. */
  readonly document: Document
  /** The latest exchanges; undefined when none are kept. */
  readonly journal: Journal | undefined
  /** As `handle`, and at once where nothing has to be waited for. */
  readonly answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>
  /** Bytes of the largest request body. */
  readonly maxBody: number
  /** The session of that name, which begins with this call or its first request. */
  session(name: string, scenario?: string): Promise<Session>
  readonly sessions: Sessions
  /** The answer to what is no request at all, as the document writes errors. */
  refuse(status: number, code: string, message: string): Promise<HttpResponse>
  /** Whether the document has this path (still percent-encoded, without query). */
  knows(path: string): boolean
  /** A handler for MSW: `setupServer(mock.msw({ baseUrl: 'https://api.test' }))`, or given MSW's own `http` first. */
  msw<Handler>(http?: MswHttp<Handler> | MswOptions, options?: MswOptions): Handler
  close(): Promise<void>
}

/** The document to answer by, and whether it is the one with rules and worlds of its own. */
export interface Subject {
  readonly document: Document
  readonly isPetStore: boolean
  /** Where its world is kept; in memory by default. */
  readonly open?: OpenStore | undefined
}

/** In documents of thousands of resources nearly everything shows everything: there it is made up. */
const isLinked = ({ length }: readonly unknown[]): boolean => length > 0 && length <= 1000

/** Makes a mock of a loaded document. Rejects with a MockOptionError when the options cannot be used. */
export async function createMockOf(
  subject: Subject,
  options: CommonOptions,
  host?: () => Promise<Hosted>,
): Promise<CommonMock> {
  const { seed = 1, tokens, auth = tokens === undefined ? 'off' : 'required' } = options
  const { isPetStore, open = keepInMemory } = subject
  const clock = clockOf(options)
  const given = auth === 'required' ? withAuth(subject.document) : subject.document
  const document = isPetStore ? given : await withSuppositions(given)
  checkBehaviours(options.behaviours ?? {}, operationsOf(document).operations)
  assertFree(document)
  await prepareBodies(document)
  const keeping = await open({ now: clock.now(), warn: options.onWarning ?? (() => undefined) })
  const { store } = keeping
  const journal =
    options.journal === 0 ? undefined : createJournal(options.journal ?? 1000, createCoverage(document))
  const rules = isPetStore ? await import('./petstore/rules.ts') : undefined
  const behaviours = layer(rules?.petstoreBehaviours ?? {}, options.behaviours ?? {})
  const { resources } = inferResources(document, operationsOf(document).operations)
  const assembly = createEngine({
    linking: isLinked(resources) ? await import('./resources/others.ts') : undefined,
    unfolding: resources.some(({ nesting: folding }) => folding)
      ? await import('./resources/unfolded.ts')
      : undefined,
    document,
    seed,
    clock,
    store,
    since: keeping.since,
    behaviours,
    authenticators: auth === 'required' ? await authenticatorsFor(tokens) : undefined,
    cors: options.cors ?? true,
    selfCheck: options.selfCheck ?? false,
    maxBody: maxBodyOf(options),
    journal,
    report: options.onError ?? ((error) => console.error(error)),
    reportExample: ({ pointer, issues }) =>
      options.onWarning?.(
        `The example at ${pointer} is not used: ${issues.map(({ message }) => message).join(' ')}`,
      ),
  })
  if (options.callbacks !== undefined) await sendCallbacks(assembly, options.callbacks, options.onWarning)
  const { since } = assembly.engine
  const beginning = await beginWith(keeping, await initialWorld(options, assembly, isPetStore, since))
  const make = async (world: CommonOptions['world'], since: Date): Promise<StoreSnapshot> =>
    initialWorld({ ...options, ...(world !== undefined && { world }) }, assembly, isPetStore, since)
  return openMock(assembly, options, {
    repertoire: await createRepertoire(assembly, behaviours, options, { beginning, make }),
    world: (world) => make(world, since),
    newClock: () => clockOf(options),
    host,
  })
}

async function sendCallbacks(
  { engine, crud }: Assembly,
  callbacks: CallbackOptions,
  warn: CommonOptions['onWarning'],
): Promise<void> {
  const { createCallbacks } = await import('./callbacks/callbacks.ts')
  const { document, examples, fake } = engine
  const parts = { document, validator: crud.validator, examples, fake, warn: warn ?? (() => undefined) }
  engine.callbacks = createCallbacks(parts, callbacks)
}

async function authenticatorsFor(tokens: readonly string[] = ['stablehand']): Promise<Authenticators> {
  const { createAuthenticators } = await import('./engine/authenticate.ts')
  return createAuthenticators(new Set(tokens))
}

/** The control plane is there already. */
function assertFree(document: Document): void {
  const { operations } = operationsOf(document)
  const taken = operations.find(({ path }) => isControlPath(path) || path.startsWith(`${sessionPath}/`))
  if (taken === undefined) return
  throw new MockOptionError(
    `The document has the path '${taken.path}': below ${controlPath} is where the mock itself is steered, and below ${sessionPath} its sessions.`,
  )
}

function maxBodyOf({ maxBody = defaultMaxBody }: CommonOptions): number {
  if (Number.isSafeInteger(maxBody) && maxBody >= 0) return maxBody
  throw new MockOptionError(`maxBody is a number of bytes, not ${String(maxBody)}.`)
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

async function withSuppositions(document: Document): Promise<Document> {
  const { supposeAnswers } = await import('../spec/undescribed/answers.ts')
  return supposeAnswers(document)
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
  { crud }: Assembly,
  isPetStore: boolean,
  since: Date,
): Promise<StoreSnapshot> {
  const { world = 'demo', seed = 1 } = options
  if (typeof world !== 'string') return snapshotOf(world as unknown as Json, crud.model)
  if (!isPetStore) return seedWorld(world, crud)
  const { petstoreWorld } = await import('./petstore/world.ts')
  return petstoreWorld(world, { seed, now: since })
}
