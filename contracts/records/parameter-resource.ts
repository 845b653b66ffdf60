import type { Operation } from '../../spec/document.ts'
import { normalizeName, singular } from '../../spec/inference/prose/words.ts'
import { resourceNoun } from '../../spec/inference/references/names.ts'
import type { Resource } from '../../spec/resources.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { operationFor, resourceNamed, type Api } from '../api/api.ts'

const known = new WeakMap<Api, Map<string, Resource | undefined>>()

/**
 * The collection whose ids a path parameter takes, although no path of that collection matches: `/reports/{shelfId}`,
 * `/shelves/{shelf}/summary`. Undefined if several collections match.
 */
export function resourceOfParameter(api: Api, { path }: Operation, name: string): Resource | undefined {
  const segments = path.split('/')
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  const names = getOrInsertComputed(known, api, () => new Map<string, Resource | undefined>())
  const key = `${before}/${name}`
  if (!names.has(key)) names.set(key, findByName(api, before, name))
  return names.get(key)
}

/**
 * The resource whose record the paths of another run through: its parent, or the one that its only scope identifies, as in
 * `/issues/{issueId}/comments` beside `/projects/{projectId}/issues`.
 */
export function ownerOf(api: Api, resource: Resource): Resource | undefined {
  if (resource.parent) return resourceNamed(api, resource.parent.resource)
  const list = resource.scope.length === 1 ? operationFor(api, resource, 'list') : undefined
  const [parameter] = list?.role.scope ?? []
  return list && parameter !== undefined ? resourceOfParameter(api, list.operation, parameter) : undefined
}

/** The resource below whose records those of another one are listed, although they have paths of their own. */
export function listOwnerOf(api: Api, child: Resource): Resource | undefined {
  const [within, ...others] = operationFor(api, child, 'list')?.role.within ?? []
  const owner = child.references.find(({ property }) => property === within?.property)
  return owner && others.length === 0 ? resourceNamed(api, owner.resource) : undefined
}

/** The collection whose noun and id property make up the parameter's name; `before` is the path segment in front of it. */
function findByName({ model }: Api, before: string, name: string): Resource | undefined {
  const parameter = normalizeName(name)
  const candidates = model.resources.flatMap((resource) => {
    const { kind, idProperty } = resource
    if (kind !== 'collection' || idProperty === undefined) return []
    const noun = resourceNoun(resource.name)
    const id = normalizeName(idProperty)
    // `{shelfName}` is the name of a shelf anywhere, `{name}` only below `shelves`.
    const isExact =
      parameter === `${noun}${id}` || (parameter === id && normalizeName(singular(before)) === noun)
    const isSimilar = parameter === noun || parameter === `${noun}id`
    return isExact || isSimilar ? [{ resource, isExact }] : []
  })
  const exact = candidates.filter(({ isExact }) => isExact)
  const likeliest = exact.length > 0 ? exact : candidates
  const withoutParent = likeliest.filter(({ resource }) => resource.parent === undefined)
  const [match, ...others] = withoutParent.length > 0 ? withoutParent : likeliest
  return others.length === 0 ? match?.resource : undefined
}
