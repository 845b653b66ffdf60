import { header } from '../../spec/http.ts'
import { isAccepted } from '../answer.ts'
import type { Answer } from '../interaction.ts'

/** What the answers to valid requests have in common, counted over a run. */
export interface AnswerTally {
  /** Counts the answer to a valid request that was sent with the run's credentials. */
  add(answer: Answer): void
  /** Counts a valid request without a response. */
  addFailure(message: string): void
  readonly counts: Readonly<AnswerCounts>
}

export interface AnswerCounts {
  requests: number
  /** 401 or 403. */
  unauthorized: number
  /** 5xx. */
  serverErrors: number
  /** 3xx with a Location, and the last of these. */
  redirections: number
  location: string | undefined
  /** HTML where the operation has no HTML, other than the page of a server that failed, and the title of the first. */
  pages: number
  title: string | undefined
  /** No response, and why the last time. */
  failures: number
  failure: string | undefined
}

export function createAnswerTally(): AnswerTally {
  const counts: AnswerCounts = {
    requests: 0,
    unauthorized: 0,
    serverErrors: 0,
    redirections: 0,
    location: undefined,
    pages: 0,
    title: undefined,
    failures: 0,
    failure: undefined,
  }
  return {
    counts,
    add(answer) {
      const { status } = answer
      counts.requests += 1
      if (status === 401 || status === 403) counts.unauthorized += 1
      if (status >= 500) counts.serverErrors += 1
      if (status > 300 && status < 400 && !isAccepted(answer)) addRedirection(counts, answer)
      if (isUndeclaredPage(answer)) {
        counts.pages += 1
        counts.title ??= titleOf(answer)
      }
    },
    addFailure(message) {
      counts.requests += 1
      counts.failures += 1
      counts.failure = message
    },
  }
}

function addRedirection(counts: AnswerCounts, { exchange: { response } }: Answer): void {
  const location = header(response.headers, 'location')
  if (location === undefined) return
  counts.redirections += 1
  counts.location = location
}

const isHtml = (type: string): boolean => /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)

/** Whether a response is an HTML page although no response of its operation is; many servers that fail say so in one. */
function isUndeclaredPage({ operation, status, exchange: { response } }: Answer): boolean {
  const type = header(response.headers, 'content-type')
  if (!operation || status >= 500 || type === undefined || !isHtml(type)) return false
  return !operation.responses.some(({ content }) => content.some((each) => isHtml(each.type)))
}

/** The title of a page, or its first heading. */
function titleOf({ exchange: { response } }: Answer): string | undefined {
  const text = Buffer.from(response.body.subarray(0, 4096)).toString('utf8')
  const found = /<(title|h1)\b[^>]*>\s*([^<]{1,60})/i.exec(text)
  return found?.[2]?.replaceAll(/\s+/g, ' ').trim()
}
