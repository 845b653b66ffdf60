import type { Document, Operation } from '../document.ts'
import { operationsOf } from '../operations.ts'
import { createDocumentCache } from '../schemas/document-cache.ts'
import { resolveRef } from '../schemas/subschemas.ts'
import { groupBy } from '../util/group-by.ts'

/** How many operations have to share a response before it counts as added. */
const enough = 3

/** By status, the pointers to the schemas of responses that a framework declared. */
const cached = createDocumentCache<ReadonlyMap<string, ReadonlySet<string>>>()

/**
 * The statuses of an operation that its framework declared, not its author: the same response to invalid input in every operation that
 * has input and in no other, as FastAPI's 422. They tell nothing about the other errors.
 */
export function addedErrors(document: Document, operation: Operation): ReadonlySet<string> {
  const added = cached(document, '', () => {
    const { operations } = operationsOf(document)
    return new Map(['400', '422'].map((status) => [status, sharedBy(document, operations, status)]))
  })
  const isAdded = ([status, shared]: readonly [string, ReadonlySet<string>]): boolean =>
    shared.has(schemaOf(document, operation, status) ?? '')
  return new Set([...added].filter(isAdded).map(([status]) => status))
}

/** The schemas of a response that enough operations share, if all that have input have one, and no other. */
function sharedBy(document: Document, operations: readonly Operation[], status: string): ReadonlySet<string> {
  const isForInput = operations.every(
    ({ parameters, requestBody, responses }) =>
      (parameters.length > 0 || requestBody !== undefined) ===
      responses.some((each) => each.status === status),
  )
  if (!isForInput) return new Set()
  const schemas = groupBy(
    operations.flatMap((each) => schemaOf(document, each, status) ?? []),
    (pointer) => pointer,
  )
  return new Set([...schemas].filter(([, alike]) => alike.length >= enough).map(([pointer]) => pointer))
}

/** The pointer to the schema of a response. */
function schemaOf(document: Document, { responses }: Operation, status: string): string | undefined {
  const schema = responses.find((each) => each.status === status)?.content[0]?.schema
  return schema && resolveRef(document, schema).pointer
}
