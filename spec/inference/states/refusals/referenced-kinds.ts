import type { Document, Operation, Pointer, SchemaNode } from '../../../document.ts'
import type { Json } from '../../../json.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues } from '../../../schemas/types.ts'
import { wordsOf } from '../../prose/words.ts'
import { referencedNounWords } from '../../references/names.ts'
import { clausesIn, clausesOf } from '../words/clauses.ts'
import type { StateRefusal } from './state-refusal.ts'

/** A reference, and what texts may call the record that it refers to. */
export interface NamedReference {
  readonly property: string
  /** A pattern for the names of the record. */
  readonly noun: string
  /** Whether no other reference of the operation is to such a record, so that "it" and "they" are clear. */
  readonly isOnly: boolean
}

/**
 * The kinds of records, by a property with such names as values, to which an operation refuses a reference: all but physicians for
 * "The prescriber must be a physician", "Only physicians can prescribe", or "The prescriber is not a physician" for a 422.
 */
export function kindRefusals(
  document: Document,
  operation: Operation,
  record: SchemaNode,
  reference: NamedReference,
): readonly StateRefusal[] {
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const kinds = enumValues(document, node).filter((each) => typeof each === 'string')
    const found = kinds.length < 2 ? undefined : demandOf(operation, kinds, reference)
    const refused = found ? kinds.filter((each) => !found.kinds.has(each)) : []
    return found && refused.length > 0
      ? { property, refused, certain: refused, status: found.status, pointer: found.pointer }
      : []
  })
}

/** The kinds that a reference must be to. */
interface Demand {
  readonly kinds: ReadonlySet<Json>
  readonly status: number
  readonly pointer: Pointer
}

function demandOf(
  operation: Operation,
  kinds: readonly string[],
  reference: NamedReference,
): Demand | undefined {
  const names = [...kinds, ...kinds.map(pluralOf)]
  const refusals = operation.responses.filter(({ status }) => status === '409' || status === '422')
  const [usual] = refusals
  if (!usual) return undefined
  const ofResponses = refusals.flatMap(({ status, description, pointer }) =>
    clausesIn(description, names).map((clause) => ({ clause, status, pointer, patterns: lacks(reference) })),
  )
  const ofOperation = clausesOf(operation, names).map((clause) => ({
    clause,
    status: usual.status,
    pointer: operation.pointer,
    patterns: demands(reference),
  }))
  for (const { clause, status, pointer, patterns } of [...ofOperation, ...ofResponses]) {
    const named = patterns.map((each) => new RegExp(`^${each}$`, 'u').exec(clause)?.groups?.['kinds'])
    const indexes = [...(named.find((each) => each !== undefined) ?? '').matchAll(/\d+/g)].map(Number)
    const found = indexes.flatMap((index) => kinds[index % kinds.length] ?? [])
    if (found.length > 0) return { kinds: new Set(found), status: Number(status), pointer }
  }
  return undefined
}

const pluralOf = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`)

const kind = '[⟦⟨]\\d+[⟧⟩]'
const kinds = `(?<kinds>${kind}(?:(?:, ?(?:or )?| or |/)(?:an? )?${kind})*)`
// With an article: what "must be published" is in a state, and of no kind.
const oneOfKind = `(?:an?|one of the) ${kinds}`
const the = '(?:(?:the|an?|its|their|this) )?'

/** Patterns for demands: "The prescriber must be a physician", "Only therapists can lead a group", "Only nurses can be given tasks". */
function demands({ property, noun }: NamedReference): readonly string[] {
  const chosen = '(?:given|assigned|booked|chosen|selected|appointed|named|set|used|responsible)'
  const doing = [doneBy(property), `be ${chosen}`].flatMap((each) => each ?? []).join('|')
  return [
    `${the}${noun} must_be ${oneOfKind}(?:,? (?:4\\d\\d )?otherwise.*|,? and [^⟦⟨]*)?`,
    `only ${kinds} (?:can|may) (?:${doing})\\b.*`,
  ]
}

/** Patterns for the descriptions of refusals: "The leader is not a therapist", "No such person, or they are no housekeeper". */
const lacks = ({ noun, isOnly }: NamedReference): readonly string[] => [
  `(?:.*(?:,| or) )?(?:${the}${noun}${isOnly ? '|it|they' : ''}) (?:is|are) (?:not (?:an?|one of the)|no) ${kinds}(?:(?:,| or) .*)?`,
]

/** What the one does whom a reference is named after: `lead` for `leader_id`, `prescribe` for `prescriberId`. */
function doneBy(property: string): string | undefined {
  const [noun = '', ...others] =
    referencedNounWords(property).length > 0 ? referencedNounWords(property) : wordsOf(property)
  const stem = others.length === 0 ? /^(.{3,})[eo]r$/.exec(noun)?.[1] : undefined
  return stem === undefined ? undefined : `${stem}e?`
}
