import type { Resource } from '../../resources.ts'
import { pathAbove } from '../../routing/path-template.ts'

/** What refers to records: a resource, or an operation without one, by its path. */
export type Referrer = Pick<Resource, 'name' | 'idProperty'>

/** The candidate whose path is most like the referrer's. One below the referrer is a last resort: its records are created later. */
export function nearest(referrer: Referrer, candidates: readonly Resource[]): Resource | undefined {
  const others = candidates.filter(({ name }) => name !== referrer.name)
  const before = others.filter(({ parent }) => parent?.resource !== referrer.name)
  const [first] = (before.length > 0 ? before : others).sort(
    (one, other) => nearness(referrer, other) - nearness(referrer, one),
  )
  return first
}

/** Whether two resources are nested in the same one, so that records of one scope refer to others of it. */
export const areSiblings = ({ name }: Referrer, other: Resource): boolean =>
  other.parent !== undefined && pathAbove(name) === pathAbove(other.name)

/** How many leading path segments two resources share; of those with as many, the one without a scope and with the shorter path is nearer. */
function nearness(one: Referrer, other: Resource): number {
  const [parts, otherParts] = [one, other].map(({ name }) => name.split('/'))
  const shared = parts?.findIndex((part, index) => part !== otherParts?.[index]) ?? -1
  return (
    (shared === -1 ? (parts?.length ?? 0) : shared) -
    other.scope.length / 10 -
    (otherParts?.length ?? 0) / 100
  )
}
