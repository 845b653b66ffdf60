import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { actionName, stateChangesOf } from '../states/action-outcome.ts'
import { flagNames, stateName } from '../states/state-names.ts'
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
  const switches = queryParametersOf(list).filter((each) => isOffByDefault(document, each))
  if (switches.length === 0) return []
  const states = actions.flatMap((action) =>
    stateChangesOf(document, record, actionName(action)).flatMap(({ property, value }) =>
      typeof value === 'string' || value === true ? [{ property, state: value, action }] : [],
    ),
  )
  return switches.flatMap((parameter) => {
    const [verb = '', ...rest] = wordsOf(parameter.name)
    const isInclusion = /^(?:include|with|show)$/.test(verb)
    if (!isInclusion && !isDescribedInclusion(document, list, parameter)) return []
    const words = isInclusion ? rest : [verb, ...rest]
    const isDescribed = saysSo(document, list, parameter, words.join(' '))
    const included =
      states.find(({ property, state }) => stateName(property, state) === words.join('')) ??
      (isInclusion && isDescribed ? namedIn(document, record, words.join('')) : undefined)
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

const isOffByDefault = (document: Document, parameter: Parameter): boolean =>
  isBooleanQuery(document, parameter) &&
  parameter.schema !== undefined &&
  keywordOf(document, parameter.schema, 'default') === false

const leavesOut =
  / (?:only|left out|leave out|excluded?|omit|omitted|hidden|hide|includ(?:e|ed|ing)|unles|unless|too|also) /

function saysSo(document: Document, list: Operation, parameter: Parameter, state: string): boolean {
  return textsOf(document, list, parameter).some(
    (sentence) => sentence.includes(` ${singularWordsOf(state)} `) && leavesOut.test(sentence),
  )
}
