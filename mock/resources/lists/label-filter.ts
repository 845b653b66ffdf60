import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { nestRecord } from '../../../spec/inference/records/flatten.ts'
import { isJsonObject, memberNamed, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Nesting } from '../../../spec/resources.ts'
import { typesOf } from '../../../spec/schemas/types.ts'

/** A parameter with conditions on the labels of records, as in `label_selector=env=prod,!draft`, or on their values. */
export interface LabelSelector {
  readonly parameter: string
  /** The map with the labels; undefined for values of the record itself: `fieldSelector=metadata.name=web`. */
  readonly property: string | undefined
}

/** The parameter of a list that is named after a map of its records: `label_selector` for `labels`. */
export function labelSelectorOf(
  document: Document,
  { parameters }: Operation,
  properties: ReadonlyMap<string, SchemaNode>,
): LabelSelector | undefined {
  const [found] = parameters.flatMap(({ in: place, name }): readonly LabelSelector[] => {
    const [, noun] = /^(\w+) selector$/.exec(singularWordsOf(name)) ?? []
    const map = [...properties].find(
      ([property, node]) => singularWordsOf(property) === noun && typesOf(document, node).has('object'),
    )
    return place === 'query' && map ? [{ parameter: name, property: map[0] }] : []
  })
  return found
}

/** The parameter of a list with conditions on the values of its records: `fieldSelector`. */
export function fieldSelectorOf({ parameters }: Operation): LabelSelector | undefined {
  const found = parameters.find(
    ({ in: place, name }) => place === 'query' && singularWordsOf(name) === 'field selector',
  )
  return found && { parameter: found.name, property: undefined }
}

/** `key`, `!key`, `key=value`, `key==value`, `key!=value`, `key in (a,b)` or `key notin (a,b)`, separated by commas. */
const requirement =
  /\s*(?:(?<absent>!)\s*)?(?<key>[^\s,=!()]+)\s*(?:(?<operator>==?|!=|\bin\b|\bnotin\b)\s*(?:\((?<values>[^()]*)\)|(?<value>[^\s,=!()]*)))?\s*(?:,|$)/y

/** The filter for the selector in a query; undefined if there is none, or it cannot be read. */
export function labelFilter(
  { parameter, property }: LabelSelector,
  query: JsonObject,
  nesting?: Nesting,
): ((record: JsonObject) => boolean) | undefined {
  const text = memberNamed(query, parameter)
  const requirements = typeof text === 'string' ? requirementsIn(text) : []
  if (requirements.length === 0) return undefined
  return (record) => {
    const labels = property === undefined ? fieldsIn(nestRecord(nesting, record)) : record[property]
    return requirements.every((isMet) => isMet(isJsonObject(labels) ? labels : {}))
  }
}

/** The values of a record by their paths: `metadata.name`. */
const fieldsIn = (record: JsonObject, above = ''): JsonObject =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): readonly (readonly [string, Json])[] =>
      isJsonObject(value)
        ? Object.entries(fieldsIn(value, `${above}${name}.`))
        : [[above + name, typeof value === 'object' ? value : String(value)]],
    ),
  )

type Requirement = (labels: JsonObject) => boolean

function requirementsIn(text: string): readonly Requirement[] {
  const requirements: Requirement[] = []
  requirement.lastIndex = 0
  while (requirement.lastIndex < text.length) {
    const groups = requirement.exec(text)?.groups
    if (!groups) return []
    requirements.push(requirementOf(groups))
  }
  return requirements
}

/** A label that is absent has none of the values. */
function requirementOf({
  absent,
  key = '',
  operator,
  values,
  value = '',
}: Partial<Record<string, string>>): Requirement {
  if (operator === undefined) return (labels) => Object.hasOwn(labels, key) === (absent === undefined)
  const wanted = new Set<Json | undefined>((values ?? value).split(',').map((each) => each.trim()))
  const isNegative = operator === '!=' || operator === 'notin'
  return (labels) => (Object.hasOwn(labels, key) && wanted.has(labels[key])) !== isNegative
}
