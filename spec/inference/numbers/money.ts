import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'

/** Whether a schema is that of a decimal number written as text: with the format `decimal`, or a pattern such as `^\\d+\\.\\d{2}$`. */
function isDecimalText(document: Document, node: SchemaNode): boolean {
  if (!typesOf(document, node).has('string')) return false
  const [format, pattern] = ['format', 'pattern'].map((keyword) => keywordOf(document, node, keyword))
  return (
    format === 'decimal' ||
    (typeof pattern === 'string' &&
      /^\^?\(?-?[?(]*(?:\\d|\[0-9\]).*\\\..*(?:\\d|\[0-9\])[^a-z]*$/i.test(pattern))
  )
}

/** Whether values of a schema stand for a number: numbers, decimal numbers as text, and amounts with a currency. */
export function isAmount(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  if (isNumeric(types)) return !types.has('string')
  return isDecimalText(document, node) || isMoney(document, node)
}

/** Whether values of a schema are objects with an amount and a currency. */
function isMoney(document: Document, node: SchemaNode): boolean {
  const properties = possiblePropertiesOf(document, node)
  const amount = properties.get('amount') ?? properties.get('value')
  const hasCurrency = ['currency', 'currencyCode', 'currency_code'].some((name) => properties.has(name))
  return amount !== undefined && hasCurrency && isAmount(document, amount)
}

/** Whether a number is written as text, or as an amount with a currency. */
export const isWrittenAmount = (document: Document, node: SchemaNode): boolean =>
  isDecimalText(document, node) || isMoney(document, node)
