/** An RFC 3339 date-time in UTC, to the second. */
export const instant = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

/** An RFC 3339 full-date. */
export function dayAfter(time: Date, days: number): string {
  return new Date(time.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Milliseconds of an RFC 3339 date-time; a leap second is the second before. */
export const timeOf = (text: string): number => Date.parse(text.toUpperCase().replace(/:60(?=[Z.+-])/, ':59'))
