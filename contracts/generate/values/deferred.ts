import * as fc from 'fast-check'

/** The size of the value that is being drawn. */
export interface Growth {
  /** The number of arrays and objects around the current part. */
  depth: number
  /** Parts drawn so far. */
  parts: number
}

const maxDepth = 6
const maxParts = 200

/**
 * A value or a part of one: drawn from `full` while the outermost value is small, and from `least` once it is large, so that recursion
 * ends. `full` is called when the first value is drawn.
 */
export function deferred<T>(
  full: () => fc.Arbitrary<T>,
  least: fc.Arbitrary<T>,
  growth: Growth,
): fc.Arbitrary<T> {
  return new DeferredArbitrary((isLarge) => (isLarge ? least : full()), growth)
}

interface Context {
  readonly isLarge: boolean
  readonly inner: unknown
}

class DeferredArbitrary<T> extends fc.Arbitrary<T> {
  readonly #source: (isLarge: boolean) => fc.Arbitrary<T>
  readonly #growth: Growth
  constructor(source: (isLarge: boolean) => fc.Arbitrary<T>, growth: Growth) {
    super()
    this.#source = source
    this.#growth = growth
  }
  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const growth = this.#growth
    if (growth.depth === 0) growth.parts = 0
    const isLarge = growth.depth >= maxDepth || growth.parts >= maxParts
    growth.depth++
    growth.parts++
    try {
      return wrap(isLarge, this.#source(isLarge).generate(random, bias))
    } finally {
      growth.depth--
    }
  }
  canShrinkWithoutContext(value: unknown): value is T {
    return this.#source(true).canShrinkWithoutContext(value)
  }
  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const { isLarge, inner } = (context as Context | undefined) ?? { isLarge: true, inner: undefined }
    const source = this.#source(isLarge)
    if (inner === undefined && !source.canShrinkWithoutContext(value)) return fc.Stream.nil()
    return source.shrink(value, inner).map((smaller) => wrap(isLarge, smaller))
  }
}

function wrap<T>(isLarge: boolean, value: fc.Value<T>): fc.Value<T> {
  return new fc.Value(value.value_, { isLarge, inner: value.context })
}
