import type { Document } from '../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Behaviours } from '../behaviour.ts'
import type { Clock } from '../data/random.ts'
import type { Journal } from '../engine/diagnostics/journal.ts'
import type { CrudOptions } from '../resources/options.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { SessionState } from '../sessions/session-state.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Store, StoreSnapshot } from '../store/store.ts'
import type { WorldName } from '../world-name.ts'

/** What the control API needs of a mock. */
export interface Controlled {
  readonly document: Document
  readonly clock: Clock
  readonly store: Store
  readonly crud: CrudOptions
  /** Undefined if the journal is disabled. */
  readonly journal: Journal | undefined
  /** Restores the initial state of the session. */
  readonly reset: () => Promise<void>
  /** The session that requests control. */
  readonly session: SessionState
  /** All sessions of the mock. */
  readonly sessions: Sessions
  readonly scenarios: ReadonlyMap<string, Scenario>
  /** Makes a seeded world anew. */
  readonly makeWorld: (name: WorldName) => Promise<StoreSnapshot>
}

/** One part of the control API: its share of the OpenAPI document, and the behaviours of its operations. */
export interface Part {
  /** Path Item Objects by path below `/_mock`: `/clock`. */
  readonly paths: Readonly<Record<string, JsonObject>>
  /** Schema Objects by name, for `#/components/schemas`. */
  readonly schemas?: Readonly<Record<string, JsonObject>>
  /** By operation id. Requests are already validated. The `store` passed to them is not the mock's. */
  readonly behaviours: Behaviours
  readonly streams?: Streams
}

/** Streamed responses to GET by path. Undefined if the request does not want a stream. */
export type Streams = Readonly<Record<string, (request: HttpRequest) => HttpResponse | undefined>>

export type CreatePart = (controlled: Controlled) => Part
