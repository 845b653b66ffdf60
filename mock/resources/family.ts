import { groupBy } from '../../spec/util/group-by.ts'
import { resourceNoun, referencedNoun } from '../../spec/inference/references/names.ts'
import { parameterNames, shapeOf } from '../../spec/routing/path-template.ts'
import type { Reference, Resource, ResourceModel } from '../../spec/resources.ts'

interface Family {
  readonly byName: ReadonlyMap<string, Resource>
  readonly below: ReadonlyMap<string, readonly Resource[]>
  /** By the path of the list. */
  readonly byList: ReadonlyMap<string, Resource>
  /** By the shape of an item's path. */
  readonly byItem: ReadonlyMap<string, Resource>
  /** Those below no other, by the path parameter that finds records of theirs alone: `storeId`. */
  readonly byParameter: ReadonlyMap<string, Resource>
  /** By the name of what they refer to. */
  readonly referring: ReadonlyMap<string, readonly Resource[]>
  /** By the name of what they show. */
  readonly showing: ReadonlyMap<string, readonly Resource[]>
}

const families = new WeakMap<ResourceModel, Family>()

/** The resource of that name. */
export function resourceNamed(model: ResourceModel, name: string): Resource | undefined {
  return familyOf(model).byName.get(name)
}

/** The resources whose parent it is. */
export function childrenOf(model: ResourceModel, { name }: Resource): readonly Resource[] {
  return familyOf(model).below.get(name) ?? []
}

/** The collections whose records show those of the resource. Of those below others nobody can tell where all records are. */
export function showing(model: ResourceModel, name: string): readonly Resource[] {
  return familyOf(model).showing.get(name) ?? []
}

/** The collections whose records refer to those of the resource. */
export function referring(model: ResourceModel, { name }: Resource): readonly Resource[] {
  return familyOf(model).referring.get(name) ?? []
}

/** The resource whose items a path leads through, the innermost one; undefined when there is none. */
export function resourceAbove(model: ResourceModel, path: string): Resource | undefined {
  const { byItem } = familyOf(model)
  let [above, found]: [string, Resource | undefined] = [shapeOf(path), undefined]
  while (above !== '' && !found) {
    above = above.slice(0, above.lastIndexOf('/'))
    found = byItem.get(above)
  }
  return found
}

/** The resource whose list has that path. */
export function listedAt(model: ResourceModel, path: string): Resource | undefined {
  return familyOf(model).byList.get(path)
}

/** A record that a path names without leading through it. */
export interface Named {
  readonly resource: Resource
  readonly parameter: string
}

/** What a path names beside what it leads through: a store in `/catalogs/{storeId}/columns`, which `/stores/{storeId}` is. */
export function namedIn(model: ResourceModel, path: string): readonly Named[] {
  const { byParameter } = familyOf(model)
  return parameterNames(path).flatMap((parameter): readonly Named[] => {
    const resource = byParameter.get(parameter)
    const isAbove = resource && `${shapeOf(path)}/`.startsWith(`${shapeOf(resource.itemPath ?? '')}/`)
    return resource && !isAbove ? [{ resource, parameter }] : []
  })
}

/** A document may have thousands of resources: each is not looked for among all of them. */
function familyOf(model: ResourceModel): Family {
  const known = families.get(model) ?? readFamily(model)
  families.set(model, known)
  return known
}

function readFamily({ resources }: ResourceModel): Family {
  const open = resources.filter(({ kind, scope }) => kind === 'collection' && scope.length === 0)
  return {
    byName: new Map(resources.map((resource) => [resource.name, resource])),
    below: groupBy(
      resources.filter(({ parent }) => parent !== undefined),
      ({ parent }) => parent?.resource ?? '',
    ),
    referring: byTarget(
      resources.filter(({ kind }) => kind === 'collection'),
      () => true,
    ),
    showing: byTarget(open, ({ idProperty }) => idProperty !== undefined),
    byList: new Map(
      resources.flatMap((each) =>
        each.collectionPath === undefined ? [] : [[each.collectionPath, each] as const],
      ),
    ),
    byItem: new Map(
      resources.flatMap((each) =>
        each.itemPath === undefined ? [] : [[shapeOf(each.itemPath), each] as const],
      ),
    ),
    byParameter: readParameters(resources),
  }
}

/** Resources by the names of those that they refer to so. */
function byTarget(
  resources: readonly Resource[],
  isSo: (reference: Reference) => boolean,
): ReadonlyMap<string, readonly Resource[]> {
  const pairs = resources.flatMap((resource) => {
    const names = resource.references.filter(isSo).map((each) => each.resource)
    return [...new Set(names)].map((name) => ({ name, resource }))
  })
  const groups = groupBy(pairs, ({ name }) => name)
  return new Map([...groups].map(([name, those]) => [name, those.map(({ resource }) => resource)]))
}

function readParameters(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  const found = resources.flatMap((resource) => {
    const { itemPath = '', discoverable, idProperty } = resource
    const isKnownById = itemPath.endsWith('}') && discoverable && idProperty !== undefined
    const parameter = isKnownById ? parameterNames(itemPath).at(-1) : undefined
    return parameter === undefined ? [] : [{ parameter, resource }]
  })
  const clear = [...groupBy(found, ({ parameter }) => parameter)].flatMap(([parameter, [first, ...more]]) =>
    first && more.length === 0 && isCalled(first.resource, parameter)
      ? [[parameter, first.resource] as const]
      : [],
  )
  return new Map(clear)
}

/** Whether the parameter's name says that it is the id of such a record: one of another name may be of anything. */
const isCalled = ({ name, scope }: Resource, parameter: string): boolean =>
  scope.length === 0 && referencedNoun(parameter) === resourceNoun(name)
