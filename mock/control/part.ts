import type { Document } from '../../spec/document.ts'
import type { HttpRequest, HttpResponse } from '../../spec/http.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Behaviours } from '../behaviour.ts'
import type { Clock } from '../data/random.ts'
import type { Journal } from '../engine/diagnostics/journal.ts'
import type { CrudOptions } from '../resources/options.ts'
import type { WorldName } from '../world-name.ts'
import type { Store, StoreSnapshot } from '../store/store.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Sessions } from '../sessions/session.ts'
import type { SessionState } from '../sessions/session-state.ts'

/** What the control plane has hold of: one mock, from the inside. */
export interface Controlled {
  readonly document: Document
  readonly clock: Clock
  readonly store: Store
  readonly crud: CrudOptions
  /** Undefined when the mock keeps none. */
  readonly journal: Journal | undefined
  /** Back to the world it began with. */
  readonly reset: () => Promise<void>
  /** The session that is steered: the one the request names. */
  readonly session: SessionState
  /** Those of the whole mock. */
  readonly sessions: Sessions
  readonly scenarios: ReadonlyMap<string, Scenario>
  /** Makes a seeded world anew. */
  readonly makeWorld: (name: WorldName) => Promise<StoreSnapshot>
}

/** One subject of the control plane: its share of the OpenAPI document, and what its operations do. */
export interface Part {
  /** Path Item Objects by path below `/_mock`: `/clock`. */
  readonly paths: Readonly<Record<string, JsonObject>>
  /** Schema Objects by name, for `#/components/schemas`. */
  readonly schemas?: Readonly<Record<string, JsonObject>>
  /** By operation id. Requests are decoded and valid by then; the `store` given to them is not the mock's. */
  readonly behaviours: Behaviours
  readonly streams?: Streams
}

/** Answers to GET that are no JSON but streams, by path; undefined when the request is not for one. */
export type Streams = Readonly<Record<string, (request: HttpRequest) => HttpResponse | undefined>>

export type CreatePart = (controlled: Controlled) => Part
