import type { Operation } from '../../spec/document.ts'
import type { RequestReading } from '../../spec/request.ts'
import type { Issue } from '../../spec/validate.ts'
import type { Check } from '../check.ts'

export interface ClientRequestEvidence {
  readonly operation: Operation
  readonly reading: RequestReading
  /** Whether the whole body could be read. */
  readonly hasBody: boolean
}

/** Requests of clients that break the document. The API is not to blame for them, so they are warnings. */
export const clientRequest: Check<ClientRequestEvidence> = {
  id: 'client-request',
  title: 'The client sent an invalid request',
  severity: 'warning',
  requirement: 'OpenAPI 3.0.4 §4.7.10: parameters and request body of an operation say what it takes',
  judge({ operation, reading, hasBody }) {
    const issues = reading.issues.filter(({ in: place }) => hasBody || place !== 'body')
    const broken = issues.map((issue) => ({
      cause: `${issue.in} ${issue.path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${issue.keyword}`,
      expected,
      actual: `${nameOf(issue)}: ${withoutStop(issue.message)}`,
      requirement: issue.schema,
    }))
    // The issues already say why the body is malformed.
    if (reading.kind === 'read' || !hasBody || broken.length > 0) return broken
    const { pointer } = operation.requestBody ?? operation
    return [
      { cause: `body ${reading.kind}`, expected, actual: withoutStop(reading.message), requirement: pointer },
    ]
  },
}

const expected = 'a request as the document asks'

const nameOf = ({ in: place, path }: Issue): string =>
  path === '' || path.startsWith('/') ? `${place}${path}` : `${place} ${path}`

const withoutStop = (text: string): string => text.replace(/\.$/, '')
