import { perName } from '../../../spec/util/memo.ts'
import type { Moment, Source } from './source.ts'

/** Patterns of names by moment; the first match counts. */
const moments: readonly (readonly [RegExp, Moment])[] = [
  // It contains the present.
  [/\bcurrent (?:billing )?(?:period|cycle|term) (?:start|begin|from)/, 'periodStart'],
  [
    /\bcurrent (?:billing )?(?:period|cycle|term) (?:end|until|to)|\bnext (?:billing|payment|invoice|charge)\b/,
    'periodEnd',
  ],
  [/\b(?:birth|birthday|born|dob)/, 'birth'],
  [/\b(?:delet|cancel|archiv|clos|complet|finish|resolv|revok|banned|suspend|terminat|died|death)/, 'ended'],
  [/\b(?:expir|valid (?:to|until|before)|renew|sunset|not after)/, 'expires'],
  [/\b(?:updat|modif|chang|edit|last|latest|refresh|sync|seen|recent)/, 'updated'],
  [
    /\b(?:end(?:s|ed|ing)?|until|finish|check ?out|arriv|due|deadline|deliver|ship|return|to)\b|\b(?:deliver|shipp|arriv)/,
    'end',
  ],
  [/^(?:started|begun) (?:at|on)$/, 'created'],
  [/\b(?:start|begin|from|check ?in|depart|schedul|effective|valid|not before|event)/, 'start'],
  [/\b(?:now|current|today|server|generated|fetched)\b/, 'now'],
]

const momentOf = perName((words) => moments.find(([name]) => name.test(words))?.[1] ?? 'created')

/** The instant that a name such as `created at` or `end date` refers to. */
export function dateFor(words: string, source: Source): Date {
  return source.moment(momentOf(words))
}

/** RFC 3339 in UTC, whole seconds: `2026-03-02T09:00:00Z`. */
export function timestamp(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z')
}
