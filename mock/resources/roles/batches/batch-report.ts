import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { isAllOrNone } from '../../../../spec/inference/all-or-none.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { resourceNoun } from '../../../../spec/inference/references/names.ts'
import { objectItems } from '../../../../spec/inference/schemas/objects.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import type { Refused } from '../../../behaviour.ts'
import type { Id } from '../../../store/store.ts'

/** What became of one of the records in a batch. */
export interface ItemOutcome {
  readonly id: Id | undefined
  /** The record as responses show it; undefined if it was refused. */
  readonly record: JsonObject | undefined
  readonly refused: Refused | undefined
  /** The status of a single request for it. */
  readonly status: number
}

/** Sets, in a response, what it tells of the records of a batch. */
type Tell = (outcomes: readonly ItemOutcome[]) => Json

/** How a response tells what became of each record, by the names of its properties. */
export type BatchReport = ReadonlyMap<string, Tell>

const isLeftOut =
  /^(?:fail(?:ed|ures?)?|errors?|errored|skip(?:ped)?|reject(?:ed|ions)?|unprocessed|invalid|ignored)\b/
const isDone =
  /^(?:success\w*|succeeded|processed|accepted|done|created|updated|deleted|completed|affected|cancell?ed|\w+ed)\b/
const isTotal = /^(?:total|requested|received|count)\b/

/**
 * The report in the response of a batch whose records are each accepted or refused on their own; undefined if it reports no refusals,
 * or if the document says that all or none of them are accepted.
 */
export function batchReportOf(
  document: Document,
  declared: Operation,
  resource: Resource,
): BatchReport | undefined {
  const schema = responseSchema(declared)
  if (!schema || isAllOrNone(declared)) return undefined
  const properties = [...possiblePropertiesOf(document, schema)]
  const told = properties.flatMap(([name, node]): readonly (readonly [string, Tell])[] => {
    const tell = tellerOf(document, resource, name, node)
    return tell ? [[name, tell]] : []
  })
  const mayFail = properties.some(([name, node]) => {
    const item = objectItems(document, node)
    const words = wordsOf(name).join(' ')
    return (
      typesOf(document, node).has('array') &&
      told.some(([each]) => each === name) &&
      (isLeftOut.test(words) || (item !== undefined && tellsOutcome(document, resource, item)))
    )
  })
  return mayFail ? new Map(told) : undefined
}

/** The body with the report. */
export const reported = (
  body: Json | undefined,
  report: BatchReport,
  outcomes: readonly ItemOutcome[],
): JsonObject => ({
  ...(isJsonObject(body) ? body : {}),
  ...Object.fromEntries([...report].map(([name, tell]) => [name, tell(outcomes)])),
})

function tellerOf(document: Document, resource: Resource, name: string, node: SchemaNode): Tell | undefined {
  const words = wordsOf(name).join(' ')
  const types = typesOf(document, node)
  const isMeant = isLeftOut.test(words)
    ? ({ refused }: ItemOutcome): boolean => refused !== undefined
    : isDone.test(words)
      ? ({ refused }: ItemOutcome): boolean => refused === undefined
      : () => true
  const isNamed = isLeftOut.test(words) || isDone.test(words) || isTotal.test(words)
  if (types.has('integer')) return isNamed ? (outcomes) => outcomes.filter(isMeant).length : undefined
  if (!types.has('array')) return undefined
  const object = objectItems(document, node)
  if (object)
    return (outcomes) =>
      outcomes.flatMap((each, index) =>
        isMeant(each) ? [itemTold(document, resource, object, each, index)] : [],
      )
  const item = itemsOf(document, node)
  return item && isNamed && /string|integer/.test([...typesOf(document, item)].join())
    ? (outcomes) => outcomes.filter(isMeant).flatMap(({ id }) => id ?? [])
    : undefined
}

const outcomeName =
  /^(?:error|errors|error (?:message|code|detail)|message|reason|detail|success|succeeded|ok|status)$/

/** Whether an item has properties that say whether it was accepted, which are not those of the record. */
const tellsOutcome = (document: Document, { record }: Resource, item: SchemaNode): boolean => {
  const own = possiblePropertiesOf(document, record)
  return [...possiblePropertiesOf(document, item).keys()].some(
    (name) => outcomeName.test(wordsOf(name).join(' ')) && !own.has(name),
  )
}

/** What an item of the report tells of a record; the record itself, if it looks like one. */
function itemTold(
  document: Document,
  resource: Resource,
  item: SchemaNode,
  outcome: ItemOutcome,
  index: number,
): JsonObject {
  const properties = [...possiblePropertiesOf(document, item)]
  if (outcome.record && !tellsOutcome(document, resource, item)) return outcome.record
  return Object.fromEntries(
    properties.flatMap(([name, node]) => {
      const value = valueTold(document, resource, name, node, outcome, index)
      if (value !== undefined) return [[name, value]]
      return typesOf(document, node).has('null') ? [[name, null]] : []
    }),
  )
}

function valueTold(
  document: Document,
  { name: path, idProperty }: Resource,
  name: string,
  node: SchemaNode,
  { id, record, refused, status }: ItemOutcome,
  index: number,
): Json | undefined {
  const words = wordsOf(name).join(' ')
  const types = typesOf(document, node)
  const noun = resourceNoun(path)
  if (/^(?:index|position|row|line)$/.test(words) && types.has('integer')) return index
  if (name === idProperty || words.replaceAll(' ', '') === `${noun}id`) return id
  if (/^(?:success|succeeded|ok)$/.test(words) && types.has('boolean')) return refused === undefined
  if (/^(?:status|status code|http status|code)$/.test(words) && types.has('integer')) return status
  if (/^(?:status|result|outcome)$/.test(words) && types.has('string'))
    return enumValues(document, node).find(
      (each) => typeof each === 'string' && (refused ? isLeftOut : isDone).test(wordsOf(each).join(' ')),
    )
  if (/^(?:error|errors|error message|message|reason|detail|problem)$/.test(words))
    return refusalTold(document, node, refused)
  if (/^(?:code|error code)$/.test(words) && types.has('string')) return refused?.code
  const isRecord = words.replaceAll(' ', '') === noun || /^(?:record|data|item|resource|result)$/.test(words)
  return isRecord && types.has('object') ? record : undefined
}

/** Why a record was refused, as a text or in an object. */
function refusalTold(document: Document, node: SchemaNode, refused: Refused | undefined): Json | undefined {
  if (!refused) return undefined
  const types = typesOf(document, node)
  if (types.has('string')) return refused.message
  if (!types.has('object')) return undefined
  return Object.fromEntries(
    [...possiblePropertiesOf(document, node)].flatMap(
      ([name, each]): readonly (readonly [string, Json])[] => {
        const words = wordsOf(name).join(' ')
        if (/^(?:message|detail|title|description|reason)$/.test(words)) return [[name, refused.message]]
        if (words === 'code' && typesOf(document, each).has('string')) return [[name, refused.code]]
        return /^(?:status|code)$/.test(words) ? [[name, refused.status]] : []
      },
    ),
  )
}
