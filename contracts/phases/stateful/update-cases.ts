import type { Resource } from '../../../spec/resources.ts'
import { operationsFor, type Api, type RoleOperation } from '../../api/api.ts'
import type { Case } from '../../case.ts'
import { judgeKeptValues, updatesBesideActions } from './actions/kept-values.ts'
import { changeStates } from './actions/state-updates.ts'
import { flagsOf, keepFlags } from './life-cycle/kept-flags.ts'
import { mayCreate, putNew } from './life-cycle/put-new.ts'
import { writeConditionally } from './reads/conditional-writes.ts'
import { caseOn, casesBy } from './stateful-case.ts'
import { changeTimeOf, changeTimes } from './writes/change-time.ts'
import { creationTimeOf, keepCreationTime } from './writes/creation-time.ts'
import { mayResetToDefaults, resetToDefaults } from './writes/defaults.ts'
import { judgeFailedWrites } from './writes/failed-writes.ts'
import { keepOwnValues, uniqueIn } from './writes/own-values.ts'
import { mergePatchType, removeByNull } from './writes/patches/merge-patch.ts'
import { judgePatches, patchingOf } from './writes/patches/patch-documents.ts'
import { assignmentCases } from './writes/read-only-properties.ts'
import { isLimited } from './writes/refusals/described-limits.ts'
import { refusesUnknown } from './writes/refusals/unknown-references.ts'
import { replaceTwice } from './writes/replace-twice.ts'
import { effectsOf, judgeThresholds } from './writes/threshold-effects.ts'
import { changeVersions, tellsOfVersion } from './writes/versions.ts'

const patchNames = {
  'json-patch': 'JSON Patch',
  'merge-patch': 'merge patch',
  attributes: 'operations on attributes',
} as const

/** The operations that write the records of a resource. */
export interface Writes {
  readonly creates: readonly RoleOperation[]
  readonly patches: readonly RoleOperation[]
  readonly replaces: readonly RoleOperation[]
  readonly removal: RoleOperation | undefined
}

/** Cases about what an update stores, and what it leaves as it is. */
export function updateCases(
  api: Api,
  resource: Resource,
  { creates, patches, replaces }: Writes,
): readonly Case[] {
  const updates = [...patches, ...replaces]
  const writes = [...creates, ...updates]
  const puts = updates.filter(({ operation }) => operation.method === 'PUT')
  const merging = patches.filter(({ operation }) => mergePatchType(operation))
  const refusing = operationsFor(api, resource, 'action').filter(
    ({ operation }) => isLimited(api, resource, operation) || refusesUnknown(api, resource, operation),
  )
  return [
    ...writes.flatMap((each) => assignmentCases(api, resource, each)),
    ...casesBy(resource, puts, 'again', (id) => `a repeated ${id} changes nothing`, replaceTwice),
    ...casesBy(
      resource,
      updates.filter((each) => uniqueIn(api, resource, each) !== undefined),
      'own',
      (id) => `${id} with values that the record has`,
      keepOwnValues,
    ),
    ...casesBy(
      resource,
      puts.filter((each) => mayCreate(api, resource, each)),
      'new',
      (id) => `${id} with a new id`,
      putNew,
    ),
    ...casesBy(
      resource,
      puts.filter((each) => mayResetToDefaults(api, resource, each)),
      'reset',
      (id) => `defaults of properties that ${id} omits`,
      resetToDefaults,
    ),
    ...casesBy(
      resource,
      patches.filter((each) => flagsOf(api, resource, each).length > 0),
      'kept',
      (id) => `flags that ${id} omits`,
      keepFlags,
    ),
    ...(updatesBesideActions(api, resource).length > 0
      ? [caseOn(resource, 'kept', 'updates keep what actions have set', judgeKeptValues)]
      : []),
    ...casesBy(resource, merging, 'null', (id) => `null in ${id} removes the property`, removeByNull),
    ...patchingOf(api, resource).map((each) => {
      const { id } = each.by.operation
      return caseOn(
        resource,
        `patched-${id}-${each.format.kind}`,
        `what ${id} changes by ${patchNames[each.format.kind]}`,
        (context) => judgePatches(context, resource, each),
      )
    }),
    caseOn(resource, 'conditions', 'conditional writes', writeConditionally),
    ...casesBy(
      resource,
      [...writes, ...refusing],
      'refused',
      (id) => `a refused ${id} changes nothing`,
      (context, _, by) => judgeFailedWrites(context, by),
    ),
  ]
}

/** Cases about what an update changes besides what is sent: versions, times, and values at a threshold. */
export function consequenceCases(
  api: Api,
  resource: Resource,
  { patches, replaces }: Writes,
): readonly Case[] {
  const updates = [...patches, ...replaces]
  return [
    ...casesBy(
      resource,
      updates.filter((each) => tellsOfVersion(api, resource, each)),
      'version',
      (id) => `${id} increases the version`,
      changeVersions,
    ),
    ...casesBy(
      resource,
      changeTimeOf(api, resource) ? updates : [],
      'changed',
      (id) => `${id} sets the time of the last change`,
      changeTimes,
    ),
    ...casesBy(
      resource,
      creationTimeOf(api, resource) === undefined ? [] : updates,
      'created',
      (id) => `${id} keeps the time of creation`,
      keepCreationTime,
    ),
    ...casesBy(resource, updates, 'states', (id) => `state changes by ${id}`, changeStates),
    ...casesBy(
      resource,
      updates.filter((each) => effectsOf(api, resource, each).length > 0),
      'thresholds',
      (id) => `values that ${id} sets at a threshold`,
      judgeThresholds,
    ),
  ]
}
