import type { Operation } from '../../document.ts'
import { lastText, parseTemplate } from '../paths/template.ts'
import { singularWordsOf } from '../prose/words.ts'

const undeleted = /\b(?:not|isn't|wasn't) (?:currently )?(?:been )?(?:soft[- ])?deleted\b/i

/** The statuses that refuse to restore what is not deleted, by their descriptions. */
export const notDeletedStatuses = ({ responses }: Operation): readonly string[] =>
  responses
    .filter(({ status, description }) => /^4\d\d$/.test(status) && undeleted.test(description))
    .map(({ status }) => status)

/** Whether an operation that takes something from a record refuses what is not there, by the description of its 404. */
export function documentsMissing({ path, responses }: Operation): boolean {
  const { description = '' } = responses.find(({ status }) => status === '404') ?? {}
  const noun = singularWordsOf(lastText(parseTemplate(path).segments))
  const isNamed = ` ${singularWordsOf(description)} `.includes(` ${noun} `)
  return isNamed || /\bnot (?:on|in|set|part of|assigned|attached|a member)\b/i.test(description)
}
