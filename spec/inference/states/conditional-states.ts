import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'
import { clausesOf } from './words/clauses.ts'
import { isStateName } from './words/state-properties.ts'

/** The state that new records begin in, depending on what was sent. */
export interface ConditionalStates {
  readonly property: string
  /** The states of records with a certain value of another property. */
  readonly exceptions: readonly (Condition & { readonly state: Json })[]
  /** The state of all others, if the text says so. */
  readonly otherwise: Json | undefined
}

interface Condition {
  /** The property that was sent, or the noun for what the record belongs to and its flag: `list doubleOptIn`. */
  readonly property: string
  readonly value: Json
  /** Whether it is a number, and the condition that there is some of it: "a plan with trial days". */
  readonly isNumber?: boolean
}

const begins = /\b(?:starts?|begins?|created|placed|are|is|becomes?)\b(?=[^⟦⟨]*[⟦⟨])/
const isUncertain =
  /\b(?:not|no|unless|without|except|only|until|after|(?<!at )once|before|must|may|can|cannot|could|4\d\d)\b/
const isRest = /\b(?:(?:all|any|the)(?: of)?(?: the)? others?|others|otherwise|everything else|by default)\b/

/** What a record belongs to. */
interface Owner {
  /** The singular noun for it. */
  readonly noun: string
  readonly record: SchemaNode
}

/**
 * The first states in the description of an operation that creates records, if they depend on what was sent: "Orders with `source`
 * `web` start as `new`; all others start as `open`". Undefined if it describes none.
 */
export function conditionalStates(
  document: Document,
  record: SchemaNode,
  create: Operation,
  owners: readonly Owner[] = [],
): ConditionalStates | undefined {
  const properties = [...possiblePropertiesOf(document, record)]
  const found = properties.flatMap(([property, node]): readonly ConditionalStates[] => {
    const states = enumValues(document, node)
    if (!isStateName(property)) return []
    const conditions = [
      ...properties.flatMap(([name, other]) =>
        name === property ? [] : conditionsOn(document, name, other),
      ),
      ...owners.flatMap((owner) => conditionsOnOwner(document, owner)),
    ]
    const names = states.map(String)
    const clauses = clausesOf(create, names)
      .flatMap((clause) =>
        clause.split(/,? (?:and |but )?(?=(?:all |any )?(?:the )?(?:others?|otherwise)\b)/),
      )
      .map((clause) => clause.replace(/ until [^⟦]*$/, ''))
      .flatMap((clause) => {
        const named = [...clause.matchAll(/⟦(\d+)⟧/g)]
        const [index, ...more] = (named.length > 0 ? named : [...clause.matchAll(/⟨(\d+)⟩/g)]).map(
          ([, each]) => Number(each),
        )
        const state = index === undefined || more.length > 0 ? undefined : states[index]
        const isStated = begins.test(clause) || isRest.test(clause)
        return state === undefined || !isStated || isUncertain.test(clause) ? [] : [{ clause, state }]
      })
    const exceptions = clauses.flatMap(({ clause, state }) => {
      // Trial days are no trial.
      const plain = clause.replaceAll(/⟨(\d+)⟩/g, (_, index) => (names[Number(index)] ?? '').toLowerCase())
      const [met, ...others] = conditions.filter((each) => each.isIn(plain))
      const { isIn: _, ...condition } = met ?? { isIn: undefined, property: '', value: null }
      return met && others.length === 0 ? [{ ...condition, state }] : []
    })
    const [rest, ...others] = clauses.filter(
      ({ clause }) =>
        isRest.test(clause) || /^(?:new )?[\w -]+ (?:starts?|begins?) [^⟦⟨]*⟦\d+⟧$/.test(clause),
    )
    const otherwise = others.length === 0 ? rest?.state : undefined
    return exceptions.length > 0 ? [{ property, exceptions, otherwise }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** The values of a property, each with whether a clause names it as its value: "`source` is `web`", "of type `sick`". */
function conditionsOn(
  document: Document,
  property: string,
  node: SchemaNode,
): readonly (Condition & { readonly isIn: (clause: string) => boolean })[] {
  const isFlag = typesOf(document, node).has('boolean')
  const values = isFlag
    ? [true, false]
    : enumValues(document, node).filter((each) => typeof each === 'string')
  const name = String.raw`[\x60"']?(?:${property.toLowerCase()}|${wordsOf(property).join(' ')})[\x60"']?`
  return values.map((value) => {
    const quoted = isFlag
      ? String.raw`[\x60"']?${String(value)}[\x60"']?`
      : String.raw`[\x60"']${String(value)
          .toLowerCase()
          .replaceAll(/[^\w-]/g, '.')}[\x60"']`
    const pattern = new RegExp(String.raw`${name} (?:(?:is|are|of|set to|equal to|=) )?${quoted}`)
    return { property, value, isIn: (clause) => pattern.test(clause) }
  })
}

/** The flags of what a record belongs to, each with whether a clause says that it is so: "if the list has double opt-in". */
const conditionsOnOwner = (document: Document, { noun, record }: Owner): ReturnType<typeof conditionsOn> =>
  [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const types = typesOf(document, node)
    const isNumber = isNumeric(types) && !types.has('string')
    if (!isNumber && !types.has('boolean')) return []
    const flag = wordsOf(property)
      .filter((word, index) => index > 0 || !/^(?:is|has|requires?|needs?|uses?|allows?)$/.test(word))
      .join('[ _-]?')
    const verb = `(?:is|has|have|requires?|needs?|uses?|allows?|wants?|offers?|includes?)`
    const pattern = new RegExp(
      `\\b(?:(?:if|when) (?:the |its )?${noun} ${verb}|${noun}s? (?:with|with(?<out>out)|(?:that|which) ${verb})) (?<no>no |not )?(?:an? |any )?${flag}\\b`,
      'u',
    )
    return [true, false].map((value) => ({
      property: `${noun} ${property}`,
      value,
      ...(isNumber && { isNumber }),
      isIn: (clause) => {
        const said = pattern.exec(clause)
        return said !== null && ((said.groups?.['no'] ?? said.groups?.['out']) === undefined) === value
      },
    }))
  })

/** The state of a new record with these values; undefined if the text leaves it open. */
export function firstState(
  { property, exceptions, otherwise }: ConditionalStates,
  sent: JsonObject,
): JsonObject {
  const met = exceptions.find(({ property: name, value, isNumber = false }) => {
    const { [name]: given } = sent
    return (isNumber && given !== undefined ? Number(given) > 0 : given) === value
  })
  const state = met?.state ?? otherwise
  return state === undefined ? {} : { [property]: state }
}
