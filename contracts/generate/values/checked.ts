import * as fc from 'fast-check'
import type { Pointer } from '../../../spec/document.ts'
import { impossible, type Impossible } from '../impossible.ts'

/** An arbitrary, or why there is none. */
export type Made<T> = fc.Arbitrary<T> | Impossible

/** Values to fall back on: two where nothing has been refused so far. */
const enough = 2
/** Draws before a value already known to be good is taken instead. */
const patience = 30
/** Draws that look for good values, once, when the arbitrary is made. */
export const trials = 300
const seed = 20_251_205

/** What is made, and how it is judged. */
interface Search<T> {
  readonly arbitrary: fc.Arbitrary<T>
  readonly accepts: (value: T) => boolean
}

/**
 * The values that `accepts` takes. Unlike `filter` it never draws for ever: the search for a first good value is bounded,
 * and so is each later one, which falls back on values found by the first. `most`: the draws of that search.
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

/**
 * As {@link checked}, for what is part of nothing else: large values, of which none is kept. They can be drawn again, for
 * they depend on nothing around them.
 */
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

/** Draws of an arbitrary with the context that shrinking needs: as few as are asked for, or nearly. */
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
    for (let drawn = 0; drawn < patience; drawn++) {
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
