import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { own } from '../../spec/util/object.ts'
import { partsOf } from '../../spec/schemas/subschemas.ts'
import type { Resource } from '../../spec/resources.ts'

/** How many records a list gives. */
export interface Capacity {
  /** Where neither the request nor the document says how many. */
  readonly usual: number
  /** As many as its schema takes, however many are asked for. */
  readonly most: number
}

const usualSize = 20

/** @param schema of the array that holds the records */
export function capacityOf(
  document: Document,
  { parameters }: Operation,
  { paging }: Resource,
  schema: SchemaNode | undefined,
): Capacity {
  const size = parameters.find(({ in: place, name }) => place === 'query' && name === paging?.size)?.schema
  const most = leastOf(document, schema, 'maxItems')
  return { usual: Math.min(usualSize, most, leastOf(document, size, 'maximum')), most }
}

function leastOf(document: Document, node: SchemaNode | undefined, keyword: 'maxItems' | 'maximum'): number {
  const bounds = node ? partsOf(document, node, ['allOf']).map(({ schema }) => own(schema, keyword)) : []
  return Math.min(...bounds.filter((bound): bound is number => typeof bound === 'number' && bound > 0))
}
