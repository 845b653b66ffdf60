import { idempotencyKeyParameter } from '../../../spec/inference/idempotency-keys.ts'
import type { Resource } from '../../../spec/resources.ts'
import { operationFor, operationsFor, type Api } from '../../api/api.ts'
import { redirectionsTo } from '../../api/redirections.ts'
import type { Case } from '../../case.ts'
import { ownerOf } from '../../records/parameter-resource.ts'
import { clearingsOf, judgeClearings } from './actions/clearing.ts'
import { judgeTakenValues, takingActionsOf } from './actions/conversions.ts'
import { judgeTimingActions, timingActionsOf } from './actions/described-times.ts'
import { actingOnOthers, judgeEffectsOnOthers } from './actions/effects-on-others.ts'
import { actOnEmpty, demandsOf } from './actions/empty-records.ts'
import { exploreStates } from './actions/explore-states.ts'
import { flagActionsOf, judgeFlags } from './actions/flags.ts'
import { judgeOnceOnly, onceOnlyActionsOf } from './actions/once-only.ts'
import { stateMachineOf } from './actions/state-machine.ts'
import { useDeletedRecord } from './life-cycle/deleted-record.ts'
import { emptyingOf, judgeEmptied } from './life-cycle/emptied-list.ts'
import { restoreDeleted, restorationOf } from './life-cycle/restore.ts'
import { searchCases } from './list-cases.ts'
import { isShownAlike, judgeAgreement } from './lists/agreement.ts'
import { inclusionsOf, judgeIncludedState } from './lists/included-states.ts'
import { judgeOwnerList, ownerLists } from './lists/owner-lists.ts'
import { followRedirection } from './reads/followed-redirects.ts'
import { countsOf, judgeCounts } from './relations/counts.ts'
import { effectsOfCreation, judgeCreationEffects } from './relations/creation-effects.ts'
import { judgeUndo } from './relations/derived-values.ts'
import { listThroughOther, useOtherParent } from './relations/hierarchy.ts'
import { memberOf, putIntoList } from './relations/members.ts'
import { actOnReferenced, blockedActionsOf, deleteReferenced } from './relations/referenced.ts'
import { addAndRemove, relationsOf } from './relations/relations.ts'
import { judgeSums, sumsOf } from './relations/sums.ts'
import { caseBy, caseOn, casesBy } from './stateful-case.ts'
import { consequenceCases, updateCases, type Writes } from './update-cases.ts'
import { defaultsOf, leaveDefaultsOut } from './writes/defaults.ts'
import { repeatKey } from './writes/idempotency-key.ts'
import { flagsOfNew, judgeInitialFlags } from './writes/initial-flags.ts'
import { capacityOf, exceedCapacity } from './writes/refusals/capacities.ts'
import { exceedMaximum, maximumOf } from './writes/refusals/maximums.ts'
import { shareAlone, sharedAloneOf } from './writes/refusals/shared-alone.ts'
import { lookForSecrets, secretsOf } from './writes/shown-once.ts'
import { describedSoleFlag, passFlag } from './writes/sole-flags.ts'

/** The cases about creating, changing and deleting the records of a resource. */
export function recordCases(api: Api, resource: Resource): readonly Case[] {
  const writes: Writes = {
    creates: operationsFor(api, resource, 'create'),
    patches: operationsFor(api, resource, 'update'),
    replaces: operationsFor(api, resource, 'replace'),
    removal: operationFor(api, resource, 'delete'),
  }
  return [
    ...visibilityCases(api, resource, writes),
    ...updateCases(api, resource, writes),
    ...consequenceCases(api, resource, writes),
    ...actionCases(api, resource),
    ...referenceCases(resource, writes),
    ...creationCases(api, resource, writes),
    ...membershipCases(api, resource),
    ...deletionCases(api, resource, writes),
  ]
}

const only = (isDue: boolean, ...cases: readonly Case[]): readonly Case[] => (isDue ? cases : [])

/** Cases about where records are shown, and where they are not. */
function visibilityCases(api: Api, resource: Resource, { removal }: Writes): readonly Case[] {
  return [
    ...only(!removal, caseOn(resource, 'missing', 'requests for deleted records', useDeletedRecord)),
    ...only(
      ownerOf(api, resource) !== undefined,
      caseOn(resource, 'hierarchy', 'records through another parent', useOtherParent),
    ),
    ...only(
      resource.parent !== undefined,
      caseOn(resource, 'other-list', 'lists below different parents', listThroughOther),
    ),
    ...searchCases(api, resource),
    ...ownerLists(api, resource).map((each) => {
      const { method, path } = each.list.operation
      const title = `${method} ${path} for different owners`
      return caseBy(resource, each.list, 'owned', title, (context) => judgeOwnerList(context, resource, each))
    }),
    ...inclusionsOf(api, resource).map((each) => {
      const { parameter, asking } = each
      const name = asking === true ? parameter.name : `${parameter.name}-${asking}`
      return caseOn(resource, `included-${name}`, `${name} includes records`, (context) =>
        judgeIncludedState(context, resource, each),
      )
    }),
    ...redirectionsTo(api, resource).map((each) => {
      const { id, method, path } = each.operation
      const title = `${method} ${path} leads to the ${each.property}`
      return caseOn(resource, `redirects-${id}`, title, (context) =>
        followRedirection(context, resource, each),
      )
    }),
    ...only(
      countsOf(api, resource).length > 0,
      caseOn(resource, 'counts', 'counts match the number of items', judgeCounts),
    ),
    ...only(
      sumsOf(api, resource).length > 0,
      caseOn(resource, 'sums', 'sums of numbers of other records', judgeSums),
    ),
    ...only(
      isShownAlike(api, resource),
      caseOn(resource, 'agreement', 'the list and the record agree', judgeAgreement),
    ),
  ]
}

/** Cases about actions on a record. */
function actionCases(api: Api, resource: Resource): readonly Case[] {
  return [
    ...only(
      stateMachineOf(api, resource) !== undefined,
      caseOn(resource, 'actions', 'state changes by actions', exploreStates),
    ),
    ...only(
      flagActionsOf(api, resource).length > 0,
      caseOn(resource, 'flags', 'flags set by actions', judgeFlags),
    ),
    ...only(
      onceOnlyActionsOf(api, resource).length > 0,
      caseOn(resource, 'once', 'actions that are possible only once', judgeOnceOnly),
    ),
    ...only(
      demandsOf(api, resource).length > 0,
      caseOn(resource, 'empty', 'actions on records that nothing belongs to', actOnEmpty),
    ),
    ...only(
      actingOnOthers(api, resource).length > 0,
      caseOn(resource, 'effects', 'effects of actions on other records', judgeEffectsOnOthers),
    ),
    ...only(
      takingActionsOf(api, resource).length > 0,
      caseOn(resource, 'taken', 'values that a new record takes from another', judgeTakenValues),
    ),
    ...only(
      blockedActionsOf(api, resource).length > 0,
      caseOn(resource, 'blocked', 'actions on records that others refer to', actOnReferenced),
    ),
    ...only(
      timingActionsOf(api, resource).length > 0,
      caseOn(resource, 'timed', 'times that actions set', judgeTimingActions),
    ),
    ...only(
      clearingsOf(api, resource).length > 0,
      caseOn(resource, 'cleared', 'values that actions clear', judgeClearings),
    ),
  ]
}

/** Cases about records that others refer to. */
const referenceCases = (resource: Resource, { removal }: Writes): readonly Case[] =>
  removal
    ? [
        caseOn(resource, 'referenced', 'deletion of records that others refer to', (context) =>
          deleteReferenced(context, resource, removal),
        ),
      ]
    : []

function creationCases(api: Api, resource: Resource, { creates }: Writes): readonly Case[] {
  return [
    ...creates.flatMap((each) => {
      const key = idempotencyKeyParameter(each.operation)
      if (!key) return []
      return [
        caseBy(resource, each, 'repeated', 'a repeated idempotency key', (context) =>
          repeatKey(context, resource, each, key),
        ),
      ]
    }),
    ...casesBy(
      resource,
      creates.filter((each) => capacityOf(api, resource, each) !== undefined),
      'capacity',
      (id) => `more records than ${id} may create`,
      exceedCapacity,
    ),
    ...casesBy(
      resource,
      creates.filter((each) => effectsOfCreation(api, resource, each).length > 0),
      'amounts',
      (id) => `amounts of other records that ${id} changes`,
      judgeCreationEffects,
    ),
    ...casesBy(
      resource,
      creates.filter((each) => maximumOf(api, resource, each) !== undefined),
      'maximum',
      (id) => `more records than ${id} allows for what they refer to`,
      exceedMaximum,
    ),
    ...casesBy(
      resource,
      creates.filter((each) => sharedAloneOf(api, resource, each).length > 0),
      'shared-alone',
      (id) => `values that records may share if others differ, by ${id}`,
      shareAlone,
    ),
    ...only(
      describedSoleFlag(api, resource) !== undefined,
      caseOn(resource, 'sole-flag', 'a flag that one record has', passFlag),
    ),
    ...casesBy(
      resource,
      creates.filter((each) => secretsOf(api, each).length > 0),
      'secrets',
      (id) => `values that ${id} shows only once`,
      lookForSecrets,
    ),
    ...casesBy(
      resource,
      creates.filter((each) => defaultsOf(api, resource, each).length > 0),
      'defaults',
      (id) => `defaults of properties that ${id} omits`,
      leaveDefaultsOut,
    ),
    ...casesBy(
      resource,
      creates.filter((each) => flagsOfNew(api, resource, each).size > 0),
      'flags',
      (id) => `flags of what ${id} creates`,
      judgeInitialFlags,
    ),
  ]
}

/** Cases about existing records that are added to a list or to another record. */
function membershipCases(api: Api, resource: Resource): readonly Case[] {
  return [
    ...casesBy(
      resource,
      operationsFor(api, resource, 'put').filter((each) => memberOf(api, resource, each)),
      'member',
      (id) => `items that ${id} adds to the list`,
      putIntoList,
    ),
    ...relationsOf(api, resource).map((related) => {
      const { id } = related.put
      return caseOn(resource, `relation-${id}`, `items that ${id} adds to the record`, (context) =>
        addAndRemove(context, resource, related),
      )
    }),
  ]
}

/** Cases about restoring deleted records, and about what a deletion must leave unchanged. */
function deletionCases(api: Api, resource: Resource, { creates, removal }: Writes): readonly Case[] {
  const isUndone = creates.length > 0 && removal !== undefined && resource.references.length > 0
  return [
    ...only(
      restorationOf(api, resource) !== undefined,
      caseOn(resource, 'restored', 'a deleted record is restored', restoreDeleted),
    ),
    ...[emptyingOf(api, resource) ?? []]
      .flat()
      .map((emptying) =>
        caseOn(resource, 'emptied', `records that ${emptying.id} deletes`, (context) =>
          judgeEmptied(context, resource, emptying),
        ),
      ),
    ...only(
      isUndone,
      caseOn(resource, 'undo', 'creation and deletion leave other records unchanged', judgeUndo),
    ),
  ]
}
