import type { Operation } from '../../../../spec/document.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import {
  actionBlocker,
  deletionBlocker,
  type DeletionBlocker,
} from '../../../../spec/inference/references/deletion-blockers.ts'
import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import { useBlockers } from '../../../../spec/inference/references/use-blockers.ts'
import { isUnfinished } from '../../../../spec/inference/states/words/exclusive-states.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, isDateTime, typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { sameId } from '../../../answers/answer-records.ts'
import { recordProperties, resourceNamed, type Api, type RoleOperation } from '../../../api/api.ts'
import { creatorOf } from '../../../api/creators.ts'
import { isState } from '../../../api/state-values.ts'
import { judgeForbidden } from '../../../attempts/judge-forbidden.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import { invalidRefused } from '../../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft, textOfId } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { ownerOf } from '../../../records/parameter-resource.ts'
import { readItem } from '../../../records/read-record.ts'
import { changes, snapshot } from '../../../records/snapshot.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'

/**
 * Deletes records that others refer to. A refused deletion must change nothing; an accepted one must be allowed by the document,
 * and do to the referring records what it says.
 */
export async function deleteReferenced(
  context: Context,
  resource: Resource,
  removal: RoleOperation,
): Promise<void> {
  const referrers = referrersOf(context.api, resource)
  if (referrers.length === 0) throw inconclusive('No record refers to records of this resource.')
  // Creates what reading the lists requires: later, that would refer to the parent, and prevent its deletion.
  await snapshot(context)
  for (const referrer of referrers) {
    context.group.fixtures.delete(resource.name)
    context.group.fixtures.delete(referrer.name)
    const child = await context.fixture(referrer, { fresh: true })
    const parent = context.group.fixtures.get(resource.name)
    if (!child?.creation || !parent?.creation || parent.gone) continue
    const before = await snapshot(context)
    const use = await useOf(context, resource, removal, parent)
    const answer = await context.send(itemDraft(removal, parent), 'valid')
    if (answer.status >= 500) continue
    if (isSuccess(answer.status)) {
      if (use !== undefined) reportUsed(context, removal, use, child.creation, answer)
    } else {
      const evidence = {
        title: 'the deletion of a record that others refer to',
        status: answer.status,
        changes: changes(context, before, await snapshot(context)),
      }
      context.judge(failedWrite, evidence, { answer, after: [child.creation] })
      // Whether others can be deleted is not to be tried with this one.
      context.group.fixtures.delete(resource.name)
    }
    await judgeBlocker(context, deletionBlocker(removal.operation, referrer.name), child, parent, answer)
    if (isSuccess(answer.status)) await judgeReferrer(context, referrer, child, parent, answer)
  }
}

/** What a record shows of its use, if the document says that it cannot be deleted then: `times_used = 1`. */
async function useOf(
  context: Context,
  resource: Resource,
  { operation }: RoleOperation,
  record: Fixture,
): Promise<string | undefined> {
  const names = useBlockers(context.api.document, operation, resource.record)
  const shown = names.length > 0 ? (await readItem(context, resource, record))?.record : undefined
  const uses = names.map((name) => [name, shown?.[name]] as const)
  const [use] = uses.flatMap(([name, value]) =>
    typeof value === 'number' && value > 0 ? [`${name} = ${String(value)}`] : [],
  )
  return use
}

function reportUsed(
  context: Context,
  { operation }: RoleOperation,
  use: string,
  creation: Answer,
  answer: Answer,
): void {
  const title = `the id of a record with ${use}`
  const evidence = { answer, cause: 'deletion of what is used', title, forbiddenBy: operation.pointer }
  context.judge(invalidRefused, { ...evidence, severity: 'error' }, { answer, after: [creation] })
}

/** The resources whose records refer to those of a resource, or are below them, and can be created. */
const referrersOf = (api: Api, resource: Resource): readonly Resource[] =>
  api.model.resources.filter(
    (each) =>
      (each.references.some((reference) => reference.resource === resource.name) ||
        ownerOf(api, each) === resource) &&
      creatorOf(api, each),
  )

/** An action on a record, and what says that records of another resource prevent it. */
interface Blocked {
  readonly action: Operation
  readonly referrer: Resource
  readonly blocker: DeletionBlocker
}

/** The actions on a resource that others prevent by referring to its records. */
export const blockedActionsOf = (api: Api, resource: Resource): readonly Blocked[] =>
  actionsOn(api, resource).flatMap((action) =>
    referrersOf(api, resource).flatMap((referrer) => {
      const blocker = actionBlocker(action, referrer.name)
      return blocker ? [{ action, referrer, blocker }] : []
    }),
  )

/** Acts on records that others prevent from it, according to the document. */
export async function actOnReferenced(context: Context, resource: Resource): Promise<void> {
  for (const { action, referrer, blocker } of blockedActionsOf(context.api, resource)) {
    const { template } = await context.control(action)
    context.group.fixtures.clear()
    const child = template && (await context.fixture(referrer, { fresh: true }))
    const parent = context.group.fixtures.get(resource.name)
    if (!template || !child?.creation || !parent?.creation) continue
    const answer = await context.send(await context.instantiate(action, template), 'valid')
    if (answer.status < 500 && answer.draft.bindings.some(({ fixture }) => fixture === parent))
      await judgeBlocker(context, blocker, child, parent, answer)
  }
}

/** Judges a deletion, or another change, that another record prevents, according to the document. */
async function judgeBlocker(
  context: Context,
  blocker: DeletionBlocker | undefined,
  child: Fixture,
  parent: Fixture,
  deletion: Answer,
): Promise<void> {
  const referrer = resourceNamed(context.api, child.resource)
  if (!blocker || !referrer) return
  const isReferring =
    referenceTo(parent, referrer, child.record) !== undefined ||
    child.creation?.draft.bindings.some(
      ({ in: place, fixture }) => place === 'path' && fixture === parent && referrer.parent !== undefined,
    ) === true
  const isBlocking =
    blocker.isUnconditional ||
    (blocker.areGoingOn && (alwaysGoesOn(context, referrer) || isOpen(context, referrer, child))) ||
    isIn(blocker, context, referrer, child)
  if (!isReferring || !isBlocking) return
  const title = `the id of a record that one of ${referrer.name} refers to`
  const cause = `${deletion.method === 'DELETE' ? 'deletion' : deletion.draft.operation.id} ${referrer.name}`
  const forbidden = { forbiddenBy: blocker.pointer, status: 409, cause, title }
  await judgeForbidden(context, deletion, forbidden, child.creation ? [child.creation] : [])
}

/** Whether nothing about a record says that it has ended: that a student is enrolled is shown by the enrolment itself. */
const alwaysGoesOn = ({ api }: Context, { record }: Resource): boolean =>
  [...possiblePropertiesOf(api.document, record)].every(([, node]) => {
    const isOpen = isDateTime(api.document, node) && typesOf(api.document, node).has('null')
    return !isState(api, node) && !isOpen
  })

/** Whether a new record is in a state that is none of an end: `open`. */
const isOpen = ({ api }: Context, resource: Resource, { record: shown }: Fixture): boolean =>
  [...recordProperties(api, resource)].some(([name, node]) => {
    const value = shown?.[name]
    return isState(api, node) && typeof value === 'string' && isUnfinished(wordsOf(value).join(' '))
  })

/** Whether a new record is, or is not, in one of the states that the words name. */
const isIn = (
  { states, isNot = false }: DeletionBlocker,
  { api }: Context,
  { record }: Resource,
  { record: shown }: Fixture,
): boolean =>
  [...possiblePropertiesOf(api.document, record)].some(([name, node]) => {
    const value = shown?.[name]
    const names = new Set(
      enumValues(api.document, node).flatMap((each) =>
        typeof each === 'string' ? [singularWordsOf(each)] : [],
      ),
    )
    const isOfState = typeof value === 'string' && isState(api, node)
    return isOfState && states.some((each) => names.has(each) && (each === singularWordsOf(value)) !== isNot)
  })

/** The property by which a record refers to that one. */
function referenceTo(
  { resource, id }: Fixture,
  referrer: Resource,
  record: JsonObject | undefined,
): string | undefined {
  return referrer.references.find(
    (reference) =>
      reference.resource === resource &&
      referencedIds(record?.[reference.property], reference).some((referenced) => sameId(referenced, id)),
  )?.property
}

/** Judges whether a record still refers to a deleted one, if the document says what the deletion does to it. */
async function judgeReferrer(
  context: Context,
  referrer: Resource,
  child: Fixture,
  gone: Fixture,
  deletion: Answer,
): Promise<void> {
  if (!describesEffectOn(deletion, referrer, gone)) return
  const seen = await readItem(context, referrer, child)
  const property = referenceTo(gone, referrer, seen?.record)
  if (!seen || property === undefined) return
  const rule = `${property} of ${referrer.name} refers to no deleted record of ${gone.resource}`
  const contradiction = `${property} still refers to ${textOfId(gone.id)}`
  const evidence = {
    rule,
    cause: `left ${property} ${referrer.name}`,
    after: 'DELETE',
    contradiction,
    severity: 'error',
  } as const
  context.judge(aggregate, evidence, {
    answer: seen.answer,
    operation: deletion.draft.operation,
    after: [...(child.creation ? [child.creation] : []), deletion],
  })
}

/** Whether the description of a deletion says what it does to records that refer to the deleted one: "It leaves its groups". */
function describesEffectOn({ draft: { operation } }: Answer, { name }: Resource, gone: Fixture): boolean {
  const deletedNoun = singularNounOf(gone.resource)
  const noun = singularNounOf(name)
  // If both end in the same word, a sentence about packages is not one about priority packages.
  const word = lastWord(noun) === lastWord(deletedNoun) ? noun : lastWord(noun)
  // A sentence about experiment templates is not one about experiments, nor one about the file manager one about files.
  const deletedNames = gone.resource
    .split('/')
    .map(singularWordsOf)
    .filter((each) => each !== word)
  const withoutDeleted = (sentence: string): string =>
    deletedNames.reduce((rest, each) => rest.replaceAll(` ${each} `, ' '), sentence)
  const isAbout = (sentence: string): boolean =>
    withoutDeleted(sentence).includes(` ${word} `) &&
    !/\b(?:not|cannot|must|first|before|unless|only|stays?|keeps?|refused|409|422)\b/.test(sentence)
  return (
    word !== '' &&
    sentencesOf(operation).some(
      (sentence) =>
        isAbout(sentence) &&
        /\b(?:leav|remov|delet|tak(?:en|es?\b)|drop|clear|detach|unlink|go(?:es?)? with|cascad)/.test(
          sentence,
        ),
    )
  )
}

const lastWord = (noun: string): string => noun.split(' ').at(-1) ?? ''
