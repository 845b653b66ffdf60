/** Something that stands at a place of its own among others. */
export interface Placed {
  readonly place: number
}

/** Items in one chunk at most: moving them is cheap, and so is counting the chunks of a million. */
const most = 1024

/**
 * Items in ascending order of place. Adding, removing and cutting out cost about the same among few and among millions.
 * A class, because an index has one for each value that there is.
 */
export class Sequence<T extends Placed> implements Iterable<T> {
  size = 0
  /** None is empty. */
  private readonly chunks: T[][] = []

  add(item: T): void {
    const at = this.chunkOf(item.place)
    const chunk = this.chunks[at]
    if (chunk && chunk.length === most) {
      this.makeRoom(at, item.place)
      return this.add(item)
    }
    this.size += 1
    if (chunk) chunk.splice(indexIn(chunk, item.place), 0, item)
    else this.chunks.push([item])
  }

  /** Nothing happens when it is not in here. */
  remove(item: T): void {
    const at = this.chunkOf(item.place)
    const chunk = this.chunks[at] ?? []
    const index = indexIn(chunk, item.place)
    if (chunk[index] !== item) return
    chunk.splice(index, 1)
    this.size -= 1
    if (chunk.length === 0) this.chunks.splice(at, 1)
  }

  /** Items from an index up to, without, another one. */
  slice(from: number, to: number): T[] {
    const found: T[] = []
    let start = 0
    for (const chunk of this.chunks) {
      if (start >= to) break
      if (start + chunk.length > from) found.push(...chunk.slice(Math.max(0, from - start), to - start))
      start += chunk.length
    }
    return found
  }

  /** The item's index; undefined when it is not in here. */
  indexOf(item: T): number | undefined {
    const at = this.chunkOf(item.place)
    const chunk = this.chunks[at] ?? []
    const index = indexIn(chunk, item.place)
    if (chunk[index] !== item) return undefined
    return this.chunks.slice(0, at).reduce((sum, { length }) => sum + length, index)
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.chunks) yield* chunk
  }

  /** The last chunk that does not begin after the place, else the first. */
  private chunkOf(place: number): number {
    const { chunks } = this
    return Math.max(0, lowest(chunks.length, (at) => (chunks[at] as [T, ...T[]])[0].place > place) - 1)
  }

  /** A full chunk is halved; not for what comes after it, which most does: those before stay full. */
  private makeRoom(at: number, place: number): void {
    const chunk = this.chunks[at] as T[]
    const isAfter = indexIn(chunk, place) === most
    this.chunks.splice(at + 1, 0, chunk.splice(isAfter ? most - 1 : most / 2))
  }
}

/** Where an item of this place stands, or would. */
function indexIn(chunk: readonly Placed[], place: number): number {
  const last = chunk.at(-1)
  if (!last || last.place < place) return chunk.length
  return lowest(chunk.length, (at) => (chunk[at] as Placed).place >= place)
}

/** The lowest index below `end` for which it holds, as for all after it; `end` when there is none. */
function lowest(end: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, end]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
