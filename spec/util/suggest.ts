/** The known word that a misspelled one probably stands for: the nearest, if it is near enough. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let limit = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const distance = distanceOf(word.toLowerCase(), candidate.toLowerCase())
    if (distance < limit) [nearest, limit] = [candidate, distance]
  }
  return nearest
}

/**
 * The Damerau–Levenshtein distance (optimal string alignment): the number of insertions, deletions, substitutions and
 * transpositions of adjacent letters.
 */
export function distanceOf(a: string, b: string): number {
  let secondLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const transposed = isTransposed ? secondLast[j - 2]! + 1 : Infinity
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, substituted, transposed))
    }
    secondLast = last
    last = row
  }
  return last[b.length]!
}
