const exampleKeywords = new Set(['example', 'examples', 'value', 'dataValue'])

/**
 * Converts bigints to numbers, except in examples: there they are values of the API and stay exact. Changes the value in
 * place and returns it.
 */
export function keepExactInExamples(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : convert(value, '', new Set())
}

function convert(value: unknown, parentName: string, seen: Set<object>): unknown {
  if (typeof value !== 'object' || value === null || seen.has(value)) return value
  seen.add(value)
  const members = value as Record<string, unknown>
  for (const [name, member] of Object.entries(members)) {
    // Below `properties` these are names of properties.
    if (exampleKeywords.has(name) && parentName !== 'properties') continue
    if (typeof member === 'bigint') members[name] = Number(member)
    else convert(member, name, seen)
  }
  return value
}
