import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { formatOf, isDateTime } from '../../schemas/types.ts'
import { requestSchema } from '../bodies/content.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { spokenNames } from '../prose/spoken-names.ts'
import { wordsOf } from '../prose/words.ts'
import { secondsOf } from './time-formulas.ts'

/** A date or a time that an operation sets, and how much later that is. */
export interface DescribedTerm {
  readonly property: string
  readonly isDate: boolean
  readonly milliseconds: number
}

const length = '(?<count>\\d+|\\w+) (?<unit>minute|hour|day|week)'
const term = new RegExp(
  ` (?:for|expires? (?:after|in)|due (?:in|after|within)) ${length} (?:$|(?:from|after|unless|and|by default) )`,
  'u',
)
const extension = new RegExp(
  ` (?:extend|prolong|postpone|push back|move) (?:(?:the|it) )*(?:\\w+ (?=due |end |expiry ))?(?<name>\\w+(?: \\w+)?) by (?:another )?${length} `,
  'u',
)
const due = /^(?:due|expir|deadline|(?:valid|held|reserved) until|until$|ends?\b|return by)/

/** When what an operation creates is due, where only the server tells: "Lends a copy for 21 days", "Invitations expire after 7 days". */
export function describedTerm(
  document: Document,
  record: SchemaNode,
  creation: Operation,
): DescribedTerm | undefined {
  const sent = requestSchema(creation)
  const settable = sent ? possiblePropertiesOf(document, sent) : undefined
  const [property, ...others] = timesIn(document, record).filter(
    (name) => due.test(wordsOf(name).join(' ')) && settable?.has(name) !== true,
  )
  return property === undefined || others.length > 0
    ? undefined
    : termIn(document, record, creation, term, () => property)
}

/** The time that an action moves: "Extends the due date by 21 days". */
export function describedExtension(
  document: Document,
  record: SchemaNode,
  action: Operation,
): DescribedTerm | undefined {
  const spoken = spokenNames(timesIn(document, record))
  return termIn(document, record, action, extension, (name) => spoken.get(name))
}

function termIn(
  document: Document,
  record: SchemaNode,
  operation: Operation,
  pattern: RegExp,
  propertyFor: (name: string) => string | undefined,
): DescribedTerm | undefined {
  for (const sentence of sentencesOf(operation)) {
    const { count = '', unit = '', name = '' } = pattern.exec(sentence)?.groups ?? {}
    const [seconds, property] = [secondsOf(count, unit), propertyFor(name)]
    const node = possiblePropertiesOf(document, record).get(property ?? '')
    if (seconds !== undefined && property !== undefined && node)
      return { property, isDate: !isDateTime(document, node), milliseconds: seconds * 1000 }
  }
  return undefined
}

const timesIn = (document: Document, record: SchemaNode): readonly string[] =>
  [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    isDateTime(document, node) || formatOf(document, node) === 'date' ? [name] : [],
  )
