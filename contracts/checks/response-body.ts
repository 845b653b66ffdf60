import { hasContent } from '../../spec/http.ts'
import { isFieldSelection } from '../../spec/inference/lists/paging.ts'
import { isJsonObject, type JsonObject } from '../../spec/json.ts'
import type { Issue } from '../../spec/validate.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { unlikeDefault } from './status-declared.ts'

/** The body of a successful response matches its schema. */
export const responseBody: Check<Answer> = {
  id: 'response-body',
  title: 'Response bodies match their schema',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.14: the schema defines the content of a response',
  judge: (answer) =>
    answer.status < 400 && !unlikeDefault(answer)
      ? judgeBody(answer, 'a body that matches its schema')
      : fine,
}

/** Violations for a missing body or for the schema issues of one, one for each place and keyword. */
export function judgeBody(
  answer: Answer,
  expectation: string,
  issues: readonly Issue[] = answer.issues,
): readonly Violation[] {
  const missing = isMissing(answer)
  // Reported by its own check; the values are ambiguous.
  if (answer.content.kind === 'json' && answer.content.duplicate !== undefined) return fine
  const isPartial = selectsFields(answer.draft.query)
  const found = issues.filter(
    (issue, _, all) =>
      (issue.in === 'body' &&
        !isCoveredByFormat(issue, all) &&
        !(isPartial && issue.keyword === 'required')) ||
      (missing && issue.keyword === 'content-type'),
  )
  const byCause = new Map(found.map((issue) => [causeOf(issue), issue]))
  return [...byCause].map(([cause, issue]) => ({
    cause: missing ? 'missing' : cause,
    expected: missing ? expectation : `${expectation} (${issue.keyword}${at(issue)})`,
    actual: missing ? 'no body' : describeIssue(issue),
    requirement: issue.schema,
    ...(!missing && { reason: `${issue.keyword} ${issue.schema}` }),
    ...(!missing && { at: issue.path }),
    ...(issue.contradicts && { severity: 'warning', isOfDocument: true }),
  }))
}

/** Whether a query, or an object in it, asks for some of the properties only: `?fields=id`, `?filter={"fields": …}`. */
const selectsFields = (query: JsonObject): boolean =>
  Object.entries(query).some(
    ([name, value]) => isFieldSelection(name) || (isJsonObject(value) && selectsFields(value)),
  )

/** A `pattern` beside a `format` usually repeats it: one finding is enough. */
const isCoveredByFormat = ({ keyword, path }: Issue, all: readonly Issue[]): boolean =>
  keyword === 'pattern' && all.some((other) => other.keyword === 'format' && other.path === path)

const isMissing = ({ exchange, method, status }: Answer): boolean =>
  exchange.response.body.length === 0 && method !== 'HEAD' && hasContent(status)

/** Leaves out array indices, which vary with the data; a contradiction in the document is one cause wherever it shows. */
const causeOf = ({ keyword, path, schema, contradicts }: Issue): string =>
  contradicts ? `${keyword} ${schema}` : `${keyword} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${schema}`

const at = ({ path }: Issue): string => (path === '' ? '' : ` at ${path}`)

/** The issue as the end of `got …`: its message is a whole sentence. */
export const describeIssue = ({ message }: Issue): string =>
  `a mismatch: ${message.replace(/^The /, 'the ').replace(/\.$/, '')}`
