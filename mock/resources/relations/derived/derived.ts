import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../../spec/util/memo.ts'
import type { CrudOptions } from '../../options.ts'
import { recordTypeOf } from '../../records/record-type.ts'
import { areNamesSent, areNewSent, isSettable } from '../../records/settable.ts'
import { membershipsOf } from '../members/memberships.ts'
import { countOf, latestOf, listOf, type DerivedProperty } from './derivations.ts'
import { placesOf, upcomingOf, usesOf } from './derived-counts.ts'
import {
  amountSumOf,
  extremeOf,
  heldOf,
  meanOf,
  outstandingOf,
  paidOf,
  sumOf,
  tallyOf,
} from './derived-numbers.ts'
import { throughMembers } from './through-members.ts'

const derivedProperties = new WeakMap<Resource, readonly DerivedProperty[]>()

/** The derived properties of a resource. Properties that clients can set are not derived. */
export function derivedPropertiesOf(options: CrudOptions, resource: Resource): readonly DerivedProperty[] {
  return getOrInsertComputed(derivedProperties, resource, () => findDerivedProperties(options, resource))
}

function findDerivedProperties(options: CrudOptions, resource: Resource): readonly DerivedProperty[] {
  const memberships = membershipsOf(options, resource)
  if (memberships.size === 0) return []
  const { document } = options
  const derived = [...possiblePropertiesOf(document, resource.record)].flatMap(
    ([property, node]): readonly DerivedProperty[] => {
      const derivation =
        heldOf(options, memberships, property, node) ??
        countOf(document, memberships, property, node) ??
        usesOf(document, memberships, property, node) ??
        upcomingOf(document, memberships, property, node) ??
        meanOf(document, memberships, property, node) ??
        paidOf(document, memberships, property) ??
        sumOf(document, memberships, node) ??
        extremeOf(document, resource, memberships, property, node) ??
        tallyOf(document, memberships, property, node) ??
        placesOf(document, memberships, property, node) ??
        outstandingOf(document, memberships, property, node) ??
        amountSumOf(document, resource, memberships, node) ??
        listOf(document, memberships, property, node) ??
        latestOf(document, resource, memberships, property, node) ??
        throughMembers(options, memberships, property, node)
      const isSent = isSettable(options, resource, property)
      const mayBeSent =
        derivation?.shown &&
        (areNamesSent(options, resource, property) ||
          areNewSent(options, resource, property, derivation.member))
      if (!derivation || (isSent && !mayBeSent)) return []
      const isOne =
        derivation.latest !== undefined || (derivation.averaged !== undefined && !derivation.isSum)
      const mayBeNull = isOne && typesOf(document, node).has('null')
      const least = (derivation.latest ?? derivation.extreme) ? undefined : 0
      return [{ ...derivation, property, empty: derivation.shown ? [] : mayBeNull ? null : least }]
    },
  )
  // A count next to a list in the same record counts that list, which may not be derived.
  const lists = new Set(derived.flatMap(({ property, shown }) => (shown ? [property] : [])))
  const { counts } = recordTypeOf(document, resource.record)
  const otherCounts = new Set(counts.flatMap(({ count, list }) => (lists.has(list) ? [] : [count])))
  return derived.filter(({ property }) => !otherCounts.has(property))
}
