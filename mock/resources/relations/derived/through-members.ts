import type { SchemaNode } from '../../../../spec/document.ts'
import { countedNoun, describedCounts } from '../../../../spec/inference/numbers/counts.ts'
import { describedSum } from '../../../../spec/inference/numbers/described-sums.ts'
import { singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { CrudOptions } from '../../options.ts'
import { isSettable } from '../../records/settable.ts'
import { membershipsOf, type Membership } from '../members/memberships.ts'
import { countOf, type DerivedProperty } from './derivations.ts'
import { sumOf } from './derived-numbers.ts'

type Derivation = Omit<DerivedProperty, 'property' | 'empty'>
type Memberships = ReadonlyMap<string, Membership>

/**
 * What a number counts, or sums up, of the records that belong to those that belong to its own: the lessons of a course, whose sections
 * count theirs. It is the sum of their numbers.
 */
export function throughMembers(
  options: CrudOptions,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): Derivation | undefined {
  const found = [...new Set(memberships.values())].flatMap((membership): readonly Derivation[] => {
    const { member } = membership
    const inner = membershipsOf(options, member)
    const isSame = inner.size === 0 ? undefined : sameAs(options, memberships, inner, property, node)
    if (!isSame) return []
    const number = [...possiblePropertiesOf(options.document, member.record)].find(
      ([name, each]) => !isSettable(options, member, name) && isSame(name, each),
    )
    return number ? [{ ...membership, shown: undefined, averaged: number[0], isSum: true }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** Whether a number of the members says of their own members what a number says of all of these; undefined if it says nothing of them. */
function sameAs(
  { document }: CrudOptions,
  memberships: Memberships,
  inner: Memberships,
  property: string,
  node: SchemaNode,
): ((name: string, node: SchemaNode) => boolean) | undefined {
  const nouns = [countedNoun(property) ?? singularWordsOf(property), ...describedCounts(document, node)]
  const noun = nouns.find((each) => inner.has(each) && !memberships.has(each))
  if (noun !== undefined) {
    return (name, each) => {
      const count = countOf(document, inner, name, each)
      return count?.member === inner.get(noun)?.member && count?.state === undefined && count !== undefined
    }
  }
  for (const [each, { member }] of inner) {
    const summed = memberships.has(each) ? undefined : describedSum(document, node, each, member.record)
    if (summed !== undefined)
      return (_, other) => {
        const sum = sumOf(document, inner, other)
        return sum?.isSum === true && sum.averaged === summed && sum.member === member
      }
  }
  return undefined
}
