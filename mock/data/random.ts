/** The only source of randomness and time in the mock: one seed and one clock fix every byte of every answer. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** Integer in [min, max]. */
  int(min: number, max: number): number
  pick<T>(values: readonly T[]): T
  /** An independent stream that depends only on this one's seed and `label`, not on what was drawn so far. */
  fork(label: string): Random
}

export declare function createRandom(seed: number | string): Random
