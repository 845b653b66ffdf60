import type { Opinion, SecondOpinion } from './second-opinion.ts'
import { clientRequest } from './client-request.ts'
import type { Judged } from './judge.ts'

/** A message of which two judges think differently. */
export interface Disagreement {
  /** `getPet, response 200`. */
  readonly about: string
  /** What we have against it; empty when it is valid for us. */
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** Asks for a second opinion on both messages of an exchange. */
export function disagreementsOn(judged: Judged, second: SecondOpinion): readonly Disagreement[] {
  const { operation, request, response, isWhole, found, answer } = judged
  const isBodyless = answer.method === 'HEAD'
  const ofRequest = isWhole.request ? second.ofRequest(operation, request, pathOf(judged)) : undefined
  const ofResponse = isWhole.response && !isBodyless ? second.ofResponse(operation, response) : undefined
  const refused = found
    .filter(({ check }) => check === clientRequest)
    .map(({ violation }) => `${violation.actual}.`)
  const broken = answer.issues.map(({ message }) => message)
  return [
    ...compare(`${operation.id}, request`, refused, ofRequest),
    ...compare(`${operation.id}, response ${String(response.status)}`, broken, ofResponse),
  ]
}

/** The path as the document writes it, without what it stands below. */
function pathOf({ operation, params }: Judged): string {
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

/** One sentence. */
export function describeDisagreement({ about, ours, theirs }: Disagreement): string {
  const say = (reasons: readonly string[]): string =>
    reasons.length === 0 ? 'that it is valid' : reasons.join(' ')
  return `Disagreement about ${about}. We say ${say(ours)}; Prism says ${say(theirs)}`
}
