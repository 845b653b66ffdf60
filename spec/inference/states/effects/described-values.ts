import type { Document, Operation, SchemaNode } from '../../../document.ts'
import type { Json } from '../../../json.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../../schemas/types.ts'
import { requestSchema } from '../../bodies/content.ts'
import { wordsOf } from '../../prose/words.ts'
import { unconditionalSentences } from './described-times.ts'

const quote = String.raw`[\x60"']?`
const sets = new RegExp(
  `(?:^|,? and |, )(?:it )?(?:also )?sets (?:the |its )?${quote}(?<name>[a-z][\\w ]*?)${quote}(?: of (?:it|the \\w+|this \\w+))? to ${quote}(?<value>\\d+(?:\\.\\d+)?|true|false)${quote}(?: ?%| percent)?(?:$|,? and |, )`,
  'i',
)

/**
 * The numbers and flags that an action sets, according to its description: "Sets the progress to 100 percent". Neither sentences with a
 * condition count, nor properties that clients send.
 */
export function describedValues(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): Readonly<Record<string, Json>> {
  const sent = requestSchema(operation)
  const isSent = sent ? possiblePropertiesOf(document, sent) : new Map<string, unknown>()
  const found = unconditionalSentences(operation).flatMap((sentence) => {
    const { name = '', value = '' } = sets.exec(sentence)?.groups ?? {}
    const words = wordsOf(name).join(' ')
    const property = [...possiblePropertiesOf(document, record)].find(([each, node]) => {
      const types = typesOf(document, node)
      const isMeant =
        wordsOf(each)
          .join(' ')
          .replace(/ percent(?:age)?$/, '') === words || each === name
      return isMeant && (/^\d/.test(value) ? isNumeric(types) : types.has('boolean'))
    })?.[0]
    return property === undefined || words === '' || isSent.has(property)
      ? []
      : [[property, JSON.parse(value.toLowerCase()) as Json] as const]
  })
  return Object.fromEntries(found)
}
