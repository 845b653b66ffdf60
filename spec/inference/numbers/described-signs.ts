import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, isNumeric, typesOf } from '../../schemas/types.ts'
import { normalizedSentences, schemaDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** What the description of a number says of its sign: "Must not be 0", "Must be positive unless the type is `adjustment`". */
export interface DescribedSign {
  readonly property: string
  readonly demand: 'positive' | 'not zero'
  /** The value of another property for which it is not so. */
  readonly unless: { readonly property: string; readonly value: string } | undefined
}

const sign =
  /^ (?:it )?must (?:(?<not>not (?:be )?|never be |be other than )(?:0|zero)|be (?:positive|(?:greater|more|larger) than (?:0|zero)|non zero(?<nonzero>)))(?: unless (?:the )?(?<when>\w+(?: \w+)?) (?:is|equal) (?<value>\w+(?: \w+)?))? $/

/** The signs that the descriptions of the numbers of an object demand. */
export function describedSigns(document: Document, sent: SchemaNode): readonly DescribedSign[] {
  const properties = possiblePropertiesOf(document, sent)
  return [...properties].flatMap(([property, node]): readonly DescribedSign[] =>
    isNumeric(typesOf(document, node))
      ? normalizedSentences(schemaDescription(document, node)).flatMap(
          (sentence): readonly DescribedSign[] => {
            const match = sign.exec(sentence)
            if (!match) return []
            const { not, nonzero, when, value } = match.groups ?? {}
            const demand = not === undefined && nonzero === undefined ? 'positive' : 'not zero'
            if (when === undefined) return [{ property, demand, unless: undefined }]
            const [other, otherNode] = [...properties].find(([name]) => singularWordsOf(name) === when) ?? []
            const meant =
              otherNode &&
              enumValues(document, otherNode).find(
                (each): each is string => typeof each === 'string' && singularWordsOf(each) === value,
              )
            return other === undefined || meant === undefined
              ? []
              : [{ property, demand, unless: { property: other, value: meant } }]
          },
        )
      : [],
  )
}
