import { responseSchema } from '../../spec/inference/bodies/content.ts'
import { operationsOf } from '../../spec/operations.ts'
import type { Api } from './api.ts'

/** Notes for the report: which responses could not be judged because the document does not describe them. */
export function undescribedResponses({ document, operations, supposed }: Api): readonly string[] {
  if (supposed.size === 0) return []
  const { byId } = operationsOf(document)
  const undescribed = operations.filter((operation) => {
    const withAssumed = byId.get(operation.id)
    return (
      withAssumed !== undefined && responseSchema(withAssumed)?.schema !== responseSchema(operation)?.schema
    )
  })
  if (undescribed.length === 0) return []
  return [
    `The document does not describe the responses of ${String(undescribed.length)} of ${String(operations.length)} operations: only values that were sent are compared with what comes back.`,
  ]
}
