import type { SchemaNode } from '../../spec/document.ts'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import type { Edge } from './edges/edge.ts'
import { booleanEdges, listEdges, nullEdges, numberEdges, stringEdges } from './edges/scalars.ts'
import { arrayEdges, objectEdges } from './edges/structures.ts'
import type { BoundaryOptions, NamedValue } from './generated-values.ts'
import { isReal, type Goal } from './schema/goal.ts'
import { sitesOf, type IsValid, type Site } from './sites.ts'
import { isTextual } from './text-values.ts'
import type { Maker } from './values/maker.ts'
import { nameOfBranch, placeName, show, unique } from './wording.ts'

const kinds = [listEdges, nullEdges, booleanEdges, numberEdges, stringEdges, arrayEdges, objectEdges]

/** Valid values at each boundary of a goal and of everything nested in it, without duplicates. */
export function boundariesOf(
  maker: Maker,
  goal: Goal,
  isValid: IsValid,
  options: BoundaryOptions,
): readonly NamedValue[] {
  const { base, as = 'json' } = options
  const start = base !== undefined && isValid(base) ? base : undefined
  const found = new Map<string, NamedValue>()
  const names = new Set<string>()
  const texts = new Set<string>()
  for (const site of sitesOf(maker, goal, start, isValid)) {
    for (const edge of [
      ...asItIs(site),
      ...ways(site),
      ...(site.isRepeated ? [nullEdges] : kinds).flatMap((edges) => edges(site, maker, isValid)),
    ]) {
      const value = site.put(edge.value)
      const key = [
        site.path,
        site.goal.key,
        edge.property,
        edge.says,
        typeof edge.value === 'object' ? '' : edge.value,
      ].join(' ')
      const isKnown = found.has(key) || texts.has(stringifyJson(value))
      if (isKnown || !isValid(value) || (as === 'text' && !isTextual(value))) continue
      texts.add(stringifyJson(value))
      found.set(key, named(site, edge, value, names))
    }
  }
  return [...found.values()]
}

/** The whole value that the others start from. */
function asItIs({ path, value }: Site): readonly Edge[] {
  return path === '' ? [{ keyword: 'type', value, says: 'an ordinary value' }] : []
}

/** The value of a site, if there are several ways to make the choices there. */
function ways({ shape, ways, value, goal }: Site): readonly Edge[] {
  if (ways < 2) return []
  const before = new Set(goal.parts.map(({ pointer }) => pointer))
  const branches = shape.goal.parts.filter((part) => isReal(part) && !before.has(part.pointer))
  const says = branches.map(nameOfBranch).join(' and ')
  return [
    {
      keyword: keywordOf(branches),
      value,
      says: says === '' ? 'another way' : `by ${says}`,
    },
  ]
}

function keywordOf(branches: readonly SchemaNode[]): string {
  const keywords = branches.flatMap(
    ({ pointer }) => /\/(oneOf|anyOf|if|then|else|dependentSchemas)(?:\/[^/]*)?$/.exec(pointer)?.[1] ?? [],
  )
  return keywords[0] ?? 'not'
}

function named(site: Site, edge: Edge, value: Json, names: Set<string>): NamedValue {
  const path = edge.property === undefined ? site.path : appendPointer(site.path, edge.property)
  const what =
    edge.property === undefined
      ? `${placeName(path)} = ${show(edge.value)}, ${edge.says}`
      : `${placeName(path)} ${edge.says}`
  const name = unique(what, names)
  return { name, value, path, keyword: edge.keyword, undeclared: edge.undeclared === true }
}
