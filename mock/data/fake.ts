import type { Document, SchemaNode } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import type { Validator } from '../../spec/validate.ts'
import type { View } from '../../spec/schema.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Maker } from './maker.ts'

/** What is known of a value beside its schema. */
export interface FakeHints {
  /** What the value is called: the property's name, or the record's in the singular. */
  readonly name?: string
  /** What contains it. */
  readonly parent?: string
  /** Another value than the document's examples is wanted. */
  readonly isRepeat?: boolean
  /** Property names that lead to a list which others will fill: it is left empty. */
  readonly open?: readonly string[]
  /** What the client sent, which it expects to see again. */
  readonly sent?: JsonObject
  /** Fixes the value: the same key, seed and schema give the same value, whatever was generated before. */
  readonly key: string
}

/** Makes values up. */
export interface Fake {
  /** A value valid against the schema. A promise only until the data has been loaded, on first use. */
  value(node: SchemaNode, view: View, hints: FakeHints): MaybePromise<Json>
  /** Loads the data; afterwards {@link Fake.value} never gives a promise. */
  ready(): Promise<void>
}

export interface FakeOptions {
  readonly document: Document
  readonly validator: Validator
  readonly seed: number | string
  /** What generated dates lie around. */
  readonly now: Date
}

/**
 * Believable values for the document's schemas. A schema that contradicts itself gets what breaks it least. What makes them
 * is loaded on first use: many a mock never needs it, and in a browser it is most of the bytes.
 */
export function createFake(options: FakeOptions): Fake {
  let maker: Maker | undefined
  let loading: Promise<Maker> | undefined
  const load = async (): Promise<Maker> => {
    loading ??= import('./maker.ts').then(({ createMaker }) => createMaker(options))
    maker = await loading
    return maker
  }
  return {
    value: (node, view, hints) =>
      maker === undefined ? load().then((loaded) => loaded(node, view, hints)) : maker(node, view, hints),
    ready: async () => {
      await load()
    },
  }
}
