import type { Operation } from '../../spec/document.ts'
import { resourceNoun } from '../../spec/inference/references/names.ts'
import { normalizeName, singular } from '../../spec/inference/prose/words.ts'
import type { Resource } from '../../spec/resources.ts'
import type { Api } from '../api/api.ts'

const known = new WeakMap<Api, Map<string, Resource | undefined>>()

/**
 * The collection whose ids a path parameter takes, although no path of that collection matches: `/reports/{shelfId}`,
 * `/shelves/{shelf}/summary`. Undefined if several collections match.
 */
export function resourceOfParameter(api: Api, { path }: Operation, name: string): Resource | undefined {
  const texts = path.split('/')
  const before = texts[texts.indexOf(`{${name}}`) - 1] ?? ''
  const names = known.get(api) ?? new Map<string, Resource | undefined>()
  known.set(api, names)
  const key = `${before}/${name}`
  if (!names.has(key)) names.set(key, find(api, before, name))
  return names.get(key)
}

function find({ model }: Api, before: string, name: string): Resource | undefined {
  const called = normalizeName(name)
  const candidates = model.resources.flatMap((resource) => {
    const { kind, idProperty } = resource
    if (kind !== 'collection' || idProperty === undefined) return []
    const one = resourceNoun(resource.name)
    const ofId = normalizeName(idProperty)
    // `{name}` below `shelves` is the name of a shelf, `{shelfName}` is so anywhere.
    const isOwn = called === `${one}${ofId}` || (called === ofId && normalizeName(singular(before)) === one)
    const isLike = called === one || called === `${one}id`
    return isOwn || isLike ? [{ resource, isOwn }] : []
  })
  const likeliest = candidates.some(({ isOwn }) => isOwn)
    ? candidates.filter(({ isOwn }) => isOwn)
    : candidates
  const free = likeliest.filter(({ resource }) => resource.parent === undefined)
  const [found, ...others] = free.length > 0 ? free : likeliest
  return others.length === 0 ? found?.resource : undefined
}
