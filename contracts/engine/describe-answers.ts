import type { Run } from '../context.ts'
import type { AnswerCounts } from './answer-tally.ts'
import { declaredBase, describeRefusedOperations, describeSparedOperations } from './refused-operations.ts'

/** From this many requests on, what most answers have in common says something about the target as a whole. */
const enough = 5

/** Notes for the report about the target as a whole, or else about operations that accepted no request or were spared. */
export function describeTarget(run: Run): readonly string[] {
  const answers = describeAnswers(run)
  if (answers === undefined) return [...describeRefusedOperations(run), ...describeSparedOperations(run)]
  const base = declaredBase(run)
  return base === undefined
    ? [answers]
    : [answers, `According to the servers in the document, the API is at ${base}.`]
}

/**
 * What to say when the answers suggest that something other than the API's implementation is wrong, such as missing credentials
 * or another server at the URL: without it the findings would be misread.
 */
function describeAnswers({ answers: { counts }, api, credentials, client }: Run): string | undefined {
  if (counts.requests < enough) return undefined
  if (isAll(counts, 'failures')) return withoutResponse(counts, client.target)
  if (isMost(counts, 'pages')) return pages(counts)
  if (isAll(counts, 'unauthorized')) {
    const schemes = api.operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme.name))
    const isCovered = api.operations.some((each) => each.security.length > 0 && credentials.covers(each))
    return unauthorized(counts, [...new Set(schemes)], isCovered)
  }
  if (isAll(counts, 'redirections')) return redirections(counts)
  return isMost(counts, 'serverErrors') ? serverErrors(counts) : undefined
}

type Kind = 'failures' | 'pages' | 'unauthorized' | 'redirections' | 'serverErrors'

const isAll = (counts: AnswerCounts, kind: Kind): boolean => counts[kind] === counts.requests

const isMost = (counts: AnswerCounts, kind: Kind): boolean => counts[kind] * 2 > counts.requests

const share = (counts: AnswerCounts, kind: Kind): string =>
  isAll(counts, kind)
    ? `All ${String(counts.requests)}`
    : `${String(counts[kind])} of ${String(counts.requests)}`

const asUrl = (target: string): string =>
  target.startsWith('https:') ? 'Does it speak https?' : 'Does it speak https instead of http?'

const withoutResponse = (counts: AnswerCounts, target: string): string =>
  `No request got a response: ${counts.failure ?? ''}. ${asUrl(target)} Are the host and the port those of the API?`

const pages = (counts: AnswerCounts): string =>
  `${share(counts, 'pages')} valid requests were answered with an HTML page${counts.title === undefined ? '' : ` ("${counts.title}")`}, which the document does not describe. Is the URL that of the API, with the right port and base path? The page may also come from a proxy or a login.`

const unauthorized = (counts: AnswerCounts, schemes: readonly string[], isCovered: boolean): string =>
  `${share(counts, 'unauthorized')} valid requests were answered with 401 or 403${isCovered ? ', although credentials were sent. Are they right, and do they grant enough?' : `. Give the credentials of the API with --auth-token${schemes.length === 0 ? '' : `, or --auth for ${schemes.join(', ')}`}, or with a --header.`}`

const redirections = (counts: AnswerCounts): string =>
  `${share(counts, 'redirections')} valid requests were redirected, such as to ${counts.location ?? ''}. Redirections are not followed: use the URL they lead to, or give credentials (--auth-token) if it is a login.`

const serverErrors = (counts: AnswerCounts): string =>
  `${share(counts, 'serverErrors')} valid requests were answered with 5xx: the API, or something it depends on, is out of order. See its log; what else was found may follow from that.`
