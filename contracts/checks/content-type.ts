import { responseFor, type MediaType } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { isMediaType } from '../../spec/http/media-type.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { unlikeDefault } from './status-declared.ts'

/** The content type is one that the response declares. */
export const contentType: Check<Answer> = {
  id: 'content-type',
  title: 'Responses use a declared content type',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.17: content lists the media types of a response',
  judge(answer) {
    const issue = answer.issues.find(({ keyword }) => keyword === 'content-type')
    const { status, exchange } = answer
    if (!issue || unlikeDefault(answer) || status >= 500 || exchange.response.body.length === 0) return fine
    if ((status >= 400 && !canDescribeError(answer)) || !hasValidTypes(answer)) return fine
    const type = header(exchange.response.headers, 'content-type')
    return [
      {
        cause: `${family(status)}:${type === undefined ? 'missing' : 'other'}`,
        expected: `a declared content type (${contentOf(answer)
          .map((each) => each.type)
          .join(', ')})`,
        actual: `${String(status)} with ${type === undefined ? 'content without a Content-Type' : `Content-Type: ${type}`}`,
        requirement: issue.schema,
        reason: `${family(status)} ${String(type)}`,
      },
    ]
  },
}

const contentOf = ({ operation, status }: Answer): readonly MediaType[] =>
  (operation && responseFor(operation, status)?.content) ?? []

/** Whether every declared type is a media type; `*` or `data` could mean anything. */
const hasValidTypes = (answer: Answer): boolean => contentOf(answer).every(({ type }) => isMediaType(type))

/** Whether a declared type can hold an error: some documents repeat the audio or CSV type of the success. */
const canDescribeError = (answer: Answer): boolean =>
  contentOf(answer).some(({ type }) => descriptive.test(type))

const descriptive = /^(?!\s*(?:image|audio|video)\/).*(?:json|xml|html|yaml|urlencoded|\*|\btext\/(?!csv))/i

const family = (status: number): string => `${String(Math.floor(status / 100))}xx`
