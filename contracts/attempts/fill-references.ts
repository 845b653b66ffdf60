import { referencedNoun, resourceNoun } from '../../spec/inference/references/names.ts'
import { equalJson, isJsonObject, type Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { referenceValue } from '../answers/answer-records.ts'
import { resourceNamed, type Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../draft.ts'
import type { Binding, Draft, Fixture } from '../interaction.ts'
import type { InstantiateOptions } from '../records/case-group.ts'
import { belongingTo } from '../records/owned-records.ts'
import {
  idThroughPath,
  referencesIn,
  valueToRefer,
  withOneEach,
  withRecord,
  type ReferencePlace,
} from '../records/reference-places.ts'
import { withReferenceSteps } from '../records/steps/reference-steps.ts'
import { usableReference } from '../records/steps/usable-reference.ts'
import { typedId } from '../requests/paths.ts'
import { isValid } from '../requests/validity.ts'

/** Replaces every reference in the body by the id of an existing record. */
export async function fillReferences(
  context: Context,
  draft: Draft,
  freshness: InstantiateOptions,
): Promise<Draft> {
  const places = referencesIn(context, draft).filter(({ holder }) => !/\/[1-9]\d*$/.test(holder))
  let filled = withOneEach(context, draft, places)
  const named = new Map<Resource, string>()
  for (const place of ownersFirst(places)) {
    const { pointer, property, resource } = place
    const isSecond = (named.get(resource) ?? property) !== property
    named.set(resource, property)
    const own = idThroughPath(draft, property) ?? idOfOwner(draft, place)
    const found =
      own === undefined
        ? await recordToRefer(context, filled, place, { ...freshness, isSecond })
        : [...draft.bindings.map((each) => each.fixture), context.group.fixtures.get(resource.name)].find(
            (each) => each?.resource === resource.name && each.id === own,
          )
    // An operation on several records changes those that it refers to.
    const isChanged = context.api.model.batches.get(draft.operation.id)?.resource === resource
    if (isChanged && found?.creation === undefined) continue
    if (found && isOfOtherOwner(draft, found)) {
      filled = withoutProperty(context, filled, pointer)
      continue
    }
    const id = own ?? (found && valueToRefer(place, found))
    const before = bodyValue(filled)
    const after =
      id !== undefined && before !== undefined
        ? withValueAt(before, pointer, inTypeOf(valueAt(before, pointer), id))
        : undefined
    if (after === undefined) continue
    const bindings: readonly Binding[] = found ? [{ in: 'body', at: pointer, fixture: found }] : []
    const body = withRecord(context, draft, after, place, found?.record)
    filled = { ...withBody(filled, body), bindings: [...filled.bindings, ...bindings] }
  }
  return filled
}

/** Whether a record was created by the same operation below another owner: a comment on another article cannot be replied to here. */
const isOfOtherOwner = ({ operation, path }: Draft, { creation }: Fixture): boolean =>
  creation !== undefined &&
  creation.draft.operation === operation &&
  !equalJson({ ...creation.draft.path }, { ...path })

/** The request without a property, unless it is required. */
function withoutProperty({ api }: Context, draft: Draft, pointer: string): Draft {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return draft
  const { [pointer.slice(1)]: _, ...others } = body
  const least = withBody(draft, others)
  return isValid(api, least) ? least : draft
}

/** An id in the type that is generated in its place: records may show as a number what requests name by a string, or the reverse. */
export function inTypeOf(generated: Json | undefined, id: Json): Json {
  if (typeof generated === 'string' && typeof id === 'number') return String(id)
  return typeof generated === 'number' && typeof id === 'string' ? typedId(id, 'integer') : id
}

/** The id of the record that the path leads below, and the body names as well: `todoListId` in `POST /todo-lists/{id}/todos`. */
function idOfOwner({ bindings }: Draft, { property, resource, key }: ReferencePlace): Json | undefined {
  const isNamed = key === undefined && referencedNoun(property) === resourceNoun(resource.name)
  const owner = bindings.find((each) => each.in === 'path' && each.fixture.resource === resource.name)
  return isNamed && owner ? referenceValue(resource, owner.fixture) : undefined
}

interface Wanted extends InstantiateOptions {
  /** Whether another property of the same body refers to a record of the same kind: money is moved between two accounts. */
  readonly isSecond: boolean
}

/** A record to refer to that the operation accepts, as far as is known. */
async function recordToRefer(
  context: Context,
  draft: Draft,
  place: ReferencePlace,
  freshness: Wanted,
): Promise<Fixture | undefined> {
  const { operation } = draft
  const found = await referred(context, draft, place.resource, freshness)
  const usable = await usableReference(context, operation, place, found)
  const ready = await withReferenceSteps(context, draft, place.resource, usable)
  return belongingTo(
    context,
    place.resource,
    ready,
    draft.bindings.map(({ fixture }) => fixture),
  )
}

/** The places in an order in which records are named before those that refer to them. */
function ownersFirst(places: readonly ReferencePlace[]): readonly ReferencePlace[] {
  const isOwned = ({ resource }: ReferencePlace): boolean =>
    places.some((other) => resource.references.some((each) => each.resource === other.resource.name))
  return [...places.filter((each) => !isOwned(each)), ...places.filter(isOwned)]
}

/** A record to refer to. For a reference to the operation's own resource it is a parent: other records may be changed or deleted. */
async function referred(
  context: Context,
  { operation }: Draft,
  resource: Resource,
  { fresh = false, freshReferences = false, isSecond }: Wanted,
): Promise<Fixture | undefined> {
  const own = context.api.model.roles.get(operation.id)
  // Nothing is below a record that is yet to be created, such as the version that an API recommends of itself.
  if (own?.operation.role === 'create' && isBelow(context.api, resource, own.resource)) return undefined
  const isNew = fresh || freshReferences
  if (own?.resource !== resource)
    return isSecond ? another(context, resource, isNew) : context.fixture(resource, { fresh: isNew })
  const parent = context.group.parents.get(resource.name)
  return parent?.gone === false ? parent : undefined
}

/** A record beside the one that the group's cases work on. */
async function another(context: Context, resource: Resource, fresh: boolean): Promise<Fixture | undefined> {
  const { fixtures, others } = context.group
  const known = others.get(resource.name)
  if (known?.gone === false && !fresh) return known
  const first = fixtures.get(resource.name)
  const made = await context.fixture(resource, { fresh: true })
  if (first) fixtures.set(resource.name, first)
  if (made) others.set(resource.name, made)
  return made
}

/** Whether the records of a resource are contained in those of another, directly or through others. */
function isBelow(api: Api, { parent }: Resource, other: Resource): boolean {
  if (!parent) return false
  const above = resourceNamed(api, parent.resource)
  return parent.resource === other.name || (above !== undefined && isBelow(api, above, other))
}
