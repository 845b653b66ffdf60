import type { Document, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { JsonSchema } from '../../spec/schema.ts'
import type { Validator, View } from '../../spec/validate.ts'
import type { MaybePromise } from '../behaviour.ts'
import { build } from './build.ts'
import type { Builder } from './builder.ts'
import type { Place } from './place.ts'
import { again, words } from './place.ts'
import type { Random } from './random.ts'
import { createRandom } from './random.ts'
import { createShapes } from './shape.ts'
import type { Sources } from './source.ts'
import { loadSources } from './source.ts'

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

/** Believable values for the document's schemas. A schema that contradicts itself gets what breaks it least. */
export function createFake({ document, validator, seed, now }: FakeOptions): Fake {
  const random = createRandom(seed).fork('fake')
  const builders: Partial<Record<View, Builder>> = {}
  let sources: Sources | undefined
  let loading: Promise<Sources> | undefined

  const builderFor = (view: View, loaded: Sources): Builder => {
    const known = builders[view]
    if (known) return known
    const shapes = createShapes(document, view)
    const isValid = (schema: JsonSchema, value: Json): boolean => {
      const node = shapes.converted.nodeOf(schema)
      return node ? validator.of(node, view)(value).length === 0 : schema !== false
    }
    const builder: Builder = {
      shapes,
      sources: loaded,
      isValid,
      build: (shape, place) => build(builder, shape, place),
    }
    builders[view] = builder
    return builder
  }
  const make = (loaded: Sources, node: SchemaNode, view: View, hints: FakeHints): Json => {
    const issues = (value: Json): number => validator.of(node, view)(value).length
    return generate(builderFor(view, loaded), node, placeFor(random, hints), issues)
  }
  const load = async (): Promise<Sources> => {
    loading ??= loadSources(now)
    sources = await loading
    return sources
  }

  return {
    value: (node, view, hints) =>
      sources === undefined
        ? load().then((loaded) => make(loaded, node, view, hints))
        : make(sources, node, view, hints),
    ready: async () => {
      await load()
    },
  }
}

const attempts = 10

/** The first valid value, else the one with the fewest issues. */
function generate(builder: Builder, node: SchemaNode, place: Place, issues: (value: Json) => number): Json {
  const shape = builder.shapes.of([builder.shapes.converted.schemaOf(node)])
  let best: Json = null
  let fewest = Infinity
  for (let attempt = 0; attempt < attempts && fewest > 0; attempt += 1) {
    const value = builder.build(shape, { ...again(place, attempt), budget: { left: 500 } }) ?? null
    const found = issues(value)
    if (found < fewest) [best, fewest] = [value, found]
  }
  return best
}

function placeFor(random: Random, { name = '', parent = '', key }: FakeHints): Place {
  const stream = random.fork(key)
  return {
    words: words(name),
    parent: words(parent),
    random: stream,
    owner: stream,
    depth: 0,
    path: [],
    attempt: 0,
    isRepeat: false,
    budget: { left: 0 },
  }
}
