import { getOrInsertComputed } from '../../spec/util/memo.ts'
import type { Operation } from '../../spec/document.ts'
import { describedRanges, type DescribedRange } from '../../spec/inference/records/described-ranges.ts'
import { bodySchema, operationFor, type Api } from './api.ts'

const known = new WeakMap<Operation, readonly DescribedRange[]>()

/** The ranges that the document describes for the request body of an operation, or for the creation of the same records. */
export function rangesOf(api: Api, operation: Operation): readonly DescribedRange[] {
  return getOrInsertComputed(known, operation, () => readRanges(api, operation))
}

function readRanges(api: Api, operation: Operation): readonly DescribedRange[] {
  const sent = bodySchema(operation)
  const resource = api.model.roles.get(operation.id)?.resource
  const creation = resource && operationFor(api, resource, 'create')?.operation
  return sent ? describedRanges(api.document, operation, sent, creation) : []
}
