import { clientRequest } from './client-request.ts'
import type { JudgedExchange } from './judge.ts'
import type { Opinion, SecondOpinion } from './second-opinion.ts'

/** A message that only one of the two validators finds valid. */
export interface Disagreement {
  /** `getPet, response 200`. */
  readonly about: string
  /** Our objections; empty when we find it valid. */
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** Compares our verdicts on the request and the response of an exchange with a second opinion. */
export function disagreementsOn(judged: JudgedExchange, second: SecondOpinion): readonly Disagreement[] {
  const { operation, request, response, isWhole, violations, answer } = judged
  const isBodyless = answer.method === 'HEAD'
  const ofRequest = isWhole.request ? second.ofRequest(operation, request, pathOf(judged)) : undefined
  const ofResponse = isWhole.response && !isBodyless ? second.ofResponse(operation, response) : undefined
  const refused = violations
    .filter(({ check }) => check === clientRequest)
    .map(({ violation }) => `${violation.actual}.`)
  const broken = answer.issues.map(({ message }) => message)
  return [
    ...compare(`${operation.id}, request`, refused, ofRequest),
    ...compare(`${operation.id}, response ${String(response.status)}`, broken, ofResponse),
  ]
}

/** The path without the base path that the request was sent below. */
function pathOf({ operation, params }: JudgedExchange): string {
  return operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => params[name] ?? '')
}

function compare(
  about: string,
  ours: readonly string[],
  opinion: Opinion | undefined,
): readonly Disagreement[] {
  if (!opinion || opinion.isValid === (ours.length === 0)) return []
  return [{ about, ours, theirs: opinion.reasons }]
}

/** Describes a disagreement in a sentence or two. */
export function describeDisagreement({ about, ours, theirs }: Disagreement): string {
  const say = (reasons: readonly string[]): string =>
    reasons.length === 0 ? 'that it is valid' : reasons.join(' ')
  return `Disagreement about ${about}. We say ${say(ours)}; Prism says ${say(theirs)}`
}
