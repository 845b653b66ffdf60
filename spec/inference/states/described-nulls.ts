import type { Document, Pointer, SchemaNode } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { perObject } from '../../util/memo.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'
import { clausesIn } from './words/clauses.ts'
import { areBothEnds } from './words/exclusive-states.ts'
import { flagOf } from './words/state-properties.ts'

/** A property that is null in some states of a record, or missing: "Null unless the ticket is closed", "Only set for closed tickets". */
export interface DescribedNull {
  readonly property: string
  /** Whether it may be null there; else it is missing. */
  readonly isNullable: boolean
  /** The property that holds the state, an enumeration or a boolean, and its values with which the other one is null. */
  readonly state: string
  readonly values: readonly Json[]
  /** Whether it may stay set once the record has left the state that it was null until: "Null until published". */
  readonly mayStay: boolean
  /** The description that says so. */
  readonly pointer: Pointer
}

const named = String.raw`[⟦⟨]\d+[⟧⟩](?:(?:, (?:or )?| or )[⟦⟨]\d+[⟧⟩])*`

const given = '(?:set|present|given|available|included|filled|shown)'
const onlyGiven = `(?<only>only ${given}|${given} only)`

/**
 * A pattern for "null unless the ticket is closed", "only set for closed tickets", with the words for the record and the property that
 * holds the state.
 */
const statementOf = (nouns: readonly string[]): RegExp =>
  new RegExp(
    String.raw`^(?:.*[,:] )?(?:(?:it|this|always|otherwise) )?(?:is )?(?:[\x60"']?null[\x60"']?|${onlyGiven}) ` +
      `(?<word>unless|until|once|after|while|when|if|as long as|for|in|on) ` +
      String.raw`(?:(?:it|they|(?:the |its |an? |this )?[\x60"']?(?:${nouns.join('|')})[\x60"']?) (?:is|are) )?(?:still |currently )?` +
      `(?<not>not )?(?:in )?(?:the |an? )?(?<states>${named})(?: (?:status|state|(?:${nouns.join('|')})s?))?$`,
    'u',
  )

/**
 * The properties that descriptions say are null in certain states. States that a property is said to be null outside of have to be
 * named as such, or be one of two: an order that is not `shipped` any more may be `delivered`.
 */
export const describedNulls: (document: Document) => (node: SchemaNode) => readonly DescribedNull[] =
  perObject((document) =>
    perObject((node) =>
      likelyNulls(document)(node).filter(({ mayStay, isNullable }) => !mayStay && isNullable),
    ),
  )

/**
 * Those, and the properties that descriptions say are null until a record reaches a state, which it may leave again, or are left out in
 * some states.
 */
export const likelyNulls: (document: Document) => (node: SchemaNode) => readonly DescribedNull[] = perObject(
  (document) => perObject((node) => findNulls(document, node)),
)

function findNulls(document: Document, node: SchemaNode): readonly DescribedNull[] {
  const properties = [...possiblePropertiesOf(document, node)]
  const required = requiredOf(document, node)
  const described = properties.flatMap(([property, each]) => {
    const text = schemaDescription(document, each)
    const isNullable = typesOf(document, each).has('null')
    const isTold = isNullable
      ? /\bnull\b|\bonly\b/i.test(text)
      : !required.has(property) && /\bonly\b/i.test(text)
    return isTold ? [{ property, isNullable, text, pointer: `${each.pointer}/description` }] : []
  })
  if (described.length === 0) return []
  const holders = properties.flatMap(([name, each]) => stateHolder(document, name, each) ?? [])
  const nouns = wordsOf(resolveRef(document, node).pointer.split('/').at(-1) ?? '').filter(
    (word) => word.length > 2,
  )
  return described.flatMap(({ property, isNullable, text, pointer }) => {
    const found = holders
      .filter(({ state }) => state !== property)
      .flatMap((holder) => nullIn(text, holder, nouns))
    const [one, ...others] = found
    return one && others.length === 0 ? [{ property, isNullable, ...one, pointer }] : []
  })
}

/** A property that holds a state. */
interface StateHolder {
  readonly state: string
  readonly names: readonly string[]
  /** The values that the names stand for, and all that it may have. */
  readonly values: readonly Json[]
  readonly all: readonly Json[]
}

function stateHolder(document: Document, name: string, node: SchemaNode): StateHolder | undefined {
  const types = typesOf(document, node)
  if (types.has('boolean') && types.size === 1)
    return { state: name, names: [flagOf(name)], values: [true], all: [true, false] }
  const values = enumValues(document, node).filter((each) => typeof each === 'string')
  const isState = /^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '')
  return isState && values.length > 1 ? { state: name, ...spoken(values), all: values } : undefined
}

/** States by their values, and as texts speak of records in them: `drafts`, `voided` for `void`. */
function spoken(values: readonly string[]): Pick<StateHolder, 'names' | 'values'> {
  const known = new Set(values)
  const forms = values.flatMap((value) =>
    [value, `${value}s`, `${value}ed`].flatMap((name) =>
      name === value || !known.has(name) ? [[name, value] as const] : [],
    ),
  )
  return { names: forms.map(([name]) => name), values: forms.map(([, value]) => value) }
}

function nullIn(
  description: string,
  { state, names, values, all }: StateHolder,
  nouns: readonly string[],
): readonly Pick<DescribedNull, 'state' | 'values' | 'mayStay'>[] {
  const statement = statementOf([...nouns, state.toLowerCase(), 'status', 'state'])
  return clausesIn(description, names).flatMap((clause): ReturnType<typeof nullIn> => {
    const groups = statement.exec(clause)?.groups
    if (!groups) return []
    const meant = [...(groups['states'] ?? '').matchAll(/\d+/g)].map(
      ([index]) => values[Number(index)] ?? null,
    )
    const isOnly = groups['only'] !== undefined
    const word = groups['word'] ?? ''
    // "Null once it is closed" is no usual way of saying it, and "only set unless" and "only set until" are none at all.
    if (isOnly ? word.startsWith('un') : /^(?:once|after|on)$/.test(word)) return []
    const mayStay = /^(?:until|once|after)$/.test(word)
    if (mayStay) {
      const before =
        all.length === 2 ? all : all.slice(0, Math.min(...meant.map((each) => all.indexOf(each))))
      return groups['not'] ? [] : [{ state, mayStay, values: before.filter((each) => !meant.includes(each)) }]
    }
    const isOutside = (isOnly || word === 'unless') !== (groups['not'] !== undefined)
    if (!isOutside) return [{ state, mayStay, values: meant }]
    const isLiteral = !groups['states']?.includes('⟨') || /\b(?:status|state)\b/.test(clause)
    const rest = all.filter((each) => !meant.includes(each))
    if (isLiteral || all.length === 2) return [{ state, mayStay, values: rest }]
    const first = Math.min(...meant.map((each) => all.indexOf(each)))
    const isExcluded = (each: Json): boolean =>
      all.indexOf(each) < first || meant.every((one) => areBothEnds(one, each))
    return [{ state, mayStay: true, values: rest.filter(isExcluded) }]
  })
}

/** Whether a record is in a state in which the property is null. */
export const isNullIn = (
  { state, values }: Pick<DescribedNull, 'state' | 'values'>,
  record: JsonObject,
): boolean => {
  const value = record[state]
  return value !== undefined && values.includes(value)
}
