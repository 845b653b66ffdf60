import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { flagsOf } from './described-states.ts'
import { nounPattern } from './words/clause-patterns.ts'
import { clausesOf } from './words/clauses.ts'
import { beginningIn } from './words/result-patterns.ts'

/** The flags of a new record, as the operation that creates it describes them: "A new shop is closed". Leaves out what is ambiguous. */
export function initialFlags(document: Document, record: SchemaNode, create: Operation): JsonObject {
  const noun = nounPattern(create)
  return Object.fromEntries(
    flagsOf(document, record).flatMap(({ name, names, values }): (readonly [string, Json])[] => {
      const indexes = clausesOf(create, names).flatMap((clause) => beginningIn(clause, noun))
      const [value, ...others] = new Set(indexes.flatMap((index) => values[index] ?? []))
      return value === undefined || others.length > 0 ? [] : [[name, value]]
    }),
  )
}
