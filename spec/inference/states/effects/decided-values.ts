import type { Document, Operation, SchemaNode } from '../../../document.ts'
import type { Json } from '../../../json.ts'
import type { Resource } from '../../../resources.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../../schemas/types.ts'
import { sentencesOf } from '../../prose/sentences.ts'
import { singularWordsOf } from '../../prose/words.ts'

/** A value that an action gives a record depending on what belongs to it: "Without bids the outcome is `unsold`". */
export interface DecidedValue {
  readonly property: string
  /** The values if there are any such records, and if there are none. */
  readonly some: Json | undefined
  readonly none: Json | undefined
}

/** A reference that an action takes over from the first or last of what belongs to a record: "The highest bidder becomes the winner". */
export interface DecidedReference {
  readonly property: string
  /** The reference of the others that is taken over, and the number by which they are compared. */
  readonly from: string
  readonly by: string
  readonly isLowest: boolean
}

const refuses = / (?:cannot|can not|must|may|only|not|4\d\d) /
const isConditional = /(?:^| )(?:otherwise|else|if|when|unless) /

/** @param noun the singular noun for what belongs to the record */
export function decidedValues(
  document: Document,
  record: SchemaNode,
  action: Operation,
  noun: string,
): readonly DecidedValue[] {
  const parts = sentencesOf(action).flatMap((each) => each.split(/ (?:and|but) (?=the |it )| (?=otherwise )/))
  const lack = new RegExp(
    `(?:^| )(?:without (?:any |an? )?|(?:there (?:is|are)|it ha|ha|with) no )${noun}(?: |$)`,
    'u',
  )
  const given = new RegExp(
    ` (?:if|when) (?:there (?:is|are) (?:an? |any |at least one )|it ha (?:an? |any |at least one )?)${noun}(?: |$)`,
    'u',
  )
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]): readonly DecidedValue[] => {
    const values = enumValues(document, node).filter((each) => typeof each === 'string')
    const found = parts.flatMap((part) => {
      const [value, ...others] = values.filter((each) => ` ${part} `.includes(` ${singularWordsOf(each)} `))
      return value === undefined || others.length > 0 || refuses.test(part) ? [] : [{ part, value }]
    })
    const rest = found.find(({ part }) => part.startsWith('otherwise '))
    const stated = found.find(({ part }) => given.test(part))
    const none = found.filter(({ part }) => lack.test(part))
    const some = found.filter(({ part }) => !lack.test(part) && !isConditional.test(part))
    const no = none[0] ?? (stated && rest)
    const yes = stated ?? (none.length > 0 ? (some[0] ?? rest) : undefined)
    return no && no.value !== yes?.value && none.length < 2 && some.length < 2
      ? [{ property, none: no.value, some: yes?.value ?? soleOther(values, no.value) }]
      : []
  })
}

const soleOther = (values: readonly Json[], value: Json): Json | undefined =>
  values.length === 2 ? values.find((each) => each !== value) : undefined

const role = (property: string): string => singularWordsOf(property).replace(/ id$/, '')

/** The references of a record that an action decides by the only number of what belongs to it. */
export function decidedReferences(
  document: Document,
  { references }: Resource,
  action: Operation,
  member: Resource,
): readonly DecidedReference[] {
  const numbers = [...possiblePropertiesOf(document, member.record)].flatMap(([name, node]) =>
    isNumeric(typesOf(document, node)) &&
    !/(?:^| )(?:id|number|position|version)$/.test(singularWordsOf(name))
      ? [name]
      : [],
  )
  const [by, ...others] = numbers
  if (by === undefined || others.length > 0) return []
  return references.flatMap(({ property, resource }) =>
    member.references.flatMap((from) => {
      if (from.resource !== resource) return []
      const most = `(?:the )?(?:lowest|smallest|highest|largest|greatest) ${role(from.property)}`
      const told = new RegExp(
        ` ${most} (?:become|is|will be) (?:the |it )?${role(property)} | ${role(property)} (?:is|become|is set to|will be) ${most} `,
        'u',
      )
      const sentence = sentencesOf(action).find((each) => told.test(each))
      return sentence === undefined
        ? []
        : [{ property, from: from.property, by, isLowest: / (?:lowest|smallest) /.test(sentence) }]
    }),
  )
}
