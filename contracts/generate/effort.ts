import type { Pointer } from '../../spec/document.ts'

/** Units of work that may still be done. It is counted, not timed, so that it ends at the same place everywhere. */
export interface Allowance {
  /** Units of some 10 to 40 µs. */
  spend(units: number): void
  readonly isSpent: boolean
}

/**
 * How much is done for the values of one schema. Some say so little in so many ways, `oneOf` within `oneOf` thirty levels
 * deep, that it would never end.
 */
export interface Effort {
  /** For the values of another schema there is as much again. */
  begin(where: Pointer): void
  /** Of ways to satisfy it. What is made when it is spent is not kept, as it is less than there is. */
  readonly search: Allowance
  /** Of whole values. */
  readonly judging: Allowance
  /** Schemas of which not all was tried. */
  readonly cut: ReadonlySet<Pointer>
}

/** Two seconds or so each: the dearest of thousands of schemas in public documents take two thirds of it. */
const most = { search: 200_000, judging: 100_000 }

export function createEffort(): Effort {
  const cut = new Set<Pointer>()
  const left = { ...most }
  let at: Pointer = '#'
  const allowance = (kind: keyof typeof left): Allowance => ({
    spend(units) {
      left[kind] -= units
      if (left[kind] <= 0) cut.add(at)
    },
    get isSpent() {
      return left[kind] <= 0
    },
  })
  return {
    begin(where) {
      Object.assign(left, most)
      at = where
    },
    search: allowance('search'),
    judging: allowance('judging'),
    cut,
  }
}
