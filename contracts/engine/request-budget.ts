/** The default budget of requests for a number of operations, each with so many random ones; few runs use all of it. */
export const defaultBudget = (operations: number, fuzzRequests = 0): number =>
  Math.min(Math.max(operations * 300, 8000), 20_000) + operations * fuzzRequests

/**
 * The share of the remaining requests for the next phase: all but what the later phases need, each at most an equal share with those
 * that need much.
 *
 * @param needs expected requests of the next phase and of each phase after it
 */
export function shareOf(left: number, [, ...later]: readonly number[]): number {
  const demanding = later.filter((need) => need > left / (later.length + 1))
  const equal = left / (demanding.length + 1)
  return left - later.reduce((sum, need) => sum + Math.min(need, equal), 0)
}

/**
 * Reorders rows of items for a budget of `total` items: first an equal number from each row, spread over its length (or the whole
 * row when it is short), then the rest of the rows.
 */
export function interleaveFairly<T>(
  rows: readonly (readonly T[])[],
  total: number,
): readonly (readonly T[])[] {
  const limit = limitPerRow(
    rows.map(({ length }) => length),
    total,
  )
  const isFirst = ({ length }: readonly T[], index: number): boolean =>
    length <= limit || Math.floor((index * limit) / length) !== Math.floor(((index - 1) * limit) / length)
  const first = rows.map((row) => row.filter((_, index) => isFirst(row, index)))
  const rest = rows.map((row) => row.filter((_, index) => !isFirst(row, index)))
  return [...first, ...rest].filter(({ length }) => length > 0)
}

/** The most items to take from each row so that they are at most `total` together; Infinity when all fit. */
function limitPerRow(sizes: readonly number[], total: number): number {
  let left = total
  const ascending = sizes.toSorted((a, b) => a - b)
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index)
    if (size > share) return Math.max(1, Math.floor(share))
    left -= size
  }
  return Infinity
}
