import type { Operation, Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Context } from '../context.ts'
import type { Draft } from '../interaction.ts'

export type Place = 'path' | 'query' | 'header' | 'cookie' | 'body'

/** One change to an accepted request. */
export interface Mutation {
  readonly operation: Operation
  /** Identifies the change, the same in every run: `body/name maxLength`. */
  readonly cause: string
  /** The change for people. */
  readonly title: string
  /** What is wrong with it, without place and value: `below minimum 1`. */
  readonly says?: string
  /** What is meant is clear nonetheless, and many parsers read it: `yes` for a boolean. */
  readonly isClear?: true
  /** Where the document allows or forbids the changed value. */
  readonly pointer: Pointer
  readonly place: Place
  /** Name of the changed parameter, if it is one. */
  readonly parameter?: string
  /** JSON pointer of the changed part of the body, if there is one. */
  readonly path?: string
  /** Its part of the case's path. */
  readonly slug: string
  /** The keyword whose boundary value it is, if it is one. */
  readonly keyword?: string
  /** The value put in place, if it is a single one. */
  readonly value?: Json
  /** The value is an example of the document. */
  readonly isGiven?: true
  /** The value is the id of another record. */
  readonly isReference?: true
  /** Requests with the optional parts that contain the changed place, but without the change; empty when there are none. */
  held?(draft: Draft, context: Context): readonly Draft[]
  /** Applies the change; undefined when the request does not have the place. */
  apply(draft: Draft, context: Context): Draft | undefined
  /** As {@link Mutation.apply}, but keeps the ids of the accepted request, because others may not exist. */
  applyWithIds?(draft: Draft): Draft | undefined
}
