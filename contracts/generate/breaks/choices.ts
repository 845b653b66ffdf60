import { isJsonObject, type Json } from '../../../spec/json.ts'
import { appendPointer } from '../../../spec/pointer.ts'
import { areDisjoint } from '../disjoint.ts'
import { draw } from '../draw.ts'
import { refine } from '../goal.ts'
import type { Maker } from '../maker.ts'
import { factsOf, listOf, schemaOf } from '../shape.ts'
import type { Site } from '../sites.ts'
import { nameOfBranch } from '../place.ts'
import type { Break, Breaks } from './break.ts'

/** Values of every type, one of which may match no branch. */
const strangers: readonly Json[] = [{}, 'no-branch', -0.5, true, null, [], { unexpectedProperty: 1 }]
/** Pairs of branches tried for one `oneOf`. */
const pairs = 12

/** Values that no branch of `oneOf` or `anyOf` takes. */
export const noBranchBreaks: Breaks = ({ shape, value }) =>
  ['oneOf', 'anyOf'].flatMap((keyword) =>
    factsOf(shape, keyword).flatMap((fact) =>
      [...(isJsonObject(value) ? smaller(value) : []), ...strangers].map((each): Break => ({
        fact,
        value: each,
        says: `which no branch of ${keyword} takes`,
      })),
    ),
  )

/** Values that two branches of `oneOf` take. */
export const twoBranchBreaks: Breaks = (site, maker) =>
  factsOf(site.shape, 'oneOf').flatMap((fact) => {
    const branches = listOf(fact).map((branch) => ({ ...branch, scopes: fact.scopes }))
    const all = branches.flatMap((one, index) =>
      branches
        .slice(index + 1)
        .filter((other) => !areDisjoint(maker.inside, [one], other))
        .map((other) => [one, other] as const),
    )
    const decided = appendPointer(fact.node.pointer, 'oneOf')
    return all.slice(0, pairs).flatMap(([one, other]) =>
      drawn(site, maker, { parts: [one, other], decided }).map((value): Break => ({
        fact,
        value,
        says: `which both ${nameOfBranch(one)} and ${nameOfBranch(other)} take`,
      })),
    )
  })

/** Values of the forbidden schema. */
export const notBreaks: Breaks = (site, maker) =>
  factsOf(site.shape, 'not').flatMap((fact) => {
    const decided = appendPointer(fact.node.pointer, 'not')
    return drawn(site, maker, { parts: [schemaOf(fact)], decided }).map((value): Break => ({
      fact,
      value,
      says: 'which its not forbids',
    }))
  })

function drawn({ goal }: Site, maker: Maker, addition: Parameters<typeof refine>[1]): readonly Json[] {
  return draw(maker.least(refine(goal, addition)))
}

/** The object with one property less, each in turn. */
function smaller(value: Readonly<Record<string, Json>>): readonly Json[] {
  return Object.keys(value).map((name) =>
    Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)),
  )
}
