import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { nestRecord } from '../../../../spec/inference/records/flatten.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Nesting } from '../../../../spec/resources.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import type { RecordFilter } from './record-filter.ts'

/** A parameter with conditions on the labels of records, as in `label_selector=env=prod,!draft`. */
interface LabelSelector {
  readonly parameter: string
  /** The map with the labels. */
  readonly property: string
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

/** The name of the parameter of a list with conditions on the values of its records: `fieldSelector=metadata.name=web`. */
export const fieldSelectorOf = ({ parameters }: Operation): string | undefined =>
  parameters.find(({ in: place, name }) => place === 'query' && singularWordsOf(name) === 'field selector')
    ?.name

/** `key`, `!key`, `key=value`, `key==value`, `key!=value`, `key in (a,b)` or `key notin (a,b)`, separated by commas. */
const requirement =
  /\s*(?:(?<absent>!)\s*)?(?<key>[^\s,=!()]+)\s*(?:(?<operator>==?|!=|\bin\b|\bnotin\b)\s*(?:\((?<values>[^()]*)\)|(?<value>[^\s,=!()]*)))?\s*(?:,|$)/y

/** The filter for conditions on the labels in a property; undefined if there are none, or they cannot be read. */
export const labelFilter = (asked: Json | undefined, property: string): RecordFilter | undefined =>
  requirementsFilter(asked, (record) => record[property])

/** The filter for conditions on the values of records, as they are shown. */
export const fieldFilter = (
  asked: Json | undefined,
  nesting: Nesting | undefined,
): RecordFilter | undefined => requirementsFilter(asked, (record) => fieldsIn(nestRecord(nesting, record)))

function requirementsFilter(
  asked: Json | undefined,
  labelsOf: (record: JsonObject) => Json | undefined,
): RecordFilter | undefined {
  const requirements = typeof asked === 'string' ? requirementsIn(asked) : []
  if (requirements.length === 0) return undefined
  return (record) => {
    const labels = labelsOf(record)
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
