import type { Document, Operation, Parameter, SchemaNode } from '../../../../spec/document.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { queryParametersOf } from '../../../../spec/parameters/members.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { keywordOf, partsOf } from '../../../../spec/schemas/subschemas.ts'
import { own } from '../../../../spec/util/object.ts'

/** How many records a page of a list contains. */
export interface PageSize {
  /** If neither the request nor the document specifies a size. */
  readonly default: number
  /** The most the schema of the list allows, whatever the request asks for. */
  readonly maximum: number
}

const defaultSize = 20

/** @param schema of the array that holds the records */
export function pageSizeOf(
  document: Document,
  operation: Operation,
  { paging }: Resource,
  schema: SchemaNode | undefined,
): PageSize {
  const sizes = queryParametersOf(operation).filter(({ name }) =>
    [paging?.size, paging?.other?.size].includes(name),
  )
  const parameter = sizes.find((each) => describedSize(document, each) > 0) ?? sizes[0]
  const maximum = smallestBound(document, schema, 'maxItems')
  const requestable = smallestBound(document, parameter?.schema, 'maximum')
  const stated = parameter?.schema && keywordOf(document, parameter.schema, 'default')
  const described = parameter && describedSize(document, parameter)
  return { default: Math.min(described || Number(stated) || defaultSize, maximum, requestable), maximum }
}

/** The size that a description says is the default; NaN if there is none. */
const describedSize = (document: Document, parameter: Parameter): number =>
  Number(
    /\bdefaults?:?(?: [a-z]+){0,3} \W?([1-9]\d{0,3})\b/i.exec(parameterDescription(document, parameter))?.[1],
  )

function smallestBound(
  document: Document,
  node: SchemaNode | undefined,
  keyword: 'maxItems' | 'maximum',
): number {
  const bounds = node ? partsOf(document, node, ['allOf']).map(({ schema }) => own(schema, keyword)) : []
  return Math.min(...bounds.filter((bound): bound is number => typeof bound === 'number' && bound > 0))
}
