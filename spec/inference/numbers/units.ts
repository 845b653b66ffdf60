/** The words of a number's name without the unit at their end: `duration` for `durationMinutes`. */
export const withoutUnit = (words: string): string => words.replace(unit, '')

const unit =
  / (?:in )?(?:millisecond|m|second|sec|minute|min|hour|day|week|month|time|cent|kilogram|kg|gram|g|tonne|lb|kilometre|kilometer|km|metre|meter|mile|cm|mm|litre|liter|byte|kb|mb|gb|kwh|percent|pct|usd|eur)$/
