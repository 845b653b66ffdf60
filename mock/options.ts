import type { Document } from '../spec/document.ts'
import type { Behaviours } from './behaviour.ts'
import type { CallbackOptions } from './callbacks/callbacks.ts'
import type { SelfCheck } from './engine/engine.ts'
import type { Faults } from './engine/faults/fault.ts'
import type { WorldRecords } from './engine/options/world.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { OpenStore } from './store/keeping.ts'
import type { StoreSnapshot } from './store/store.ts'
import type { WorldName } from './world-name.ts'

/** The options of `createMock` that Node and browsers share. Each entry adds its own way to give the document. */
export interface CommonOptions {
  /** Makes all generated data reproducible. Default 1. */
  readonly seed?: number | string
  /** The initial records. Default `demo`. */
  readonly world?: WorldName | StoreSnapshot | WorldRecords
  /** Freezes the mock's clock at this instant, ISO 8601. By default the clock runs with real time. */
  readonly now?: Date | string
  /** `required`: operations with security requirements answer 401 without valid credentials. Default `required` if
   *  `tokens` are given, else `off`. */
  readonly auth?: 'off' | 'required'
  /** Accepted bearer tokens, API keys and passwords. Default `stablehand`. */
  readonly tokens?: readonly string[]
  /** Whether to send CORS headers that let any origin read responses. Default true. */
  readonly cors?: boolean
  /** Business rules by operation id. They wrap the Pet Store's own, which `next` calls. */
  readonly behaviours?: Behaviours
  /** Maximum size of a request body in bytes; a larger one is 413. Default 1 MiB. */
  readonly maxBody?: number
  /** Validates every response against the document before it is sent. Default `report` if `NODE_ENV` is `test`, else
   *  false. */
  readonly selfCheck?: SelfCheck
  /** Sends the document's callbacks, to the listed hosts only. By default none are sent. */
  readonly callbacks?: CallbackOptions
  /** Faults by operation id; those under `*` apply to all operations. */
  readonly faults?: Faults
  /** Share of requests that fail with a 5xx: `5%`. */
  readonly fail?: string
  /** Added latency in milliseconds: `200`, `50..200`, `50..200:normal`, `50..200:lognormal`. */
  readonly latency?: string | number
  /** Rate limit, beyond which requests are 429: `100/60s`, `5/s`, `1000/h`. */
  readonly rateLimit?: string
  /** Scenarios that can be started by name. */
  readonly scenarios?: readonly Scenario[]
  /** Name of the initial scenario; a request can choose another with `X-Stablehand-Scenario`. */
  readonly scenario?: string
  /** The maximum number of open sessions (default 100), and the seconds after which an idle one is dropped (1800). */
  readonly sessions?: { readonly most?: number; readonly idle?: number }
  /** Number of recent exchanges kept for the console and `/_mock/journal`; 0 disables the journal. Default 1000. */
  readonly journal?: number
  /** Access to `/_mock`. Default: programs on this machine, and pages the mock itself serves. */
  readonly control?: ControlAccess
  /** Called with every internal error that makes a response 500. Logged to the console by default. */
  readonly onError?: (error: unknown) => void
  /** Called with a sentence for each problem of the document that does not stop the mock. Ignored by default. */
  readonly onWarning?: (message: string) => void
}

interface ControlAccess {
  /** Bearer token required for `/_mock`; with it, other machines have access too. */
  readonly token?: string
  /** Host names of the mock, besides `localhost`, `127.0.0.1` and `[::1]`. */
  readonly hosts?: readonly string[]
}

/** What a mock serves, and where it stores its records. */
export interface MockSource {
  readonly document: Document
  /** Whether the document is the embedded Pet Store, which has rules and worlds of its own. */
  readonly isPetStore: boolean
  /** Opens the store. In memory by default. */
  readonly open?: OpenStore | undefined
}
