import type { Document, Operation, Parameter } from '../../document.ts'
import { typesOf } from '../../schemas/types.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

/** Whether a parameter is a boolean one of the query. */
export const isBooleanQuery = (document: Document, { in: place, schema }: Parameter): boolean =>
  place === 'query' && schema !== undefined && typesOf(document, schema).has('boolean')

const shown = '(?:returned|listed|shown|included|contained|visible)'

/**
 * Whether the document says that a boolean parameter adds records to a list, rather than selecting them: "Archived projects are only
 * returned with `archived=true`", "not listed unless `archived=true`", "Include archived projects" of the parameter itself.
 */
export function isDescribedInclusion(document: Document, list: Operation, parameter: Parameter): boolean {
  if (!isBooleanQuery(document, parameter)) return false
  const name = singularWordsOf(parameter.name)
  const statement = new RegExp(
    ` (?:(?:only ${shown}|${shown} only) (?:with|if|when)|(?:not|never) ${shown} unless) (?:the parameter )?${name} (?:is |equal )?true `,
  )
  const inclusion = new RegExp(`^ (?:whether to |also )*include (?!only )(?:\\w+ ){0,2}${name} `)
  return (
    textsOf(document, list, parameter).some((sentence) => statement.test(sentence)) ||
    normalizedSentences(parameterDescription(document, parameter)).some((sentence) =>
      inclusion.test(sentence),
    )
  )
}

/** The normalized sentences about a list and one of its parameters. */
export const textsOf = (document: Document, list: Operation, parameter: Parameter): readonly string[] =>
  [list.summary, list.description, parameterDescription(document, parameter)].flatMap((text) =>
    normalizedSentences(text ?? ''),
  )
