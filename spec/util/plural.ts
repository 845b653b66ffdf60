/** A number of things in words: `1 request`, `2 requests`. */
export const plural = (count: number, noun: string): string =>
  `${String(count)} ${noun}${count === 1 ? '' : 's'}`
