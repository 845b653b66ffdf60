import type { Document, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Validator, View } from '../../spec/validate.ts'
import type { MaybePromise } from '../behaviour.ts'

export interface FakeHints {
  /** What the value is called: the property's name, or the record's in the singular. */
  readonly name?: string
  /** What contains it. */
  readonly parent?: string
  /** Fixes the value: the same key, seed and schema give the same value, whatever was generated before. */
  readonly key: string
}

export interface Fake {
  /** A value valid against the schema. A promise only until the data has been loaded, on first use. */
  value(node: SchemaNode, view: View, hints: FakeHints): MaybePromise<Json>
}

export interface FakeOptions {
  readonly document: Document
  readonly validator: Validator
  readonly seed: number | string
  /** What generated dates lie around. */
  readonly now: Date
}

export declare function createFake(options: FakeOptions): Fake
