import type { Document, SchemaNode } from '../../document.ts'
import { itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { requestSchema, responseSchema } from '../bodies/content.ts'
import { findList, findRecord, type CollectionHints } from '../bodies/envelope.ts'
import { byMethod, type Route, type Routes } from '../paths/routes.ts'
import { isParameter, lastLiteral } from '../paths/template.ts'
import { isObjectSchema } from '../schemas/objects.ts'
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
  const isSent = own.some(({ operation }) => {
    const body = /^P(?:UT|ATCH)$/.test(operation.method) ? requestSchema(operation) : undefined
    return body !== undefined && isFreeForm(document, body)
  })
  const record = singleRecord(document, responseSchema(get.operation), hints, isWhole, isSent)
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
  mayBeFree: boolean,
): SchemaNode | undefined {
  if (body === undefined || (!isWhole && findList(document, body, hints))) return undefined
  const record = findRecord(document, body, hints)?.schema
  if (record && possiblePropertiesOf(document, record).size > 0) return record
  // What may have any members is what was last sent: the metadata of a site.
  return mayBeFree && isFreeForm(document, body) ? body : undefined
}

/** Whether a schema is that of objects without known properties. */
const isFreeForm = (document: Document, node: SchemaNode): boolean =>
  isObjectSchema(document, node) &&
  possiblePropertiesOf(document, node).size === 0 &&
  itemsOf(document, node) === undefined
