import type { Operation, Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Context } from '../context.ts'
import type { Draft } from '../draft.ts'

export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** One change to an accepted request. */
export interface Mutation {
  readonly operation: Operation
  /** What is changed and why: `body/name maxLength`; stable between runs. */
  readonly cause: string
  /** The same for people. */
  readonly title: string
  /** What is wrong with it, whatever the place and the value. */
  readonly says?: string
  /** Where in the document the changed value is allowed or forbidden. */
  readonly pointer: Pointer
  readonly place: Place
  /** The name of the parameter that is changed, when it is one. */
  readonly parameter?: string
  /** Part of a case's path. */
  readonly slug: string
  /** The keyword whose edge it is, when it is one. */
  readonly keyword?: string
  /** The value put there, when it is a single one. */
  readonly value?: Json
  /** The value stands in the document as an example. */
  readonly isGiven?: true
  /** The value stands for the id of another record. */
  readonly isReference?: true
  /** Requests with no more than what its place is in; none where the request has that itself. */
  held?(draft: Draft, context: Context): readonly Draft[]
  /** Undefined when there is no such place in the request. */
  apply(draft: Draft, context: Context): Draft | undefined
  /** The same with the ids of the request that was accepted, where others may be those of nothing. */
  applyWithIds?(draft: Draft): Draft | undefined
}
