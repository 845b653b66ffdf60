import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import { pastForms } from '../../../../spec/inference/states/words/verb-forms.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Reference, Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import type { Id } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { isSettable } from '../../records/settable.ts'
import { childrenOf, referring } from '../../resource-index.ts'
import { containerOf } from '../containers.ts'

/** How records belong to a record of another resource: they are nested below it, or refer to it. */
export interface Membership {
  readonly member: Resource
  /** The reference to the owner; undefined for nested records. */
  readonly by: Reference | undefined
  /** The property of the members with the id of the record that contains the owner, if only members tell it. */
  readonly ownerIn?: string
}

/** The memberships in records of the owner, by the noun for the members. Ambiguous memberships are left out. */
export function membershipsOf(options: CrudOptions, owner: Resource): ReadonlyMap<string, Membership> {
  const { document, model, byId } = options
  const nested = childrenOf(model, owner).filter(
    ({ kind, scope }) => kind === 'collection' && scope.length === owner.scope.length + 1,
  )
  const byReference = referring(model, owner).flatMap((member) => {
    const container = containerOf(model, member, owner)
    const ownerIn = container && 'property' in container ? container.property : undefined
    const isInReach =
      member === owner ||
      (owner.scope.length === 0
        ? member.scope.length === 0
        : isBeside(member, owner) || (ownerIn !== undefined && isAlone(member, owner)))
    const properties = possiblePropertiesOf(document, member.record)
    const toOwner = member.references.filter(({ property, resource }) => {
      const node = properties.get(property)
      const isSingle = node !== undefined && !typesOf(document, node).has('array')
      return resource === owner.name && isSingle
    })
    const ids = toOwner.filter(({ idProperty }) => idProperty === undefined)
    // A record may have both the id of its owner and an embedded copy.
    const [by, ...others] = ids.length > 0 ? ids : toOwner
    if (!isInReach || !by) return []
    const where = ownerIn === undefined ? {} : { ownerIn }
    if (others.length === 0) return [{ member, by, ...where }]
    // What clients send with a seller, and the server gives a winner, is of the seller.
    const [sent, ...more] = ids.filter(({ property }) => isSettable(options, member, property))
    return [
      ...(sent && more.length === 0 ? [{ member, by: sent, ...where }] : []),
      ...ids.map((each) => ({ member, by: each, isOneOf: true, ...where })),
    ]
  })
  return new Map(
    [...byReference, ...nested.map((member) => ({ member, by: undefined }))].flatMap((membership) =>
      nounsFor(membership, owner, byId).map((noun) => [noun, membership] as const),
    ),
  )
}

/** Whether records of both are below the same ones. */
const isBeside = (one: Resource, other: Resource): boolean =>
  one.scope.length === other.scope.length && one.parent?.resource === other.parent?.resource

/** Whether the ids of owners below other records tell them apart in members that are not. */
const isAlone = (member: Resource, owner: Resource): boolean =>
  member.scope.length === 0 && owner.idType === 'string'

/** Those who take part, counted by what each of them has. */
export const partiesTo: ReadonlyMap<string, readonly string[]> = new Map([
  ['subscription', ['subscriber']],
  ['membership', ['member']],
  ['enrollment', ['participant', 'student']],
  ['enrolment', ['participant', 'student']],
  ['registration', ['participant', 'attendee']],
])

/** The nouns for the members, with the participle for how they belong to the owner if they do so in several ways. */
function nounsFor(
  { member, by, isOneOf = false }: Membership & { readonly isOneOf?: boolean },
  owner: Resource,
  byId: CrudOptions['byId'],
): readonly string[] {
  const [noun, ownerNoun] = [singularNounOf(member.name), singularNounOf(owner.name)]
  if (isOneOf) return participlesFor(by?.property ?? '').map((each) => `${noun} ${each}`)
  if (member !== owner)
    return [
      noun,
      ...(partiesTo.get(noun) ?? []),
      ...(noun.startsWith(`${ownerNoun} `) ? [noun.slice(ownerNoun.length + 1)] : []),
    ]
  const listed = member.operations.flatMap(({ role, within, operationId }) => {
    const [only, ...others] = within
    const isBelow = role === 'list' && others.length === 0 && only?.property === by?.property
    return isBelow && only ? singularNounOf(byId.get(operationId)?.path ?? '') : []
  })
  return [...listed, 'child', 'reply', 'report', 'direct report', 'subordinate', `sub ${noun}`, `sub${noun}`]
}

/** The participles for a reference to a person: `assigned` for `assigneeId`, `reported` for `reporterId`. */
export function participlesFor(property: string): readonly string[] {
  const noun = singularWordsOf(property).replace(/ id$/, '')
  const stem = noun.replace(/(?:ee|er|or)$/, '')
  return noun === 'author' ? ['written', 'authored'] : [...pastForms([stem]), ...pastForms([`${stem}e`])]
}

/** The id of the owner that a record refers to. */
export const ownerIdOf = (by: Reference, record: JsonObject | undefined): Id | undefined =>
  idOf(referencedIds(record?.[by.property], by)[0])
