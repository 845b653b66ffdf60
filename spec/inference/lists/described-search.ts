import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** A query parameter that searches for a text in certain properties of a list's items. */
export interface DescribedSearch {
  readonly parameter: Parameter
  /** The properties that are searched: `title`, `summary`. */
  readonly properties: readonly string[]
  readonly ignoresCase: boolean
}

/** `Case-insensitive search in title and summary.` The whole sentence has to match, because anything more may restrict it. */
const searched =
  /^(?<before>case[- ]insensitive(?:ly)? )?(?:(?:full|free)[- ]?text |text |substring )?search(?:es)? (?:in|over|across) (?:the )?(?<names>.+?)(?<after>,? (?:case[- ]insensitive(?:ly)?|ignoring case))?$/i

/** The searches of a list whose descriptions name all the properties that they search. */
export function describedSearches(
  document: Document,
  { parameters }: Operation,
  record: SchemaNode,
): readonly DescribedSearch[] {
  const texts = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    typesOf(document, node).has('string') ? [name] : [],
  )
  return parameters.flatMap((parameter) => {
    const isText = parameter.schema !== undefined && typesOf(document, parameter.schema).has('string')
    if (parameter.in !== 'query' || !isText) return []
    const [sentence = '', ...others] = parameterDescription(document, parameter).split(/[.;](?:\s+|$)/)
    const { names, before, after } = searched.exec(sentence)?.groups ?? {}
    if (names === undefined || others.some((other) => other !== '')) return []
    const properties = names
      .split(/,\s*(?:and |or )?| and | or /)
      .map((name) => texts.find((text) => singularWordsOf(text) === singularWordsOf(name)))
    return properties.every((property) => property !== undefined)
      ? [{ parameter, properties, ignoresCase: before !== undefined || after !== undefined }]
      : []
  })
}
