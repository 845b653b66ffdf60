import { responseFor, type MediaType } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { isMediaType } from '../../spec/http/media-type.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { unlikeDefault } from './status-declared.ts'

/** Content comes as one of the media types that its response declares. */
export const contentType: Check<Answer> = {
  id: 'content-type',
  title: 'Content is of a declared type',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.17: content maps the media types a response may have',
  judge(answer) {
    const issue = answer.issues.find((each) => each.keyword === 'content-type')
    if (!issue || unlikeDefault(answer) || answer.status >= 500 || answer.exchange.response.body.length === 0)
      return fine
    if ((answer.status >= 400 && !isTellable(answer)) || !isNamed(answer)) return fine
    const type = header(answer.exchange.response.headers, 'content-type')
    return [
      {
        cause: `${family(answer.status)}:${type === undefined ? 'missing' : 'other'}`,
        expected: 'a Content-Type that the response declares',
        actual: type === undefined ? 'content without a Content-Type' : `Content-Type: ${type}`,
        requirement: issue.schema,
      },
    ]
  },
}

const contentOf = ({ operation, status }: Answer): readonly MediaType[] =>
  (operation && responseFor(operation, status)?.content) ?? []

/** Whether every type that is declared is one: nobody knows what `*` or `data` stands for. */
const isNamed = (answer: Answer): boolean => contentOf(answer).every(({ type }) => isMediaType(type))

/** Whether the error can be told in what it is declared to be: documents declare it as the sound or table there is otherwise. */
const isTellable = (answer: Answer): boolean => contentOf(answer).some(({ type }) => telling.test(type))

const telling = /^(?!\s*(?:image|audio|video)\/).*(?:json|xml|html|yaml|urlencoded|\*|\btext\/(?!csv))/i

const family = (status: number): string => `${String(Math.floor(status / 100))}xx`
