import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { equalJson, isArray, type Json } from '../../json.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isDateTime, typesOf } from '../../schemas/types.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'
import { stateNamed } from '../states/words/named-states.ts'
import { timestampedEvent } from '../states/words/state-properties.ts'
import { isDescribedInclusion } from './described-inclusion.ts'

/** A boolean parameter of a list that selects records by whether a property has a value, and the others if it is false. */
export interface Switch {
  readonly parameter: Parameter
  readonly property: string
  /** The value of the property; undefined for any value but null, 0 and an empty list. */
  readonly value: Json | undefined
  /** Whether it selects nothing if it is false: "Only unread ones if true". */
  readonly isOneWay: boolean
}

/** Whether a switch that is on selects a record with this value of its property. */
export function isSelectedBy({ value }: Pick<Switch, 'value'>, own: Json): boolean {
  if (value !== undefined && value !== null) return equalJson(own, value)
  const isNothing = own === null || own === 0 || (isArray(own) && own.length === 0)
  return isNothing === (value === null)
}

/**
 * The boolean parameters of a list that are not filters by a property of the same name: `unread` beside `read`, `activeOnly`, `hasAttachments`, `available` beside `availableUnits`, or
 * one described as "Only orders without an invoice".
 */
export function switchesOf(
  document: Document,
  operation: Operation,
  { record, filters }: Pick<Resource, 'record' | 'filters'>,
): readonly Switch[] {
  const taken = new Set(filters.map(({ parameter }) => parameter))
  return queryParametersOf(operation).flatMap((parameter) => {
    const { name, schema } = parameter
    if (taken.has(name) || !schema || !typesOf(document, schema).has('boolean')) return []
    if (isDescribedInclusion(document, operation, parameter)) return []
    const spoken = singularWordsOf(name)
    // What is called `unreadOnly` does not select the others if it is false.
    const words = spoken.replace(/^only | only$/g, '')
    const state = stateNamed(document, record, words) ?? described(document, parameter, record)
    const isOneWay = words !== spoken || isOnlyIfTrue(document, parameter)
    if (state) return [{ parameter, ...state, isOneWay }]
    const [, verb, noun] = /^(has|have|with|in) (.+)$/.exec(words) ?? []
    if (verb === 'with' && !isSelective(document, parameter)) return []
    const property =
      noun === undefined
        ? (timeOf(document, record, words) ?? amountOf(document, parameter, record, words))
        : propertyFor(document, record, noun)
    return property === undefined ? [] : [{ parameter, property, value: undefined, isOneWay }]
  })
}

const onlyIfTrue =
  / (?:if|when) (?:it is |set to )?true only |^ (?:show |list |return )?only .* (?:if|when) (?:it is |set to )?true $/

const onlyIfFalse = / (?:if|when) (?:it is |set to )?false only /

/** Whether a description says only what a parameter does if it is true. */
function isOnlyIfTrue(document: Document, parameter: Parameter): boolean {
  const sentences = normalizedSentences(parameterDescription(document, parameter))
  return (
    sentences.some((sentence) => onlyIfTrue.test(sentence)) &&
    !sentences.some((sentence) => onlyIfFalse.test(sentence))
  )
}

/** Whether records are selected: `with_prices` may as well add the prices to each, "Return the prices in the response". */
const isSelective = (document: Document, parameter: Parameter): boolean =>
  normalizedSentences(parameterDescription(document, parameter)).some((sentence) =>
    / (?:with|having|(?:that|which|who) ha(?:ve)?) /.test(sentence),
  )

const possession = / only (?:\w+ )*?(with|without) (?:an? |any )?(\w+(?: \w+)?) $/

function described(
  document: Document,
  parameter: Parameter,
  record: SchemaNode,
): Pick<Switch, 'property' | 'value'> | undefined {
  const found = normalizedSentences(parameterDescription(document, parameter)).flatMap(
    (sentence): readonly Pick<Switch, 'property' | 'value'>[] => {
      const [, preposition, noun = ''] = possession.exec(sentence) ?? []
      const property = propertyFor(document, record, noun)
      if (property === undefined) return []
      return [{ property, value: preposition === 'without' ? null : undefined }]
    },
  )
  return found.length === 1 ? found[0] : undefined
}

/** The time of an event that only some records have had: `archivedAt` for `archived`. */
function timeOf(document: Document, record: SchemaNode, event: string): string | undefined {
  return [...possiblePropertiesOf(document, record)].find(
    ([name, node]) =>
      timestampedEvent(name) === event && isDateTime(document, node) && typesOf(document, node).has('null'),
  )?.[0]
}

/** The number of what a parameter is about: `availableUnits` for `available`, "Whether units of the tool are available". */
function amountOf(
  document: Document,
  parameter: Parameter,
  record: SchemaNode,
  words: string,
): string | undefined {
  const sentences = normalizedSentences(parameterDescription(document, parameter))
  return [...possiblePropertiesOf(document, record)].find(([name, node]) => {
    const own = singularWordsOf(name)
    const noun = own.startsWith(`${words} `) ? own.slice(words.length) : undefined
    const isNamed = noun !== undefined && sentences.some((each) => each.includes(`${noun} `))
    return isNamed && typesOf(document, node).has('integer')
  })?.[0]
}

/** The property with what a noun means: `categoryId` for `category`, `attachmentCount` for `attachment`. */
function propertyFor(document: Document, record: SchemaNode, noun: string): string | undefined {
  const names = new Set([noun, `${noun} id`, `${noun} count`, `${noun} url`])
  return [...possiblePropertiesOf(document, record)].find(([name, node]) => {
    const types = typesOf(document, node)
    const mayLack = types.has('null') || types.has('array') || types.has('integer')
    return mayLack && names.has(singularWordsOf(name))
  })?.[0]
}
