import type { Document, Operation } from '../document.ts'
import { operationsOf } from '../operations.ts'
import { createDocumentCache } from '../schemas/document-cache.ts'
import { resolveRef } from '../schemas/subschemas.ts'

/** How many operations have to share a response before it counts as added. */
const enough = 3

const cached = createDocumentCache<ReadonlySet<string>>()

/**
 * The statuses of an operation that its framework declared, not its author: the same response to invalid input in every operation that
 * has input and in no other, as FastAPI's 422. They tell nothing about the other errors.
 */
export function addedErrors(document: Document, operation: Operation): ReadonlySet<string> {
  const { operations } = operationsOf(document)
  const added = cached(
    document,
    '',
    () => new Set(['400', '422'].filter((each) => isAdded(operations, each))),
  )
  const isShared = (status: string): boolean => {
    const own = contentOf(document, operation, status)
    const alike = operations.filter((each) => own !== undefined && contentOf(document, each, status) === own)
    return alike.length >= enough
  }
  return new Set([...added].filter(isShared))
}

const isAdded = (operations: readonly Operation[], status: string): boolean =>
  operations.every(
    ({ parameters, requestBody, responses }) =>
      (parameters.length > 0 || requestBody !== undefined) ===
      responses.some((each) => each.status === status),
  )

/** The pointer to the schema of a response. */
function contentOf(document: Document, { responses }: Operation, status: string): string | undefined {
  const schema = responses.find((each) => each.status === status)?.content[0]?.schema
  return schema && resolveRef(document, schema).pointer
}
