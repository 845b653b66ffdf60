import type { Document, Operation, SchemaNode } from '../document.ts'
import { acceptedBy } from '../inference/bodies/accepted-schema.ts'
import { describedRanges } from '../inference/constraints/described-ranges.ts'
import { uniqueCombinationOf } from '../inference/constraints/unique-combinations.ts'
import { uniqueKeysOf } from '../inference/constraints/unique-keys.ts'
import { recordCreation } from '../inference/records/record-creation.ts'
import { deletionBlocker } from '../inference/references/deletion-blockers.ts'
import { refusedReferences } from '../inference/references/unknown-references.ts'
import { describedState, initialState, statePrecondition } from '../inference/states/described-states.ts'
import { describedTimes } from '../inference/states/effects/described-times.ts'
import { thresholdEffects } from '../inference/states/effects/threshold-effects.ts'
import { keptByDeletion } from '../inference/states/kept-by-deletion.ts'
import { referencedStates } from '../inference/states/refusals/referenced-states.ts'
import { describedMoments } from '../inference/times/described-moments.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../resources.ts'

/** An operation with a role, and what the document says of it. */
interface Ruled {
  readonly document: Document
  readonly model: ResourceModel
  readonly operation: Operation
  readonly resource: Resource
  readonly role: ResourceOperation
  /** The schema of the record in the request body. */
  readonly sent: SchemaNode | undefined
}

/**
 * The rules of an operation that were read from descriptions in plain words, as short phrases: `409 unless status is draft`, `sets status
 * to published`. The mock follows them.
 */
export function rulesOf(document: Document, model: ResourceModel, operation: Operation): readonly string[] {
  const found = model.roles.get(operation.id)
  if (!found) return []
  const { resource, operation: role } = found
  const sent = acceptedBy(document, operation, role, resource.nesting)
  const ruled: Ruled = { document, model, operation, resource, role, sent }
  if (isWrite(ruled)) return [...stateRules(ruled), ...writeRules(ruled, sent)]
  if (role.role === 'delete') return [...stateRules(ruled), ...deletionRules(ruled)]
  return role.role === 'action' ? stateRules(ruled) : []
}

const isWrite = ({ role }: Ruled): boolean => /^(?:create|replace|update)$/.test(role.role)

const either = (values: readonly unknown[]): string => values.map(String).join(' or ')

function stateRules({ document, operation, resource: { record }, role }: Ruled): readonly string[] {
  const isCreate = role.role === 'create'
  const isAction = role.role === 'action'
  const before = isCreate ? undefined : statePrecondition(document, record, operation)
  const stateOf = isCreate ? initialState : isAction ? describedState : undefined
  const after = stateOf?.(document, record, operation)
  const times = isAction ? describedTimes(document, record, operation) : []
  return [
    ...(before === undefined || before.refused.length === 0
      ? []
      : [`${before.status} if ${before.property} is ${either(before.refused)}`]),
    ...(after ? [`sets ${after.property} to ${after.value}`] : []),
    ...times.map((property) => `sets ${property} to the time`),
  ]
}

function writeRules(ruled: Ruled, sent: SchemaNode | undefined): readonly string[] {
  if (sent === undefined) return []
  const { document, model, operation, resource, role } = ruled
  const creation = recordCreation(document, resource)
  const keys = uniqueKeysOf(document, resource.record, { operation, sent }, creation)
  const isCreate = role.role === 'create'
  const combination = uniqueCombinationOf(document, { operation, sent }, resource, creation)
  const { references } = resource
  return [
    ...keys.map(({ status, property }) => `${status} if ${property} is taken`),
    ...(combination
      ? [`${combination.status} if ${combination.properties.join(' and ')} are taken together`]
      : []),
    ...describedRanges(document, operation, sent, creation?.operation).map(
      ({ lower, upper, isStrict, status }) =>
        `${status ?? 'refused'} unless ${lower} ${isStrict ? '<' : '≤'} ${upper}`,
    ),
    ...describedMoments(document, operation, sent).flatMap(({ property, time, isRequired, status }) =>
      isRequired ? [`${status ?? 'refused'} unless ${property} is in the ${time}`] : [],
    ),
    ...refusedReferences(document, operation, references).map(
      ({ reference, status }) => `${status} if ${reference.property} refers to no record`,
    ),
    ...referencedStates(document, operation, references, model.resources).map(
      ({ reference, property, refused, status }) =>
        `${status} if ${property} of what ${reference.property} refers to is ${either(refused)}`,
    ),
    ...(isCreate ? [] : thresholdRules(ruled, sent)),
  ]
}

const thresholdRules = ({ document, operation, resource }: Ruled, sent: SchemaNode): readonly string[] =>
  thresholdEffects(document, operation, sent, resource.record).map(
    ({ trigger, property, state }) =>
      `sets ${property} to ${state ?? 'the time'} when ${trigger.property} is ${trigger.value}`,
  )

function deletionRules({ document, model, operation, resource }: Ruled): readonly string[] {
  const referrers = model.resources.filter(
    ({ name, references }) =>
      name !== resource.name && references.some((each) => each.resource === resource.name),
  )
  const kept = keptByDeletion(document, operation, resource.record)
  return [
    ...referrers.flatMap(({ name }) =>
      deletionBlocker(operation, name) ? [`409 while records of ${name} refer to it`] : [],
    ),
    ...(kept?.changes.map(
      ({ property, value }) => `keeps the record, and sets ${property} to ${either([value ?? 'the time'])}`,
    ) ?? []),
  ]
}
