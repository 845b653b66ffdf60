/** What was probably meant: the nearest of the known words, if it is near enough. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const each of known) {
    const distance = distanceOf(word.toLowerCase(), each.toLowerCase())
    if (distance < least) [best, least] = [each, distance]
  }
  return best
}

/** Of Damerau and Levenshtein, without overlaps: letters put in, left out, exchanged or swapped with the next. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, exchanged, isSwap ? before[j - 2]! + 1 : Infinity))
    }
    before = above
    above = row
  }
  return above[b.length]!
}
