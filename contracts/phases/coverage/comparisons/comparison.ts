import type { Operation } from '../../../../spec/document.ts'
import { isSuccess, mayBeStateRefusal } from '../../../answer.ts'
import type { Api } from '../../../api/api.ts'
import type { Case } from '../../../case.ts'
import { inconclusive, unlessEnded, type Context } from '../../../context.ts'
import { encodeDraft } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { isRefused, type Expectation } from './expectations.ts'
import type { Trial } from './trials.ts'

/** A case that sends the same deviation to several operations and reports those that treat it unlike the others. */
export function comparison(
  name: string,
  title: string,
  trials: readonly Trial[],
  expectation: Expectation,
): Case & { readonly trials: number } {
  return {
    path: `coverage/all/${name}`,
    phase: 'coverage',
    operation: '(all)',
    title: `All operations treat ${title} alike`,
    group: '(all)',
    trials: trials.length,
    run: (context) => compare(context, trials, expectation),
  }
}

async function compare(context: Context, trials: readonly Trial[], expectation: Expectation): Promise<void> {
  const complying: Answer[] = []
  const deviating: [Trial, Answer][] = []
  for (const trial of trials) {
    const answer = await unlessEnded(attempt(context, trial))
    const complies = answer && expectation.complies(answer)
    if (complies === true && answer) complying.push(answer)
    if (complies === false && answer) deviating.push([trial, answer])
  }
  for (const [trial, answer] of complying.length === 0 ? deviating.slice(0, 5) : []) {
    if (!(await expectation.isGuarded?.(context, answer))) continue
    // All operations share the defect: one report is enough.
    expectation.report(context, trial, answer, '')
    return
  }
  if (complying.length === 0)
    throw inconclusive('No operation refuses it, and the document does not forbid it.')
  if (deviating.length === 0) return
  const confirmed = await confirmedOf(context, complying)
  if (confirmed.length === 0)
    throw inconclusive('The operations that refuse it refuse other requests as well.')
  const others = [...new Set(confirmed)].slice(0, 3).join(', ')
  for (const [trial, answer] of deviating) expectation.report(context, trial, answer, others)
}

/** The operations of answers, without those that now refuse an unchanged request too: the deviation may not be the reason. */
async function confirmedOf(context: Context, answers: readonly Answer[]): Promise<readonly string[]> {
  const confirmed: string[] = []
  for (const answer of answers) {
    const { operation } = answer.draft
    const { template } = isRefused(answer) ? await context.control(operation) : {}
    const again = template && (await context.send(await context.instantiate(operation, template), 'valid'))
    if (!again || isSuccess(again.status)) confirmed.push(operation.id)
  }
  return confirmed
}

async function attempt(context: Context, trial: Trial): Promise<Answer | undefined> {
  const { template } = await context.control(trial.operation)
  const base = template && (await context.instantiate(trial.operation, template))
  const draft = base && trial.apply(base, context)
  if (!draft || ![base, draft].every((each) => isRoutedTo(context.api, trial.operation, each)))
    return undefined
  const credentials = trial.credentials ? { credentials: trial.credentials } : {}
  const answer = await context.send(draft, 'probe', credentials)
  const lookalike = isRefused(answer) && trial.validLookalike?.(base)
  if (lookalike && !isSuccess((await context.send(lookalike, 'probe')).status)) return undefined
  // The refusal may be due to the state, such as an existing record: then the unchanged request is refused as well.
  if (answer.status !== 422 && !mayBeStateRefusal(answer)) return answer
  return isSuccess((await context.send(base, 'valid')).status) ? answer : undefined
}

/** Whether the request matches no other operation, such as one whose path differs only in a parameter's name. */
function isRoutedTo({ router }: Api, operation: Operation, draft: Draft): boolean {
  const { method, path, query, headers } = encodeDraft(draft)
  const match = router.match(method, path, query, headers)
  return match.kind !== 'found' || match.operation === operation
}
