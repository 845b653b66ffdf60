import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { own } from '../../util/object.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { stateChangesOf } from '../states/action-outcome.ts'

/** A switch of a list without which records in a certain state are left out: `include_archived`. */
export interface IncludedState {
  readonly parameter: Parameter
  readonly property: string
  readonly state: string
  /** The action that brings a record into the state. */
  readonly action: Operation
  /** Whether a sentence says so, and not only the name of the parameter. */
  readonly isDescribed: boolean
}

/**
 * The boolean parameters of a list that are false by default and include records in a state that one of the actions leads to, by
 * their names: `include_archived` beside `POST /courses/{id}/archive`.
 */
export function includedStatesOf(
  document: Document,
  list: Operation,
  record: SchemaNode,
  actions: readonly Operation[],
): readonly IncludedState[] {
  const switches = list.parameters.filter((each) => isOffByDefault(document, each))
  if (switches.length === 0) return []
  const states = actions.flatMap((action) =>
    stateChangesOf(document, record, action.path.split('/').at(-1) ?? '').flatMap(({ property, value }) =>
      typeof value === 'string' ? [{ property, state: value, action }] : [],
    ),
  )
  return switches.flatMap((parameter) => {
    const [, ...words] = wordsOf(parameter.name)
    const included = states.find(({ state }) => wordsOf(state).join(' ') === words.join(' '))
    const isDescribed = included !== undefined && saysSo(document, list, parameter, included.state)
    return included ? [{ ...included, parameter, isDescribed }] : []
  })
}

const isOffByDefault = (document: Document, { in: place, name, schema }: Parameter): boolean =>
  place === 'query' &&
  /^(?:include|with|show)$/.test(wordsOf(name)[0] ?? '') &&
  schema !== undefined &&
  typesOf(document, schema).has('boolean') &&
  own(resolveRef(document, schema).schema, 'default') === false

const leavesOut =
  / (?:left out|leave out|excluded?|omit|omitted|hidden|hide|includ(?:e|ed|ing)|unles|unless|too|also) /

function saysSo(document: Document, list: Operation, parameter: Parameter, state: string): boolean {
  const texts = [list.summary, list.description, parameterDescription(document, parameter)]
  return texts
    .flatMap((text) => normalizedSentences(text ?? ''))
    .some((sentence) => sentence.includes(` ${singularWordsOf(state)} `) && leavesOut.test(sentence))
}
