import type { Check, Severity } from '../check.ts'

export interface ConditionEvidence {
  readonly cause:
    | 'if-none-match'
    | 'if-none-match-any'
    | 'if-none-match-list'
    | 'if-none-match-other'
    | 'if-none-match-weak'
    | 'if-match'
    | 'if-match-changed'
    | 'if-match-missing'
    | 'if-match-current'
    | 'etag-of-304'
    | 'etag-unchanged'
    | 'etag-of-write'
  readonly expected: string
  readonly actual: string
  readonly severity: Severity
}

const sections: Readonly<Record<ConditionEvidence['cause'], string>> = {
  'if-none-match':
    'RFC 9110 §13.1.2: GET MUST be answered with 304 when If-None-Match matches the entity tag',
  'if-none-match-any': 'RFC 9110 §13.1.2: If-None-Match: * is false when a current representation exists',
  'if-none-match-list': 'RFC 9110 §13.1.2: the condition is false when one of the listed tags matches',
  'if-none-match-other': 'RFC 9110 §13.1.2: the condition is true when none of the listed tags matches',
  'if-none-match-weak': 'RFC 9110 §13.1.2: If-None-Match is evaluated by the weak comparison function',
  'if-match': 'RFC 9110 §13.1.1: the method MUST NOT be performed when the condition is false',
  'if-match-missing':
    'RFC 6585 §3: 428 indicates that the origin server requires the request to be conditional',
  'if-match-changed': 'RFC 9110 §13.1.1: the method MUST NOT be performed when the condition is false',
  'if-match-current': 'RFC 9110 §13.1.1: the condition is true when any of the listed tags matches',
  'etag-of-304': 'RFC 9110 §15.4.5: 304 MUST carry the ETag that 200 would have had',
  'etag-of-write': 'RFC 9110 §8.8: validators in the response to a write describe the new representation',
  'etag-unchanged': 'RFC 9110 §8.8.1: a strong validator changes whenever the representation changes',
}

/** If-Match and If-None-Match are evaluated against the current entity tag. */
export const conditionalRequest: Check<ConditionEvidence> = {
  id: 'conditional-request',
  title: 'Conditional requests are honoured',
  severity: 'error',
  requirement: 'RFC 9110 §13: conditional requests',
  judge: ({ cause, expected, actual, severity }) => [
    { cause, expected, actual, severity, requirement: sections[cause], reason: cause },
  ],
}
