const examples = new Set(['example', 'examples', 'value', 'dataValue'])

/** Leaves bigints in examples, where they are values of an API, and makes numbers of the others, which are the document's. */
export function keepExactInExamples(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : settle(value, '', new Set())
}

function settle(value: unknown, above: string, seen: Set<object>): unknown {
  if (typeof value !== 'object' || value === null || seen.has(value)) return value
  seen.add(value)
  const members = value as Record<string, unknown>
  for (const [name, member] of Object.entries(members)) {
    if (examples.has(name) && above !== 'properties') continue
    if (typeof member === 'bigint') members[name] = Number(member)
    else settle(member, name, seen)
  }
  return value
}
