import type { SchemaNode } from '../../../spec/document.ts'
import { isJsonObject, type Json } from '../../../spec/json.ts'
import { disjointFrom } from '../schema/disjoint.ts'
import { refine } from '../schema/goal.ts'
import { factsOf, listOf, schemaOf, type Fact } from '../schema/shape.ts'
import type { Site } from '../sites.ts'
import { draw } from '../values/draw.ts'
import type { Maker } from '../values/maker.ts'
import { nameOfBranch } from '../wording.ts'
import { pointerOf, type Break, type Breaks } from './break.ts'

/** Values of every type that may match no branch. */
const unlikelyValues: readonly Json[] = [{}, 'no-branch', -0.5, true, null, [], { unexpectedProperty: 1 }]
/** The most pairs of branches that are tried for a `oneOf`. */
const maxPairs = 12

/** Breaks `oneOf`, `anyOf` and `not`, each keyword once at a place: the values are the same for every way to make the choices. */
export function createChoiceBreaks(): Breaks {
  const seen = new Set<string>()
  const isNew = (site: Site, fact: Fact): boolean => {
    const key = `${site.path} ${pointerOf(fact)}`
    return !seen.has(key) && seen.add(key).size > 0
  }
  return (site, maker) => {
    const newFacts = (keyword: string): readonly Fact[] =>
      factsOf(site.shape, keyword).filter((fact) => isNew(site, fact))
    return [
      ...newFacts('anyOf').flatMap((fact) => noBranch(site, fact)),
      ...newFacts('oneOf').flatMap((fact) => [...noBranch(site, fact), ...twoBranches(site, maker, fact)]),
      ...newFacts('not').flatMap((fact) => forbidden(site, maker, fact)),
    ]
  }
}

/** Values that may match no branch. */
function noBranch({ value }: Site, fact: Fact): readonly Break[] {
  const all = [...(isJsonObject(value) ? smaller(value) : []), ...unlikelyValues]
  return all.map((each) => ({ fact, value: each, says: `which no branch of ${fact.keyword} takes` }))
}

/** Values that match two branches. */
function twoBranches(site: Site, maker: Maker, fact: Fact): readonly Break[] {
  const decided = pointerOf(fact)
  return overlapping(site, maker, fact).flatMap(([one, other]) => {
    const parts = [one, other].map((branch) => ({ ...branch, scopes: fact.scopes }))
    const says = `which both ${nameOfBranch(one)} and ${nameOfBranch(other)} take`
    return drawn(site, maker, { parts, decided }).map((value): Break => ({ fact, value, says }))
  })
}

/** Pairs of branches that may match the same value. */
function overlapping(
  { goal }: Site,
  { build }: Maker,
  fact: Fact,
): readonly (readonly [SchemaNode, SchemaNode])[] {
  const branches = listOf(fact)
  const found: (readonly [SchemaNode, SchemaNode])[] = []
  for (const [index, one] of branches.entries()) {
    const isDisjoint = disjointFrom(build, goal, one)
    for (const other of branches.slice(index + 1)) {
      if (found.length === maxPairs) return found
      if (!isDisjoint(other)) found.push([one, other])
    }
  }
  return found
}

/** Values that match the schema of `not`. */
function forbidden(site: Site, maker: Maker, fact: Fact): readonly Break[] {
  const values = drawn(site, maker, { parts: [schemaOf(fact)], decided: pointerOf(fact) })
  return values.map((value) => ({ fact, value, says: 'which its not forbids' }))
}

function drawn({ goal }: Site, maker: Maker, addition: Parameters<typeof refine>[1]): readonly Json[] {
  return draw(maker.least(refine(goal, addition)))
}

/** The object without one of its properties, each in turn. */
function smaller(value: Readonly<Record<string, Json>>): readonly Json[] {
  return Object.keys(value).map((name) =>
    Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)),
  )
}
