import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { MemberList, Resource, ResourceModel } from '../../resources.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { requestSchema, responseSchema, statusOf, successResponse } from '../bodies/content.ts'
import { keyNamed } from '../identity/key-name.ts'
import type { Route, Routes } from '../paths/routes.ts'
import {
  collectionKeys,
  isParameter,
  lastParameter,
  parametersOf,
  parentTemplate,
  parseTemplate,
  type Template,
} from '../paths/template.ts'
import { normalizeName, wordsOf } from '../prose/words.ts'
import { isSameSchema } from '../schemas/similarity.ts'

/**
 * Operations on a list of names in a record at a path of its own, by operation id: `PUT /tickets/{id}/tags` with `{tags: ["vip"]}`, and
 * `DELETE /issues/{id}/labels/{name}` if clients send the names of the objects that the list shows. Only where every operation at these
 * paths is one of them.
 */
export function memberListsOf(
  document: Document,
  routes: Routes,
  { resources, relationships }: ResourceModel,
): ReadonlyMap<string, MemberList> {
  const owners = new Map(
    resources.flatMap((resource) => {
      const template = parseTemplate(resource.itemPath ?? '')
      const collection = lastParameter(template.segments) === undefined ? undefined : parentTemplate(template)
      return collection ? [[collection.key, resource] as const] : []
    }),
  )
  const lists = new Map<string, MemberList>()
  for (const [key, own] of routes) {
    const place = own[0] && placeOf(document, owners, own[0].template)
    if (!place) continue
    const all = [...own, ...(routes.get(`${key}/{}`) ?? [])]
    const found = all.map((route) => operationOn(document, place, route))
    const sendsNames = found.some((each) => each?.sent !== undefined && each.parameter === undefined)
    if (!sendsNames || found.some((each, at) => !each || relationships.has(all[at]?.operation.id ?? '')))
      continue
    for (const [at, each] of found.entries()) if (each) lists.set(all[at]?.operation.id ?? '', each)
  }
  return lists
}

type Place = Pick<MemberList, 'owner' | 'property' | 'key'> & { readonly list: SchemaNode }

/** The list of texts, or of objects with names, that the last segment of a path below a record names. */
function placeOf(
  document: Document,
  owners: ReadonlyMap<string, Resource>,
  template: Template,
): Place | undefined {
  const last = template.segments.at(-1)
  const [key = ''] = collectionKeys(template)
  const owner = isParameter(last) || !isParameter(template.segments.at(-2)) ? undefined : owners.get(key)
  if (!owner || !last || isParameter(last)) return undefined
  const entry = [...possiblePropertiesOf(document, owner.record)].find(
    ([name]) => normalizeName(name) === normalizeName(last.text),
  )
  const item = entry && itemsOf(document, entry[1])
  if (!item || owner.references.some(({ property }) => property === entry[0])) return undefined
  const place = { owner, property: entry[0], list: entry[1] }
  if ([...typesOf(document, item)].join() === 'string') return { ...place, key: undefined }
  const named = keyNamed(document, item)
  return named === undefined ? undefined : { ...place, key: named }
}

function operationOn(
  document: Document,
  place: Place,
  { operation, template }: Route,
): MemberList | undefined {
  const { method } = operation
  const parameter = lastParameter(template.segments)
  const shows = shownBy(document, place, operation)
  const body = requestSchema(operation)
  const sent = body && sentNames(document, body, place)
  const effect = effectOf(operation, parameter, sent !== undefined)
  const isPlain = shows === undefined && responseSchema(operation) !== undefined
  if (!effect || isPlain || (body && !sent) || (effect === 'read' && !shows)) return undefined
  const parameters = parametersOf(template.segments).slice(0, parameter === undefined ? undefined : -1)
  const { owner, property, key } = place
  return {
    owner,
    property,
    key,
    effect,
    parameter,
    sent,
    idParameter: parameters.at(-1) ?? '',
    scope: parameters.slice(0, -1),
    shows,
    status: statusOf(successResponse(operation, method === 'POST'), method === 'POST'),
  }
}

/** What an operation does to the list: what it says in words comes first, as some add by PUT. */
function effectOf(
  { method, id, summary = '' }: Operation,
  parameter: string | undefined,
  sendsNames: boolean,
): MemberList['effect'] | undefined {
  if (method === 'GET') return parameter === undefined ? 'read' : undefined
  if (method === 'DELETE') return parameter === undefined && !sendsNames ? 'clear' : 'remove'
  if (parameter !== undefined) return sendsNames ? undefined : 'add'
  if (!sendsNames) return undefined
  const [verb = ''] = wordsOf(summary === '' ? id : summary)
  if (/^(?:adds?|appends?|attach(?:es)?)$/.test(verb)) return 'add'
  if (/^(?:sets?|replaces?|updates?|overwrites?)$/.test(verb) || method === 'PUT') return 'replace'
  return method === 'POST' || method === 'PATCH' ? 'add' : undefined
}

/** The property names that lead to the names in a request body that has little else. */
function sentNames(
  document: Document,
  body: SchemaNode,
  { property, key }: Place,
): readonly string[] | undefined {
  const isNames = (node: SchemaNode): boolean => {
    const item = itemsOf(document, node)
    if (!item) return false
    const isText = [...typesOf(document, item)].join() === 'string'
    // `{name, status}` tells which are added and which removed.
    return isText || (key !== undefined && hasOnly(document, item, [key, 'status']))
  }
  if (isNames(body)) return []
  const inner = possiblePropertiesOf(document, body).get(property)
  return inner && isNames(inner) ? [property] : undefined
}

const hasOnly = (document: Document, node: SchemaNode, names: readonly string[]): boolean => {
  const known = [...possiblePropertiesOf(document, node).keys()]
  return known.length > 0 && known.every((name) => names.includes(name))
}

/** The list, alone or in an envelope, or the record that it is in. */
function shownBy(
  document: Document,
  { owner, property, list }: Place,
  operation: Operation,
): MemberList['shows'] {
  const body = responseSchema(operation)
  if (!body) return undefined
  if (isSameSchema(document, body, owner.record)) return { kind: 'owner', path: [] }
  const isList = (node: SchemaNode): boolean => {
    const [shown, item] = [itemsOf(document, node), itemOf(document, list)]
    if (!shown) return false
    const names = [shown, item].map((each) => [...possiblePropertiesOf(document, each).keys()])
    const [all = [], known = []] = names
    const types = typesOf(document, item)
    return (
      [...typesOf(document, shown)].every((type) => types.has(type)) &&
      known.every((name) => all.includes(name))
    )
  }
  if (isList(body)) return { kind: 'list', path: [] }
  const inner = possiblePropertiesOf(document, body).get(property)
  return inner && isList(inner) ? { kind: 'list', path: [property] } : undefined
}
