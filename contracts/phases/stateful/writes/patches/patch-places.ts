import type { SchemaNode } from '../../../../../spec/document.ts'
import { schemaDescription } from '../../../../../spec/inference/prose/sentences.ts'
import { equalJson, isArray, isJsonObject, memberAt, type JsonObject } from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { propertyAt } from '../../../../../spec/schemas/properties.ts'
import type { Api } from '../../../../api/api.ts'
import type { PatchFormat } from '../../../../api/patch-format.ts'
import { liveBindings } from '../../../../draft.ts'
import type { Fixture } from '../../../../interaction.ts'
import { isAssigned } from '../../../../records/sent-values.ts'

/** The places of texts that were stored as sent, those beside others first: changing one must not remove the others. */
export function placesOf(
  api: Api,
  resource: Resource,
  of: Fixture,
  sent: JsonObject,
  record: JsonObject,
  { kind }: PatchFormat,
): readonly (readonly string[])[] {
  const bound = new Set(of.creation ? liveBindings(of.creation.draft).map(({ at }) => at) : [])
  const id = resource.idPath ?? [resource.idProperty ?? '']
  const deepest = kind === 'attributes' ? 2 : 3
  const isFree = (at: readonly string[]): boolean =>
    !bound.has(toPointer(at)) &&
    !equalJson(at, id) &&
    at.every((_, index) => {
      const node = propertyAt(api.document, resource.record, at.slice(0, index + 1))
      return !isAssigned(api, node) && !(node && isFixed(api, node))
    })
  const texts = textsIn(sent, deepest).filter(
    (at) => isFree(at) && equalJson(memberAt(record, at) ?? null, memberAt(sent, at) ?? null),
  )
  const isBesideOthers = (at: readonly string[]): boolean =>
    at.length > 1 && texts.some((each) => each !== at && equalJson(each.slice(0, -1), at.slice(0, -1)))
  return [
    ...texts.filter(isBesideOthers).slice(0, 1),
    ...texts.filter((at) => at.length === 1),
    ...texts,
  ].filter((at, index, all) => all.indexOf(at) === index)
}

/** The places of lists that are not empty. */
export function listsIn(value: JsonObject, deepest: number): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, each]) => {
    if (isArray(each)) return each.length > 0 ? [[name]] : []
    return isJsonObject(each) && deepest > 1 ? listsIn(each, deepest - 1).map((rest) => [name, ...rest]) : []
  })
}

/** Whether a value can be set only once: "Cannot be updated." */
const isFixed = (api: Api, node: SchemaNode): boolean =>
  /\b(?:(?:cannot|can ?not|must not) be (?:updated|changed|modified)|immutable)\b/i.test(
    schemaDescription(api.document, node),
  )

function textsIn(value: JsonObject, deepest: number): readonly (readonly string[])[] {
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === 'string') return [[name]]
    return isJsonObject(each) && deepest > 1 ? textsIn(each, deepest - 1).map((rest) => [name, ...rest]) : []
  })
}
