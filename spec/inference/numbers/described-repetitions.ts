import { declaresStatus, type Operation } from '../../document.ts'
import { aNumber, numberIn } from '../prose/number-words.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { nounsOf } from '../prose/verb-nouns.ts'
import { actionWords } from '../states/action-outcome.ts'
import { pastForms } from '../states/words/verb-forms.ts'

/** How often an action may be performed on one record. */
export interface DescribedRepetitions {
  readonly most: number
  /** The declared status of the refusal. */
  readonly status: number
}

/** "A loan can be renewed at most 2 times", "At most two renewals", "409 if it has been renewed twice already". */
export function describedRepetitions(action: Operation): DescribedRepetitions | undefined {
  const verb = actionWords(action)
  const done = [...pastForms(verb)].join('|')
  const nouns = verb.flatMap((word) => nounsOf(word)).join('|')
  const count = `(?<count>${aNumber})`
  const most = '(?:at most|up to|no more than|only|(?:a )?maximum of|more than)'
  const allowed = new RegExp(
    ` be (?:${done}) (?:${most} )?(?:${count} time|(?<twice>twice)) | ${most} (?<other>${aNumber}) (?:${nouns}) `,
    'u',
  )
  const reached = new RegExp(
    ` (?:been|was) (?:already )?(?:${done}) (?:already )?(?:${count} time|(?<twice>twice)) `,
    'u',
  )
  const refusals = refusalStatements(action).filter(({ status }) => declaresStatus(action, status))
  const usual = [409, 422, 400].find((status) => declaresStatus(action, status))
  const told = [
    ...sentencesOf(action).flatMap((sentence) =>
      usual === undefined ? [] : [{ sentence, status: usual, pattern: allowed }],
    ),
    ...refusals.flatMap((each) => [allowed, reached].map((pattern) => ({ ...each, pattern }))),
  ]
  for (const { sentence, status, pattern } of told) {
    const { count: times, other = '', twice } = pattern.exec(sentence)?.groups ?? {}
    const limit = twice ? 2 : numberIn(times ?? other)
    if (limit !== undefined) return { most: limit, status }
  }
  return undefined
}
