import type { Pointer } from '../../spec/document.ts'

/** A budget of work, counted rather than timed, so that it runs out at the same point on every machine. */
export interface Allowance {
  /** Uses up units of some 10 to 40 µs. */
  spend(units: number): void
  readonly isSpent: boolean
}

/**
 * Limits the work done for one schema: for some, such as `oneOf` nested thirty levels deep, it would otherwise never end.
 */
export interface Effort {
  /** Starts the budget of another schema. */
  begin(where: Pointer): void
  /** For searching ways to satisfy the schema. What is made once it is spent is incomplete and must not be cached. */
  readonly search: Allowance
  /** For validating whole values. */
  readonly judging: Allowance
  /** Schemas whose budget ran out. */
  readonly cut: ReadonlySet<Pointer>
}

/** About two seconds each. Of thousands of schemas in public documents, the most expensive ones take two thirds of that. */
const budgets = { search: 200_000, judging: 100_000 }

export function createEffort(): Effort {
  const cut = new Set<Pointer>()
  const left = { ...budgets }
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
      Object.assign(left, budgets)
      at = where
    },
    search: allowance('search'),
    judging: allowance('judging'),
    cut,
  }
}
