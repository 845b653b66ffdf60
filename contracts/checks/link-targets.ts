import type { Check } from '../check.ts'

export interface LinkEvidence {
  readonly rel: string
  readonly uri: string
  /** Of a GET there, by an operation of the document. */
  readonly status: number
}

/** A link to another part of the API leads there. */
export const linkTargets: Check<LinkEvidence> = {
  id: 'link-targets',
  title: 'Links lead somewhere',
  severity: 'error',
  requirement: 'RFC 8288 §2: a link connects two resources',
  judge: ({ rel, uri, status }) =>
    status === 404 || status >= 500
      ? [
          {
            cause: `rel:${rel}`,
            expected: `rel="${rel}" to lead to something`,
            actual: `${String(status)} at ${uri}`,
          },
        ]
      : [],
}
