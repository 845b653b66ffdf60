import type { Document, SchemaNode } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, isDateTime, formatOf, typesOf } from '../../schemas/types.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { stateNamed } from '../states/words/named-states.ts'
import { flagOf, timestampedEvent } from '../states/words/state-properties.ts'

/** A state that records are in by the present time alone: a loan that is overdue, an event that is upcoming. */
export interface MomentState {
  /** Whether a record is in it at a time. */
  readonly holds: (record: JsonObject, now: Date) => boolean
}

/** The names of the times that tell, the best first, whether that has to be in the past, and whether it no longer counts once all is done. */
const moments: Readonly<
  Record<string, { readonly times: readonly RegExp[]; readonly isPast: boolean; readonly isOpen: boolean }>
> = {
  overdue: { times: [/^(?:due|deadline)\b/], isPast: true, isOpen: true },
  expired: { times: [/^(?:expir|valid (?:until|to)\b)/], isPast: true, isOpen: false },
  upcoming: { times: [/^(?:start|begin|depart|schedul)/, /^(?:event )?date$/], isPast: false, isOpen: false },
  past: {
    times: [/^end/, /^(?:start|begin|depart|schedul)/, /^(?:event )?date$/],
    isPast: true,
    isOpen: false,
  },
}

const finished =
  /^(?:done|complete|completed|closed|resolved|finished|paid|returned|cancell?ed|archived|void|voided|rejected|fulfilled|delivered)$/

/**
 * The state that words such as `overdue` and `upcoming` are for, where the records have a time that tells. Undefined if they have such a
 * state of their own.
 */
export function momentState(document: Document, record: SchemaNode, words: string): MomentState | undefined {
  const moment = Object.hasOwn(moments, words) ? moments[words] : undefined
  if (!moment || stateNamed(document, record, words)) return undefined
  const properties = [...possiblePropertiesOf(document, record)]
  const times = properties.flatMap(([name, node]) => (isTime(document, node) ? [name] : []))
  const property = moment.times
    .flatMap((each) => times.filter((name) => each.test(singularWordsOf(name))))
    .at(0)
  if (property === undefined) return undefined
  const ends = moment.isOpen ? properties.flatMap(([name, node]) => endOf(document, name, node) ?? []) : []
  return {
    holds: (record, now) => {
      const time = Date.parse(lastInstantOf(record[property]))
      const isMet = moment.isPast ? time < now.getTime() : time > now.getTime()
      return isMet && !ends.some(({ name, has }) => has(record[name] ?? null))
    },
  }
}

const isTime = (document: Document, node: SchemaNode): boolean =>
  isDateTime(document, node) || formatOf(document, node) === 'date'

/** What is due on a day is so until its end. */
const lastInstantOf = (time: Json | undefined): string =>
  typeof time !== 'string' ? '' : /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T23:59:59.999Z` : time

/** The values of a property that tell that nothing is due any more. */
function endOf(
  document: Document,
  name: string,
  node: SchemaNode,
): { readonly name: string; readonly has: (value: Json) => boolean } | undefined {
  if (typesOf(document, node).has('boolean'))
    return finished.test(flagOf(name)) ? { name, has: (value) => value === true } : undefined
  if (finished.test(timestampedEvent(name) ?? '')) return { name, has: (value) => value !== null }
  const isEnd = (value: Json): boolean => typeof value === 'string' && finished.test(wordsOf(value).join(''))
  return enumValues(document, node).some(isEnd) ? { name, has: isEnd } : undefined
}
