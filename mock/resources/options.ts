import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { RequestValues } from '../../spec/request.ts'
import type { Nesting, Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import type { Validator } from '../../spec/validate.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Fake } from '../data/fake.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Collection, Id, Transaction } from '../store/store.ts'
import type { Linker } from './linker.ts'
import type { Presenter } from './presenter.ts'

/** What all operations on resources share. */
export interface CrudOptions {
  readonly document: Document
  /** Every operation of the document by its id: a record must suit all the responses that carry it. */
  readonly byId: ReadonlyMap<string, Operation>
  readonly model: ResourceModel
  readonly validator: Validator
  readonly fake: Fake
  /** Undefined if no resource can refer to another. */
  readonly linking: Linking | undefined
  /** Undefined if no resource nests the properties of its records. */
  readonly flattening: Flattening | undefined
  /** Undefined if no list shows records that are at home in another collection. */
  readonly sharing?: Sharing | undefined
  /** What reads requests otherwise than most documents have them, the innermost first. */
  readonly wraps?: readonly Wrap[] | undefined
  /** Whether hand-written rules create and delete the records that exist as long as others. */
  readonly rulesKeepTwins?: boolean | undefined
}

/** One entry of `model.roles`. */
export interface RoleEntry {
  readonly resource: Resource
  readonly operation: ResourceOperation
}

/** The module `relations/create-linker.ts`, loaded only for documents that need it. */
interface Linking {
  createLinker(options: CrudOptions, resource: Resource, accepted: SchemaNode | undefined): Linker | undefined
}

/** Gives the behaviour of an operation requests as it expects them. */
export type Wrap = (operation: Operation, behaviour: Behaviour) => Behaviour

/** The module `records/flattened.ts`, loaded only for documents that need it. */
interface Flattening {
  withFlatRecords(model: ResourceModel, behaviour: Behaviour): Behaviour
  presentNested(presenter: Presenter, nesting: Nesting): Presenter
  requestFlattener(operation: ResourceOperation, nesting: Nesting): (request: RequestValues) => RequestValues
}

/** The module `relations/members/shared-records.ts`, loaded only for documents that need it. */
interface Sharing {
  homeOf(options: CrudOptions, list: Resource): Resource | undefined
  joinedBy(options: CrudOptions, list: Resource): string | undefined
  withSharedRecords(options: CrudOptions, behaviour: Behaviour): Behaviour
  originalOf(home: Collection, list: Resource, id: Id): MaybePromise<JsonObject | undefined>
  listsWith(
    options: CrudOptions,
    home: Resource,
    record: JsonObject,
    store: Transaction,
  ): Promise<readonly SharedPlace[]>
}

/** A list with a record that is at home elsewhere, in the scope in which it has it. */
export interface SharedPlace {
  readonly list: Resource
  readonly scope: readonly Id[]
  readonly id: Id
}
