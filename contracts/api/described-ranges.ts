import type { Operation } from '../../spec/document.ts'
import {
  describedQueryRanges,
  describedRanges,
  type DescribedRange,
} from '../../spec/inference/constraints/described-ranges.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { bodySchema, operationFor, type Api } from './api.ts'

/** The ranges that the document describes for a request. */
export interface DescribedRanges {
  readonly body: readonly DescribedRange[]
  readonly query: readonly DescribedRange[]
}

const known = new WeakMap<Operation, DescribedRanges>()

/** The ranges that the document describes for a request, or for the creation of the same records. */
export function rangesOf(api: Api, operation: Operation): DescribedRanges {
  return getOrInsertComputed(known, operation, () => readRanges(api, operation))
}

function readRanges(api: Api, operation: Operation): DescribedRanges {
  const sent = bodySchema(operation)
  const resource = api.model.roles.get(operation.id)?.resource
  const creation = resource && operationFor(api, resource, 'create')?.operation
  return {
    body: sent ? describedRanges(api.document, operation, sent, creation) : [],
    query: describedQueryRanges(api.document, operation),
  }
}
