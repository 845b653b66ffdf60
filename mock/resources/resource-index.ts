import type { Operation } from '../../spec/document.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { resourceNoun, referencedNoun } from '../../spec/inference/references/names.ts'
import type { Reference, Resource, ResourceModel } from '../../spec/resources.ts'
import { endsInParameter, parameterNames, shapeOf, withoutSlash } from '../../spec/routing/path-template.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { getOrInsertComputed, perObject } from '../../spec/util/memo.ts'
import type { CrudOptions } from './options.ts'

/** Lookups over all resources of a document. */
interface ResourceIndex {
  readonly byName: ReadonlyMap<string, Resource>
  /** By the name of the parent. */
  readonly children: ReadonlyMap<string, readonly Resource[]>
  /** By the path of the list. */
  readonly byList: ReadonlyMap<string, Resource>
  /** By the path of an item, without the names of its parameters. */
  readonly byItem: ReadonlyMap<string, Resource>
  /** Top-level resources by the path parameter that identifies their records: `storeId`. */
  readonly byParameter: ReadonlyMap<string, Resource>
  /** By the name of the resource they refer to. */
  readonly referring: ReadonlyMap<string, readonly Resource[]>
  /** By the name of the resource whose records they embed. */
  readonly embedding: ReadonlyMap<string, readonly Resource[]>
}

const indexes = new WeakMap<ResourceModel, ResourceIndex>()

/** The resource with a name. */
export function resourceNamed(model: ResourceModel, name: string): Resource | undefined {
  return indexOf(model).byName.get(name)
}

/** The resources directly nested below a resource. */
export function childrenOf(model: ResourceModel, { name }: Resource): readonly Resource[] {
  return indexOf(model).children.get(name) ?? []
}

/** The top-level collections whose records embed those of the resource. The scopes of nested ones cannot be enumerated. */
export function embedding(model: ResourceModel, name: string): readonly Resource[] {
  return indexOf(model).embedding.get(name) ?? []
}

/** The collections whose records refer to those of the resource. */
export function referring(model: ResourceModel, { name }: Resource): readonly Resource[] {
  return indexOf(model).referring.get(name) ?? []
}

/** The innermost resource whose items a path leads through; undefined if there is none. */
export function resourceAbove(model: ResourceModel, path: string): Resource | undefined {
  const { byItem } = indexOf(model)
  // `/orders/{}:cancel` leads through an order.
  let prefix = shapeOf(path).replace(/(?<=\}):\w+$/, '/')
  while (prefix !== '') {
    prefix = prefix.slice(0, prefix.lastIndexOf('/'))
    const resource = byItem.get(prefix.replace(format, ''))
    if (resource) return resource
  }
  return undefined
}

/** What follows an id in some paths, but is no part of those below it: `/products/{}.json`. */
const format = /(?<=\})\.json$/

/** The innermost resource whose items a path leads through or to. */
export const resourceAt = (model: ResourceModel, path: string): Resource | undefined =>
  resourceAbove(model, `${path}/file`)

/** The resource whose list is at a path. */
export function listedAt(model: ResourceModel, path: string): Resource | undefined {
  return indexOf(model).byList.get(withoutSlash(path))
}

/** A resource whose record a path names without leading through it. */
export interface Named {
  readonly resource: Resource
  readonly parameter: string
}

/**
 * The resources that a path names by a parameter alone: `/catalogs/{storeId}/columns` names a store of `/stores/{storeId}`, and so does
 * `/v2/stores/{store}/columns` beside `/v1/stores/{store}`.
 */
export function namedIn(model: ResourceModel, path: string): readonly Named[] {
  const { byParameter } = indexOf(model)
  return parameterNames(path).flatMap((parameter): readonly Named[] => {
    const resource = byParameter.get(parameter)
    if (!resource) return []
    const isAbove = `${shapeOf(path)}/`.startsWith(`${shapeOf(resource.itemPath ?? '')}/`)
    const before = path.slice(0, path.indexOf(`/{${parameter}}`))
    const isNamed =
      referencedNoun(parameter) !== undefined || resourceNoun(before) === resourceNoun(resource.name)
    return isNamed && !isAbove ? [{ resource, parameter }] : []
  })
}

/** Built once per document, which may have thousands of resources. */
function indexOf(model: ResourceModel): ResourceIndex {
  return getOrInsertComputed(indexes, model, () => buildIndex(model))
}

function buildIndex({ resources }: ResourceModel): ResourceIndex {
  const topLevel = resources.filter(({ kind, scope }) => kind === 'collection' && scope.length === 0)
  return {
    byName: new Map(resources.map((resource) => [resource.name, resource])),
    children: groupBy(
      resources.filter(({ parent }) => parent !== undefined),
      ({ parent }) => parent?.resource ?? '',
    ),
    referring: byTarget(
      resources.filter(({ kind }) => kind === 'collection'),
      () => true,
    ),
    embedding: byTarget(topLevel, ({ idProperty }) => idProperty !== undefined),
    byList: new Map(
      resources.flatMap((resource) =>
        resource.collectionPath === undefined
          ? []
          : [[withoutSlash(resource.collectionPath), resource] as const],
      ),
    ),
    byItem: new Map(
      resources.flatMap((resource) => {
        const path = itemPathOf(resource)
        return path === undefined ? [] : [[shapeOf(path).replace(format, ''), resource] as const]
      }),
    ),
    byParameter: indexByParameter(resources),
  }
}

/** The path of an item, even if it is only the beginning of those of actions: `/invitations/{id}/accept`. */
const itemPathOf = ({ itemPath, collectionPath, operations }: Resource): string | undefined =>
  itemPath ??
  (operations.some(({ role }) => role === 'action') && collectionPath !== undefined
    ? `${collectionPath}/{id}`
    : undefined)

/** Groups resources by the names of the resources that their matching references refer to. */
function byTarget(
  resources: readonly Resource[],
  matches: (reference: Reference) => boolean,
): ReadonlyMap<string, readonly Resource[]> {
  const pairs = resources.flatMap((resource) => {
    const names = resource.references.filter(matches).map((reference) => reference.resource)
    return [...new Set(names)].map((name) => ({ name, resource }))
  })
  const groups = groupBy(pairs, ({ name }) => name)
  return new Map([...groups].map(([name, members]) => [name, members.map(({ resource }) => resource)]))
}

/** Only parameters that identify the records of exactly one resource. */
function indexByParameter(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const pairs = resources.flatMap((resource) => {
    const { itemPath = '', discoverable, idProperty } = resource
    const hasId = endsInParameter(itemPath) && discoverable && idProperty !== undefined
    const parameter = hasId ? parameterNames(itemPath).at(-1) : undefined
    return parameter === undefined ? [] : [{ parameter, resource }]
  })
  const unambiguous = [...groupBy(pairs, ({ parameter }) => parameter)].flatMap(
    ([parameter, [first, ...more]]) =>
      first && more.length === 0 && isNamedAfter(parameter, first.resource)
        ? [[parameter, first.resource] as const]
        : [],
  )
  return new Map(unambiguous)
}

/** Whether the name of a parameter says that it is the id of such a record; a parameter such as `id` could be of any. */
const isNamedAfter = (parameter: string, { name, scope }: Resource): boolean =>
  scope.length === 0 && (referencedNoun(parameter) ?? normalizeName(parameter)) === resourceNoun(name)

/** Whether clients can only read the records of a collection. */
export const isOnlyRead = ({ kind, operations }: Resource): boolean =>
  kind === 'collection' && operations.every(({ role }) => role === 'list' || role === 'read')

/** The operations at a path, as the document writes it. */
export const operationsAt = ({ byId }: Pick<CrudOptions, 'byId'>, path: string): readonly Operation[] =>
  byPathOf(byId).get(path) ?? []

const byPathOf = perObject((byId: CrudOptions['byId']) => groupBy([...byId.values()], ({ path }) => path))
