import type { SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { View } from '../../spec/schema.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Maker } from './build/maker.ts'
import type { FakeHints, FakeOptions } from './fake-options.ts'

/** Generates realistic values. */
export interface Fake {
  /** Generates a value that is valid against the schema. Returns a promise only until the generator has been loaded. */
  value(node: SchemaNode, view: View, hints: FakeHints): MaybePromise<Json>
  /** Loads the generator; afterwards {@link Fake.value} never returns a promise. */
  ready(): Promise<void>
  /** The instant that generated dates lie around. */
  readonly now: Date
}

/**
 * Creates the generator of realistic values for the schemas of a document. For a schema that contradicts itself it returns
 * the value with the fewest violations. Most of it is loaded on first use: many mocks never need it, and in a browser it is
 * most of the bundle.
 */
export function createFake(options: FakeOptions): Fake {
  let maker: Maker | undefined
  let loading: Promise<Maker> | undefined
  const load = async (): Promise<Maker> => {
    loading ??= import('./build/maker.ts').then(({ createMaker }) => createMaker(options))
    maker = await loading
    return maker
  }
  return {
    now: options.now,
    value: (node, view, hints) =>
      maker === undefined ? load().then((loaded) => loaded(node, view, hints)) : maker(node, view, hints),
    ready: async () => {
      await load()
    },
  }
}
