/** A date, with or without a time, some time later; the same one if that is not in a year of four digits. */
export function moved(date: string, milliseconds: number): string {
  const time = instantOf(date) + milliseconds
  if (!(time >= Date.UTC(1, 0) && time < Date.UTC(10_000, 0))) return date
  const text = new Date(time).toISOString().replace('.000Z', 'Z')
  if (date.length === 10) return text.slice(0, 10)
  return isLocal(date) ? text.slice(0, -1) : text
}

/** Milliseconds since 1970. A time without an offset is taken for UTC, so that the result is the same everywhere. */
export const instantOf = (date: string): number => Date.parse(isLocal(date) ? `${date}Z` : date)

const isLocal = (date: string): boolean => date.length > 10 && !/(?:z|[+-]\d\d:?\d\d)$/i.test(date)
