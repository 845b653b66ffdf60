import type { Operation, SchemaNode } from '../../spec/document.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Behaviour, BehaviourContext, Outcome, Refused } from '../behaviour.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Collection, Id } from '../store/store.ts'
import type { PageSize } from './lists/paging/page-size.ts'
import type { CrudOptions, RoleEntry } from './options.ts'
import type { Presenter } from './presenter.ts'
import type { Composer } from './records/compose.ts'

/** One operation on a resource, with everything about it that does not depend on the request. */
export interface Endpoint extends RoleEntry {
  readonly options: CrudOptions
  /** For what the operation does to other records by the operations on these. */
  readonly behaviourOf: BehaviourOf
  readonly declared: Operation
  /** The schema of the record in the request body. */
  readonly accepted: SchemaNode | undefined
  /** Whether the request has a list of changes to the record, `{Operations: [{op, path, value}]}`, rather than the record. */
  readonly takesOperations: boolean
  /** The property by which clients may choose the id of a new record. */
  readonly idSentAs: string | undefined
  /** Names of the properties that every record must have. */
  readonly required: ReadonlySet<string>
  readonly presenter: Presenter | undefined
  /** Sets the id of a record in a response that shows little else of it. */
  readonly setId: (outcome: Outcome, record: JsonObject, newId: Id | undefined) => MaybePromise<Outcome>
  readonly pageSize: PageSize
  readonly composer: () => MaybePromise<Composer>
  /** Whether the request body may hold a file. */
  readonly mayUpload: boolean
  /** Whether the document may describe an order or a selection for a list without any parameters. */
  readonly maySelect: boolean
}

/** A request to an endpoint, and the records in its scope. */
export interface RequestContext extends BehaviourContext {
  /** The ids of the containing records, outermost first. */
  readonly scope: readonly Id[]
  readonly records: Collection
  /** The file that the request uploads. */
  readonly upload?: ReceivedUpload
}

/** The properties that an upload sets, and what keeps its content once the record is saved. */
export interface ReceivedUpload {
  readonly properties: JsonObject
  readonly store: (id: Id) => unknown
}

/** Says why a write is refused, before it is performed; undefined if nothing speaks against it. */
export type WriteCheck = (context: RequestContext) => MaybePromise<Refused | undefined>

/** Performs the role of an operation. */
export type Handler = (endpoint: Endpoint, context: RequestContext) => MaybePromise<Outcome>

/** Creates the behaviour of an operation from its role on a resource, or with another handler. */
export type BehaviourOf = (entry: RoleEntry, handler?: Handler) => Behaviour
