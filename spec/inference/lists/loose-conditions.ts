import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { formatOf, typesOf } from '../../schemas/types.ts'
import { anyCase } from '../constraints/letter-case.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { spokenNames } from '../prose/spoken-names.ts'
import { recordNounOf, singularWords, singularWordsOf } from '../prose/words.ts'
import { referencedNoun } from '../references/names.ts'
import { isCreationTimestamp } from '../times/timestamps.ts'
import { boundIn } from './bounds.ts'
import { conditionsOf } from './conditions.ts'
import { isComparable } from './filters.ts'
import { filterName } from './operators.ts'
import { shapesResponse } from './paging.ts'

/**
 * A condition that leaves something open, such as the time zone of a day, so that a list which applies it in another way need not be
 * wrong: "Booked on or after this day", `city` for the city in an address, "Transfers from or to this account".
 */
export interface LooseCondition {
  readonly parameter: Parameter
  /** The paths of the properties, one of which has to meet it. */
  readonly paths: readonly (readonly string[])[]
  readonly kind: 'least' | 'most' | 'same'
  /** Whether a bound is inclusive (`in`) or exclusive (`out`), where the description says so. */
  readonly edge?: 'in' | 'out'
  /** Whether a sentence says so, and not only the name of the parameter. */
  readonly isTold: boolean
  /** Whether the parameter is a day, and the property a time. */
  readonly isByDay?: boolean
  readonly ignoresCase?: boolean
}

type Of = Pick<Resource, 'record' | 'filters' | 'paging' | 'references'>

/** The conditions that a list's other parameters set, beside its filters and its {@link conditionsOf}. */
export function looseConditionsOf(
  document: Document,
  operation: Operation,
  resource: Of,
): readonly LooseCondition[] {
  const { paging, filters } = resource
  const taken = new Set([
    paging?.size,
    paging?.position,
    ...filters.map(({ parameter }) => parameter),
    ...conditionsOf(document, operation, resource).map(({ parameter }) => parameter.name),
  ])
  return queryParametersOf(operation)
    .filter(({ name }) => !taken.has(name))
    .flatMap(
      (parameter) =>
        timeCondition(document, operation, parameter, resource) ??
        (shapesResponse(parameter) ? undefined : placedCondition(document, parameter, resource)) ??
        [],
    )
}

const placedCondition = (document: Document, parameter: Parameter, of: Of): LooseCondition | undefined =>
  innerCondition(document, parameter, of) ??
  eitherCondition(document, parameter, of) ??
  innerBound(document, parameter, of)

const boundOf =
  / (?<side>lower|upper) bound (?:(?<edge>in|ex)clusive )?(?:for|of|on) (?:an?|the|each) \w+ {2}(?<event>\w+)(?: time| date)? (?:$|(?:to filter|as|in|an?) )/

/** "Lower bound (exclusive) for an event's end time": of the time in an object that every record has, `end: {dateTime}`. */
function innerBound(document: Document, parameter: Parameter, { record }: Of): LooseCondition | undefined {
  const sentences = normalizedSentences(parameterDescription(document, parameter))
  const [groups] = sentences.flatMap((sentence) => [boundOf.exec(sentence)?.groups ?? []].flat())
  const named = [...possiblePropertiesOf(document, record)].find(
    ([name]) => singularWordsOf(name) === groups?.['event'],
  )
  if (!groups || !named || !typesOf(document, named[1]).has('object')) return undefined
  const [outer, node] = named
  const times = [...possiblePropertiesOf(document, node)].filter(([, inner]) =>
    /^date(?:-time)?$/.test(String(formatOf(document, inner))),
  )
  if (times.length === 0) return undefined
  return {
    parameter,
    paths: times.map(([name]) => [outer, name]),
    kind: groups['side'] === 'lower' ? 'least' : 'most',
    ...(groups['edge'] !== undefined && { edge: groups['edge'] === 'in' ? 'in' : 'out' }),
    isTold: true,
  }
}

type Bound = Pick<LooseCondition, 'kind' | 'edge'>

const bounds: Readonly<Record<string, Bound>> = {
  'at or after': { kind: 'least', edge: 'in' },
  'on or after': { kind: 'least', edge: 'in' },
  from: { kind: 'least' },
  since: { kind: 'least' },
  after: { kind: 'least', edge: 'out' },
  'at or before': { kind: 'most', edge: 'in' },
  'on or before': { kind: 'most', edge: 'in' },
  until: { kind: 'most' },
  before: { kind: 'most', edge: 'out' },
  on: { kind: 'same' },
}

/** "Only appointments that start on this day", "Messages created after this time", "Booked on or after this day", "… at this time or later". */
const happening = new RegExp(
  `^ (?:only )?(?:(?<noun>\\w+(?: \\w+)?) (?:that|which|who) |(?<short>\\w+) )?(?:(?:is|are|wa|were|ha been|have been) )?` +
    `(?<event>\\w+) (?:(?<bound>${Object.keys(bounds).join('|')})|at) (?:this|that|the given) (?:time|moment|instant|date|day)` +
    `(?: utc)?(?: or (?:(?<later>later|after)|(?<earlier>earlier|before)))? $`,
)

/** A condition on the time of the event that a description or the parameter's name names. */
function timeCondition(
  document: Document,
  { path }: Operation,
  parameter: Parameter,
  { record }: Of,
): LooseCondition | undefined {
  const format = parameter.schema && formatOf(document, parameter.schema)
  if (format !== 'date' && format !== 'date-time') return undefined
  const formats = new Map(
    [...possiblePropertiesOf(document, record)].map(([name, node]) => [name, formatOf(document, node)]),
  )
  const times = [...formats].filter(([, each]) => each === format || each === 'date-time')
  const spoken = spokenNames(times.map(([name]) => name))
  const kind = singularWordsOf(resolveRef(document, record).pointer.split('/').at(-1) ?? '')
  const told = toldBy(normalizedSentences(parameterDescription(document, parameter)), [
    recordNounOf(path),
    kind,
  ])
  const named = boundIn(parameter.name)
  const { event, ...bound } = told ?? { event: singularWords(named?.rest ?? []), kind: named?.kind }
  // `since` alone is about when records were created.
  const isCreation = event === '' || event === 'created'
  const property =
    spoken.get(event) ?? (isCreation ? [...formats.keys()].find(isCreationTimestamp) : undefined)
  if (property === undefined || bound.kind === undefined) return undefined
  const isByDay = format === 'date' && formats.get(property) !== 'date'
  return { parameter, paths: [[property]], ...bound, kind: bound.kind, isTold: told !== undefined, isByDay }
}

/** The event that a sentence about the records compares with the parameter. */
function toldBy(
  sentences: readonly string[],
  kinds: readonly string[],
): (Bound & { readonly event: string }) | undefined {
  const [found] = sentences.flatMap((sentence) => {
    const groups = happening.exec(sentence)?.groups ?? {}
    const { short = 'one', noun = short, event = '' } = groups
    const stated = statedBound(groups)
    return stated &&
      [...kinds.flatMap((kind) => [kind, kind.split(' ').at(-1)]), 'one', 'those'].includes(noun)
      ? [{ event, ...stated }]
      : []
  })
  return found
}

/** The bound in a sentence: "before this time", or "at this time or later". */
function statedBound({ bound = '', later, earlier }: Readonly<Record<string, string>>): Bound | undefined {
  const isPlain = bound === '' || bound === 'on'
  if (later === undefined && earlier === undefined) return bounds[bound]
  return isPlain ? { kind: later === undefined ? 'most' : 'least', edge: 'in' } : undefined
}

/** A condition on the only text of that name in an object that every record has: `city` in the address. */
function innerCondition(
  document: Document,
  parameter: Parameter,
  { record, references }: Of,
): LooseCondition | undefined {
  const { schema } = parameter
  const referring = new Set(references.map(({ property }) => property))
  const isText = (node: SchemaNode): boolean => typesOf(document, node).has('string')
  if (!schema || !isText(schema)) return undefined
  const asked = singularWordsOf(filterName(parameter.name))
  const [path, ...others] = [...possiblePropertiesOf(document, record)].flatMap(([outer, node]) =>
    !typesOf(document, node).has('object')
      ? []
      : [...possiblePropertiesOf(document, node)].flatMap(([name, inner]) => {
          const words = singularWordsOf(name)
          // `author_username` is about the author, `username` may be about anyone.
          const isLabelled = name === 'value' && asked === singularWordsOf(outer)
          const isMeant =
            isLabelled ||
            (asked === words && !referring.has(outer)) ||
            asked === `${singularWordsOf(outer)} ${words}`
          return isMeant && isText(inner) && isComparable(document, schema, inner) ? [[outer, name]] : []
        }),
  )
  if (path === undefined || others.length > 0) return undefined
  const sentences = normalizedSentences(parameterDescription(document, parameter))
  const ignoresCase = sentences.some((sentence) => anyCase.test(sentence))
  return {
    parameter,
    paths: [path],
    kind: 'same',
    isTold: sentences.some((sentence) => sentence.trim() !== ''),
    ignoresCase,
  }
}

/** A condition on one of two references to records of the same kind: "Transfers from or to this account". */
function eitherCondition(
  document: Document,
  parameter: Parameter,
  { references }: Of,
): LooseCondition | undefined {
  if (referencedNoun(parameter.name) === undefined) return undefined
  const end = ` ${singularWordsOf(parameter.name)}`
  const ends = references.flatMap(({ property, idProperty }) => {
    const words = singularWordsOf(property)
    return idProperty === undefined && words.endsWith(end)
      ? [{ property, side: words.slice(0, -end.length) }]
      : []
  })
  const [one, other, ...more] = ends
  if (!one || !other || more.length > 0) return undefined
  const both = [`${one.side} or ${other.side}`, `${other.side} or ${one.side}`, 'either']
  const isTold = normalizedSentences(parameterDescription(document, parameter)).some((sentence) =>
    both.some((words) => sentence.includes(` ${words} `)),
  )
  return isTold ? { parameter, paths: [[one.property], [other.property]], kind: 'same', isTold } : undefined
}
