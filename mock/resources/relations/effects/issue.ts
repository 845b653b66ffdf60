import { singularWordsOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import type { IssuedRecords } from '../../../../spec/inference/states/effects/issued-records.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { Id } from '../../../store/store.ts'
import { copiedProperties } from '../../actions/copy.ts'
import { changeRecord } from '../../changes/change-record.ts'
import type { Endpoint, RequestContext } from '../../endpoint.ts'
import { idOf } from '../../identity/identity.ts'
import { newId } from '../../identity/new-id.ts'
import { updateRelated } from '../../roles/save.ts'
import { placesName } from '../derived/derived-counts.ts'

/** Creates the records that come into being with an operation on the one that they belong to. */
export async function issue(
  endpoint: Endpoint,
  context: RequestContext,
  issued: IssuedRecords,
  [id, record]: readonly [Id, JsonObject],
): Promise<void> {
  const { options, resource } = endpoint
  const { member, property } = issued
  const scope = property === undefined ? [...context.scope, id] : []
  const records = context.store.collection(member.name, scope)
  const values = {
    ...ofPeople(record, [...possiblePropertiesOf(options.document, member.record).keys()]),
    ...copiedProperties(options, resource, member, record, id),
    ...(property !== undefined && { [property]: id }),
  }
  for (const each of await eachOf(endpoint, context, issued, [id, record])) {
    const newOne = await newId(options, member, records, scope)
    const other = { resource: member, scope, id: newOne, before: undefined }
    const made = await changeRecord(options, context, other, { ...values, ...each })
    if (made)
      await updateRelated({ ...endpoint, resource: member }, { ...context, records, scope }, undefined, made)
  }
}

/** What is special about each of the new records: what it has of the record that it is for. */
async function eachOf(
  { options }: Endpoint,
  { store, scope }: RequestContext,
  { member, areMany, each }: IssuedRecords,
  [id, record]: readonly [Id, JsonObject],
): Promise<readonly JsonObject[]> {
  if (!each) {
    const [, count] = Object.entries(record).find(([name]) => placesName.test(singularWordsOf(name))) ?? []
    return Array.from({ length: areMany && typeof count === 'number' ? count : 1 }, () => ({}))
  }
  const { member: source, property, through, state } = each
  const owner = through ? idOf(record[through.property]) : id
  if (owner === undefined) return []
  const where = [
    ...(property === undefined ? [] : [{ property, values: [owner] }]),
    ...(state ? [{ property: state.property, values: [state.value] }] : []),
  ]
  const above = property === undefined ? [...(through ? [] : scope), owner] : []
  const by = member.references.find(({ resource, idProperty }) => resource === source.name && !idProperty)
  return (await store.collection(source.name, above).list({ where })).items.map((item) => {
    const itemId = idOf(item[source.idProperty ?? '']) ?? ''
    const copied = copiedProperties(options, source, member, item, itemId)
    return { ...copied, ...(by && { [by.property]: itemId }) }
  })
}

const person =
  /^(?:holder|owner|attendee|guest|passenger|recipient|customer|buyer|member|participant|student|rider|visitor|travell?er|patient|contact)$/

/** What is told of the person whom both are for: the `holderName` of a ticket is the `name` of the `buyer`. */
function ofPeople(record: JsonObject, names: readonly string[]): JsonObject {
  const told = Object.entries(record).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const [role = '', ...fact] = wordsOf(name)
    if (!person.test(role)) return []
    if (fact.length > 0) return [[fact.join(' '), value]]
    return isJsonObject(value)
      ? Object.entries(value).map(([each, fact]) => [wordsOf(each).join(' '), fact])
      : []
  })
  const facts = new Map(told)
  return Object.fromEntries(
    names.flatMap((name) => {
      const [role = '', ...fact] = wordsOf(name)
      const value = person.test(role) ? facts.get(fact.join(' ')) : undefined
      return value === undefined || record[name] !== undefined ? [] : [[name, value]]
    }),
  )
}
