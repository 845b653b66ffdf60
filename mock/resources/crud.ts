import type { Document, Operation } from '../../spec/document.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../../spec/resources.ts'
import type { Validator } from '../../spec/validate.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Fake } from '../data/fake.ts'

export interface CrudOptions {
  readonly document: Document
  /** Every operation of the document: a record must suit all the responses that carry it. */
  readonly operations: readonly Operation[]
  readonly model: ResourceModel
  readonly validator: Validator
  readonly fake: Fake
}

/** One of `model.roles`. */
export interface RoleEntry {
  readonly resource: Resource
  readonly operation: ResourceOperation
}

/**
 * What an operation does because of its role. Where the response does not carry the record, the behaviour changes the
 * store and leaves the answer to `next`, which is expected to answer from an example or generate one.
 */
export declare function createCrud(options: CrudOptions): (entry: RoleEntry) => Behaviour
