import type { Document, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { responseSchema } from '../bodies/content.ts'
import { findList, findRecord, type CollectionHints } from '../bodies/envelope.ts'
import { shapesResponse } from '../lists/paging.ts'
import { byMethod, type Route, type Routes } from '../paths/routes.ts'
import { isParameter, itemKey, lastLiteral } from '../paths/template.ts'
import { addOperation, type Draft, type Reasons } from './draft.ts'
import { itemRole } from './roles.ts'

/**
 * Drafts singletons: paths such as `/me` and `/settings` that respond with one object.
 * @param taken ids of the operations that collections have
 */
export function draftSingletons(
  document: Document,
  routes: Routes,
  taken: ReadonlySet<string>,
  wholes: ReadonlySet<string>,
  reasons: Reasons,
): readonly Draft[] {
  return [...routes.values()].flatMap((all) => {
    const own = all.filter(({ operation }) => !taken.has(operation.id))
    const get = byMethod(own, 'GET')
    if (get === undefined || isParameter(get.template.segments.at(-1))) return []
    return draftSingleton(document, own, get, wholes.has(get.template.key), reasons) ?? []
  })
}

function draftSingleton(
  document: Document,
  own: readonly Route[],
  get: Route,
  isWhole: boolean,
  reasons: Reasons,
): Draft | undefined {
  const hints = { name: lastLiteral(get.template.segments), idParameter: undefined, record: undefined }
  const record = singleRecord(document, responseSchema(get.operation), hints, isWhole)
  if (record === undefined) return undefined
  const draft = emptySingleton(get, record)
  const context = { document, draft, hints: { ...hints, record } }
  for (const route of own) addOperation(draft, route, itemRole(context, route), reasons)
  return draft
}

function emptySingleton({ operation, template }: Route, record: SchemaNode): Draft {
  return {
    kind: 'singleton',
    template,
    collectionPath: undefined,
    itemPath: operation.path,
    idParameter: undefined,
    record,
    item: undefined,
    identity: { property: undefined, type: undefined },
    operations: [],
    routes: new Map(),
  }
}

function singleRecord(
  document: Document,
  body: SchemaNode | undefined,
  hints: CollectionHints,
  isWhole: boolean,
): SchemaNode | undefined {
  if (body === undefined || (!isWhole && findList(document, body, hints))) return undefined
  const record = findRecord(document, body, hints)?.schema
  return record && possiblePropertiesOf(document, record).size > 0 ? record : undefined
}

/**
 * The keys of the paths that show a record with a list whose items are added at a path of their own, rather than a list of records, and
 * those of these lists: `/cart` and `/cart/items`.
 */
export function wholesIn(document: Document, routes: Routes): ReadonlySet<string> {
  const keys = [...routes.values()].flatMap((all) => {
    const get = byMethod(all, 'GET')
    const body = get && responseSchema(get.operation)
    if (!body || isParameter(get.template.segments.at(-1))) return []
    const { key, segments } = get.template
    const hints = { name: lastLiteral(segments), idParameter: undefined, record: undefined }
    const listKey = `${key}/${findList(document, body, hints)?.path.at(-1) ?? ''}`
    const own = routes.get(listKey) ?? []
    const isWhole = byMethod(own, 'POST') && !byMethod(own, 'GET') && !routes.has(itemKey(get.template))
    return isWhole ? [key, listKey] : []
  })
  return new Set(keys)
}

/** Whether a GET has query parameters that select data: its response is then computed, not kept. */
export function takesQuery({ operation }: Route): boolean {
  return queryParametersOf(operation).some((parameter) => !shapesResponse(parameter))
}
