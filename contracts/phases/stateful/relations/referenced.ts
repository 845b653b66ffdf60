import { deletionBlocker } from '../../../../spec/inference/references/deletion-blockers.ts'
import { referencedIds } from '../../../../spec/inference/references/referenced-ids.ts'
import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, type RoleOperation } from '../../../api/api.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import { invalidRefused } from '../../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft, textOfId } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { sameId } from '../../../records/answer-records.ts'
import { changes, snapshot } from '../../../records/snapshot.ts'
import { readItem } from '../../../records/read-record.ts'

/** Deletes records that others refer to: refused or not, nothing else may change by a refusal. */
export async function deleteReferenced(
  context: Context,
  group: CaseGroup,
  resource: Resource,
  removal: RoleOperation,
): Promise<void> {
  const referrers = context.api.model.resources.filter(
    (each) =>
      each.references.some((reference) => reference.resource === resource.name) &&
      operationFor(context.api, each, 'create'),
  )
  if (referrers.length === 0) throw inconclusive('No record refers to records of this resource.')
  for (const referrer of referrers) {
    group.fixtures.delete(resource.name)
    group.fixtures.delete(referrer.name)
    const child = await group.fixture(context, referrer, { fresh: true })
    const parent = group.fixtures.get(resource.name)
    if (!child?.creation || !parent?.creation || parent.gone) continue
    const before = await snapshot(context, group)
    const answer = await context.send(itemDraft(removal, parent), 'valid')
    if (isSuccess(answer.status)) {
      judgeBlocker(context, referrer, child, parent, answer)
      await judgeLeft(context, referrer, child, parent, answer)
    }
    if (isSuccess(answer.status) || answer.status >= 500) continue
    const evidence = {
      title: 'the deletion of a record that others refer to',
      status: answer.status,
      changes: changes(context, before, await snapshot(context, group)),
    }
    context.judge(failedWrite, evidence, { answer, after: [child.creation] })
  }
}

/** A deletion that another record prevents, according to the document, has to be refused. */
function judgeBlocker(
  context: Context,
  referrer: Resource,
  child: Fixture,
  parent: Fixture,
  deletion: Answer,
): void {
  const blocker = deletionBlocker(deletion.draft.operation, referrer.name)
  const refers = referrer.references.some(
    (each) =>
      each.resource === parent.resource &&
      referencedIds(child.record?.[each.property], each).some((id) => sameId(id, parent.id)),
  )
  if (blocker?.isUnconditional !== true || !refers) return
  const title = `the id of a record that one of ${referrer.name} refers to`
  context.judge(
    invalidRefused,
    {
      answer: deletion,
      cause: `deletion ${referrer.name}`,
      title,
      forbiddenBy: blocker.pointer,
      severity: 'error',
    },
    { answer: deletion, after: child.creation ? [child.creation] : [] },
  )
}

/** Where the document says what a deletion does to what refers to the record, it is done. */
async function judgeLeft(
  context: Context,
  referrer: Resource,
  child: Fixture,
  gone: Fixture,
  deletion: Answer,
): Promise<void> {
  if (!saysWhatBecomesOf(deletion, referrer, gone)) return
  const seen = await readItem(context, referrer, child)
  const property = referrer.references.find(
    (each) =>
      each.resource === gone.resource &&
      referencedIds(seen?.record?.[each.property], each).some((id) => sameId(id, gone.id)),
  )?.property
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

/** `It leaves its groups`, `Their orders are removed too`. */
function saysWhatBecomesOf({ draft: { operation } }: Answer, { name }: Resource, gone: Fixture): boolean {
  const own = singularNounOf(gone.resource)
  const [noun, last] = [singularNounOf(name), lastOf(singularNounOf(name))]
  // What is said of packages is not said of priority packages.
  const word = last === lastOf(own) ? noun : last
  // A sentence about experiment templates says nothing of experiments, one about folders of the file manager not of files.
  const itself = gone.resource
    .split('/')
    .map(singularWordsOf)
    .filter((each) => each !== word)
  const besideItself = (said: string): string =>
    itself.reduce((rest, each) => rest.replaceAll(` ${each} `, ' '), said)
  const isAbout = (sentence: string): boolean =>
    besideItself(sentence).includes(` ${word} `) &&
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

const lastOf = (noun: string): string => noun.split(' ').at(-1) ?? ''
