import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { recordNounOf, singularWordsOf } from '../prose/words.ts'
import { flagsOf } from './described-states.ts'
import { nounPattern } from './words/clause-patterns.ts'
import { clausesOf } from './words/clauses.ts'
import { beginningIn } from './words/result-patterns.ts'

/**
 * The flags and choices of a new record, as the operation that creates it describes them: "A new shop is closed", "New customers are in the
 * `basic` tier". Leaves out what is ambiguous.
 */
export function describedBeginnings(document: Document, record: SchemaNode, create: Operation): JsonObject {
  const noun = nounPattern(create)
  const flags = flagsOf(document, record).map(({ name, names, values }) => {
    const indexes = clausesOf(create, names).flatMap((clause) => beginningIn(clause, noun))
    return [name, indexes.flatMap((index) => values[index] ?? [])] as const
  })
  return Object.fromEntries(
    [...flags, ...choicesOf(document, record, create)].flatMap(
      ([name, told]): (readonly [string, Json])[] => {
        const [value, ...others] = new Set(told)
        return value === undefined || others.length > 0 ? [] : [[name, value]]
      },
    ),
  )
}

const conditions =
  / (?:if|unless|when|except|depending|otherwise|instead|usually|normally|mostly|often|may|might|can) /
const negations = / (?:not|no|never|neither|other than) /

/** The values of enums that are told of new records, beside the names of their properties: "in the `basic` tier", "have the role guest". */
function choicesOf(
  document: Document,
  record: SchemaNode,
  create: Operation,
): readonly (readonly [string, readonly Json[]])[] {
  const ofNew = new RegExp(` new ${recordNounOf(create.path)} (?:is|are|ha|have|get|start|begin|belong) (.*)`)
  const told = sentencesOf(create).flatMap((sentence) => {
    const [, after] = conditions.test(sentence) ? [] : (ofNew.exec(sentence) ?? [])
    return after === undefined ? [] : [` ${after}`]
  })
  if (told.length === 0) return []
  return [...possiblePropertiesOf(document, record)].map(([name, node]) => {
    const property = singularWordsOf(name)
    const values = enumValues(document, node).filter((value) => {
      const words = typeof value === 'string' ? singularWordsOf(value) : ''
      const named = new RegExp(`^(.*) (?:${words} ${property}|${property} (?:of |is |a )?${words}) `)
      const before = words === '' ? [] : told.flatMap((text) => named.exec(text)?.[1] ?? [])
      return before.some((text) => !negations.test(`${text} `))
    })
    return [name, values]
  })
}
