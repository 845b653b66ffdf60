import { hasContent } from '../../spec/http.ts'
import type { Issue } from '../../spec/validate.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'
import { unlikeDefault } from './status-declared.ts'

/** The content of a successful response matches its schema. */
export const responseBody: Check<Answer> = {
  id: 'response-body',
  title: 'Content matches its schema',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.14: the schema defines the content of the response',
  judge: (answer) =>
    answer.status < 400 && !unlikeDefault(answer)
      ? judgeBody(answer, 'the content the response declares')
      : fine,
}

/** Issues of the body, or of content that is missing altogether; one violation for each place and keyword. */
export function judgeBody(
  answer: Answer,
  expectation: string,
  issues: readonly Issue[] = answer.issues,
): readonly Violation[] {
  const missing = isMissing(answer)
  // Told by its own check: other readers take it.
  if (answer.content.kind === 'json' && answer.content.duplicate !== undefined) return fine
  const isPart = Object.keys(answer.draft.query).some(asksForPart)
  const found = issues.filter(
    (issue, _, all) =>
      (issue.in === 'body' && !isSaidByFormat(issue, all) && !(isPart && issue.keyword === 'required')) ||
      (missing && issue.keyword === 'content-type'),
  )
  const byCause = new Map(found.map((issue) => [causeOf(issue), issue]))
  return [...byCause].map(([cause, issue]) => ({
    cause: missing ? 'missing' : cause,
    expected: missing ? expectation : `${expectation} (${issue.keyword}${at(issue)})`,
    actual: missing ? 'no content' : sentenceOf(issue),
    requirement: issue.schema,
    ...(!missing && { reason: `${issue.keyword} ${issue.schema}` }),
    ...(!missing && { at: issue.path }),
    ...(issue.contradicts && { severity: 'warning', isOfDocument: true }),
  }))
}

/** Whether a query of that name asks for some properties only, and for none of the others. */
const asksForPart = (name: string): boolean => /^\$?(?:fields?|select|(?:read|field)_?mask)$/i.test(name)

/** A `pattern` beside a `format` says the same of a text in other words. */
const isSaidByFormat = ({ keyword, path }: Issue, all: readonly Issue[]): boolean =>
  keyword === 'pattern' && all.some((other) => other.keyword === 'format' && other.path === path)

const isMissing = ({ exchange, method, status }: Answer): boolean =>
  exchange.response.body.length === 0 && method !== 'HEAD' && hasContent(status)

/** Array indices vary with the data. A contradiction of the document is told once, whatever it strikes. */
const causeOf = ({ keyword, path, schema, contradicts }: Issue): string =>
  contradicts ? `${keyword} ${schema}` : `${keyword} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${schema}`
const at = ({ path }: Issue): string => (path === '' ? '' : ` at ${path}`)
const sentenceOf = ({ message }: Issue): string => message.replace(/\.$/, '')
