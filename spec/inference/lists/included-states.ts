import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { actionName, stateChangesOf } from '../states/action-outcome.ts'
import type { NamedState } from '../states/words/named-states.ts'
import { flagNames, stateName } from '../states/words/state-names.ts'
import { isBooleanQuery, isDescribedInclusion, textsOf } from './described-inclusion.ts'

/** A switch of a list without which records in a certain state are left out: `include_archived`. */
export interface IncludedState {
  readonly parameter: Parameter
  readonly property: string
  /** The value of the property in that state: `archived`, or true or false where the property is a flag. */
  readonly state: string | boolean
  /** The action that brings a record into the state; undefined if none is named after it. */
  readonly action: Operation | undefined
  /** Whether a sentence says so, and not only the name of the parameter. */
  readonly isDescribed: boolean
}

/**
 * The boolean parameters of a list that are false by default and include records in a state that one of the actions leads to, by
 * their names: `include_archived` beside `POST /courses/{id}/archive`. A parameter named after the state alone, `archived`, does so
 * if the document says that these records are "only returned with `archived=true`". Without such an action, a sentence has to say that
 * records are left out: `include_inactive` beside the flag `active`.
 */
export function includedStatesOf(
  document: Document,
  list: Operation,
  record: SchemaNode,
  actions: readonly Operation[],
): readonly IncludedState[] {
  const switches = queryParametersOf(list).filter((each) => defaultOf(document, each) === false)
  if (switches.length === 0) return []
  const states = actions.flatMap((action) =>
    stateChangesOf(document, record, actionName(action)).flatMap(({ property, value }) =>
      typeof value === 'string' || value === true ? [{ property, state: value, action }] : [],
    ),
  )
  return switches.flatMap((parameter) => {
    const [verb = '', ...rest] = wordsOf(parameter.name)
    const isNamedSo = isInclusion(verb)
    if (!isNamedSo && !isDescribedInclusion(document, list, parameter)) return []
    const words = isNamedSo ? rest : [verb, ...rest]
    const isDescribed = saysSo(document, list, parameter, words.join(' '))
    const included =
      states.find(({ property, state }) => stateName(property, state) === words.join('')) ??
      (isNamedSo && isDescribed ? namedIn(document, record, words.join('')) : undefined)
    return included ? [{ ...included, parameter, isDescribed }] : []
  })
}

/** The only state of the records with that name, of a flag or of an enum. */
function namedIn(
  document: Document,
  record: SchemaNode,
  name: string,
): Omit<IncludedState, 'parameter' | 'isDescribed'> | undefined {
  const [only, ...others] = [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    const values = typesOf(document, node).has('boolean')
      ? flagNames(property).flatMap(([word, value]) => (word === name ? [value] : []))
      : enumValues(document, node).flatMap((value) =>
          typeof value === 'string' && stateName(property, value) === name ? [value] : [],
        )
    return values.map((state) => ({ property, state, action: undefined }))
  })
  return others.length === 0 ? only : undefined
}

/**
 * The states of records that a list shows unless a switch is off that its description says is on by default: `showCompleted`, "Whether
 * completed tasks are returned. The default is true."
 */
export function statesShownByDefault(
  document: Document,
  list: Operation,
  record: SchemaNode,
): readonly (NamedState & { readonly parameter: Parameter })[] {
  return queryParametersOf(list).flatMap((parameter) => {
    const [verb = '', ...rest] = wordsOf(parameter.name)
    if (!isInclusion(verb) || defaultOf(document, parameter) !== true) return []
    const shown =
      saysSo(document, list, parameter, rest.join(' ')) && namedIn(document, record, rest.join(''))
    return shown ? [{ parameter, property: shown.property, value: shown.state }] : []
  })
}

const isInclusion = (verb: string): boolean => /^(?:include|with|show)$/.test(verb)

/** The default of a boolean query parameter, which its description may tell. */
function defaultOf(document: Document, parameter: Parameter): unknown {
  if (!isBooleanQuery(document, parameter) || parameter.schema === undefined) return undefined
  const [, told] =
    /\bdefault(?:s to|(?: value)? is|:)? ["'`]?(true|false)\b/i.exec(
      parameterDescription(document, parameter),
    ) ?? []
  return keywordOf(document, parameter.schema, 'default') ?? (told && told.toLowerCase() === 'true')
}

const leavesOut =
  / (?:only|left out|leave out|excluded?|omit|omitted|hidden|hide|includ(?:e|ed|ing)|unles|unless|too|also|whether .* (?:returned|listed|shown)) /

function saysSo(document: Document, list: Operation, parameter: Parameter, state: string): boolean {
  return textsOf(document, list, parameter).some(
    (sentence) => sentence.includes(` ${singularWordsOf(state)} `) && leavesOut.test(sentence),
  )
}
