import type { Check } from '../check.ts'

export interface LinkEvidence {
  readonly rel: string
  readonly uri: string
  /** Status of GET on that URI. */
  readonly status: number
}

/** A link to another operation of the API resolves. */
export const linkTargets: Check<LinkEvidence> = {
  id: 'link-targets',
  title: 'Links can be followed',
  severity: 'error',
  requirement: 'RFC 8288 §2: a link connects two resources',
  judge: ({ rel, uri, status }) =>
    status === 404 || status >= 500
      ? [
          {
            cause: `rel:${rel}`,
            expected: `the rel="${rel}" link to resolve`,
            actual: `${String(status)} at ${uri}`,
          },
        ]
      : [],
}
