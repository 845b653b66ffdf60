import type { Document, Operation, Parameter } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { typesOf } from '../../schemas/types.ts'
import { parameterDescription } from '../prose/sentences.ts'

const query = (operation: Operation, name: RegExp): Parameter | undefined =>
  queryParametersOf(operation).find((parameter) => name.test(parameter.name))

const isString = (document: Document, { schema }: Parameter): boolean =>
  schema !== undefined && typesOf(document, schema).has('string')

/** A comparison in quotes, such as `state = "ACTIVE"`. */
const comparison = /[`'(]\w+(?:\.\w+)* ?(?:=|!=|[<>]=?|:) ?["\w][^`]*[`')]/

/** The parameter of a list that takes a filter of https://google.aip.dev/160, if its description says so or shows one. */
export function aipFilterParameter(document: Document, list: Operation): Parameter | undefined {
  const parameter = query(list, /^filter$/)
  const text = parameter ? parameterDescription(document, parameter) : ''
  const isDescribed = /\baip(?:\.dev\/|[- ]?)160\b/i.test(text) || comparison.test(text)
  return parameter && isString(document, parameter) && isDescribed ? parameter : undefined
}

/** The parameter of a list that takes field names, each with an optional direction (https://google.aip.dev/132#ordering). */
export function aipOrderParameter(document: Document, list: Operation): Parameter | undefined {
  const parameter = query(list, /^order_?by$/i)
  const text = parameter ? parameterDescription(document, parameter) : ''
  const isDescribed = /\bcomma[- ]separated\b[^.;]*\b(?:fields?|propert(?:y|ies))\b/i.test(text)
  return parameter && isString(document, parameter) && isDescribed ? parameter : undefined
}
