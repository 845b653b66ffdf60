import { answerOf } from '../../spec/inference/body.ts'
import { operationsOf } from '../../spec/operations.ts'
import type { Api } from './api.ts'

/** What a run could not judge for want of a description, for people. */
export function undescribedIn({ document, operations, supposed }: Api): readonly string[] {
  if (supposed.size === 0) return []
  const { byId } = operationsOf(document)
  const open = operations.filter((each) => {
    const asSupposed = byId.get(each.id)
    return asSupposed !== undefined && responseSchema(asSupposed)?.schema !== responseSchema(each)?.schema
  })
  return [
    `The document does not describe what ${String(open.length)} of ${String(operations.length)} operations answer with: that is not judged, but for what was sent and comes back.`,
  ]
}
