/** How many requests may be sent for that many operations when nobody says so: mostly more than are. */
export const enoughFor = (operations: number): number => Math.min(Math.max(operations * 200, 8000), 20_000)

/**
 * Requests for the first of some phases, of those that are left: all but what the phases after it need, each no more than
 * an equal share.
 */
export function shareOf(left: number, [, ...later]: readonly number[]): number {
  const equal = left / (later.length + 1)
  return left - later.reduce((sum, need) => sum + Math.min(need, equal), 0)
}

/**
 * Rows split in two, when there is time for no more than `total` items: first the same number of each row, or all it has,
 * from its beginning to its end; then what is left of them.
 */
export function fairly<T>(rows: readonly (readonly T[])[], total: number): readonly (readonly T[])[] {
  const sizes = rows.map(({ length }) => length)
  const most = mostEach(sizes, total)
  const isFirst = ({ length }: readonly T[], index: number): boolean =>
    length <= most || Math.floor((index * most) / length) !== Math.floor(((index - 1) * most) / length)
  const [first, rest] = [true, false].map((isWanted) =>
    rows.map((row) => row.filter((_, index) => isFirst(row, index) === isWanted)),
  )
  return [...first!, ...rest!].filter(({ length }) => length > 0)
}

/** How many each may have at most, when no more than `total` are given out. */
function mostEach(sizes: readonly number[], total: number): number {
  let [left, share] = [total, 0]
  const ascending = sizes.toSorted((a, b) => a - b)
  for (const [index, size] of ascending.entries()) {
    share = left / (ascending.length - index)
    if (size > share) return Math.max(1, Math.floor(share))
    left -= size
  }
  return Infinity
}
