import type { SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import type { JsonSchema, View } from '../../../spec/schema.ts'
import type { FakeHints, FakeOptions } from '../fake-options.ts'
import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import { loadSources } from '../realistic/source.ts'
import { createShapes } from '../shape/shape.ts'
import { build } from './build.ts'
import type { Builder } from './builder.ts'
import { leastOf } from './least.ts'
import type { Place } from './place.ts'
import { again, words } from './place.ts'

/** Generates a value that is valid against the schema, as far as one can be found. */
export type Maker = (node: SchemaNode, view: View, hints: FakeHints) => Json

/** Loads the data that values are generated from. */
export async function createMaker({ document, validator, seed, now }: FakeOptions): Promise<Maker> {
  const random = createRandom(seed).fork('fake')
  const builders: Partial<Record<View, Builder>> = {}
  const sources = await loadSources(now, document)

  const builderFor = (view: View): Builder => {
    const known = builders[view]
    if (known) return known
    const shapes = createShapes(document, view)
    const isValid = (schema: JsonSchema, value: Json): boolean => {
      const node = shapes.converted.nodeOf(schema)
      return node ? validator.of(node, view).accepts(value) : schema !== false
    }
    const builder: Builder = {
      shapes,
      sources,
      isValid,
      build: (shape, place) => build(builder, shape, place),
    }
    builders[view] = builder
    return builder
  }
  return (node, view, hints) => {
    const issues = (value: Json): number => validator.of(node, view)(value).length
    return generate(builderFor(view), node, placeFor(random, hints), issues)
  }
}

const attempts = 10

/** Returns the first valid value, or else the one with the fewest issues. */
function generate(builder: Builder, node: SchemaNode, place: Place, issues: (value: Json) => number): Json {
  const shape = builder.shapes.of([builder.shapes.converted.schemaOf(node)])
  // Optional values are left out once the budget is used; required ones may exceed it.
  const budget = { left: 200, end: -2000 - 2 * leastOf(builder, shape) }
  let best: Json = null
  let fewest = Infinity
  for (let attempt = 0; attempt < attempts && fewest > 0; attempt += 1) {
    const value = builder.build(shape, { ...again(place, attempt), budget: { ...budget } }) ?? null
    const count = issues(value)
    if (count < fewest) [best, fewest] = [value, count]
  }
  return best
}

function placeFor(
  random: Random,
  {
    name = '',
    parent = '',
    isRepeat = false,
    isLater = false,
    isWhole = false,
    open,
    says,
    isSuccess = false,
    key,
  }: FakeHints,
): Place {
  const stream = random.fork(key)
  return {
    words: words(name),
    parent: words(parent),
    random: stream,
    owner: stream,
    depth: 0,
    path: [],
    attempt: 0,
    isRepeat,
    isLater,
    isWhole,
    open,
    says,
    isSuccess,
    budget: { left: 0, end: 0 },
  }
}
