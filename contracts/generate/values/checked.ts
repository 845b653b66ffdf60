import * as fc from 'fast-check'
import type { Pointer } from '../../../spec/document.ts'
import { impossible, type Impossible } from '../impossible.ts'

/** An arbitrary, or the reason why there is none. */
export type Made<T> = fc.Arbitrary<T> | Impossible

/** How many fallback values are enough if no draw was rejected. */
const enough = 2
/** How many draws may be rejected before a fallback value is used. */
const maxRejected = 30
/** How many draws the search for fallback values takes at most. */
export const trials = 300
const seed = 20_251_205

/** An arbitrary, and a predicate for its values. */
interface Search<T> {
  readonly arbitrary: fc.Arbitrary<T>
  readonly accepts: (value: T) => boolean
}

/**
 * The values that `accepts` takes. Unlike `filter` it always terminates: the search for fallback values is bounded, and each draw falls
 * back on one of them when too many values are rejected.
 *
 * @param most draws that the search for fallback values takes at most
 */
export function checked<T>(
  arbitrary: fc.Arbitrary<T>,
  accepts: (value: T) => boolean,
  where: Pointer,
  why: string,
  most: number = trials,
): Made<T> {
  const known = search({ arbitrary, accepts }, { most })
  return known.length === 0
    ? impossible(where, why)
    : new CheckedArbitrary({ arbitrary, accepts }, () => known)
}

/** As {@link checked}, for whole values: because they may be large, fallback values are not kept but searched for again. */
export function checkedWhole<T>(
  arbitrary: fc.Arbitrary<T>,
  accepts: (value: T) => boolean,
  where: Pointer,
  why: string,
): Made<T> {
  const found: Search<T> = { arbitrary, accepts }
  return search(found, { wanted: 1 }).length === 0
    ? impossible(where, why)
    : new CheckedArbitrary(found, () => search(found))
}

function search<T>(
  { arbitrary, accepts }: Search<T>,
  { wanted = 8, most = trials }: { readonly wanted?: number; readonly most?: number } = {},
): readonly fc.Value<T>[] {
  const known: fc.Value<T>[] = []
  let drawn = 0
  for (const value of fc.stream(drawsOf(arbitrary, most))) {
    if (accepts(value.value)) known.push(value)
    drawn++
    if (known.length === wanted || drawn === most || (drawn === enough && known.length === enough)) break
  }
  return known
}

/** Lazily drawn values of an arbitrary, with the context that shrinking needs. */
function* drawsOf<T>(arbitrary: fc.Arbitrary<T>, most: number): IterableIterator<fc.Value<T>> {
  const draws = (first: number, numRuns: number): readonly fc.Value<T>[] =>
    fc.sample(new WholeArbitrary(arbitrary), { seed: first, numRuns })
  yield* draws(seed, 1)
  yield* draws(seed, enough).slice(1)
  yield* draws(seed, Math.min(20, most)).slice(enough)
  yield* draws(seed + 1, most)
}

class WholeArbitrary<T> extends fc.Arbitrary<fc.Value<T>> {
  readonly #inner: fc.Arbitrary<T>
  constructor(inner: fc.Arbitrary<T>) {
    super()
    this.#inner = inner
  }
  generate(random: fc.Random, bias: number | undefined): fc.Value<fc.Value<T>> {
    return new fc.Value(this.#inner.generate(random, bias), undefined)
  }
  canShrinkWithoutContext(value: unknown): value is fc.Value<T> {
    return value === this
  }
  shrink(): fc.Stream<fc.Value<fc.Value<T>>> {
    return fc.Stream.nil()
  }
}

class CheckedArbitrary<T> extends fc.Arbitrary<T> {
  readonly #inner: fc.Arbitrary<T>
  readonly #accepts: (value: T) => boolean
  readonly #known: () => readonly fc.Value<T>[]
  constructor({ arbitrary, accepts }: Search<T>, known: () => readonly fc.Value<T>[]) {
    super()
    this.#inner = arbitrary
    this.#accepts = accepts
    this.#known = known
  }
  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    for (let drawn = 0; drawn < maxRejected; drawn++) {
      const value = this.#inner.generate(random, bias)
      if (this.#accepts(value.value)) return value
    }
    const known = this.#known()
    return known[random.nextInt(0, known.length - 1)]!
  }
  canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value) && this.#accepts(value)
  }
  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    if (context === undefined && !this.#inner.canShrinkWithoutContext(value)) return fc.Stream.nil()
    return this.#inner.shrink(value, context).filter((smaller) => this.#accepts(smaller.value))
  }
}
