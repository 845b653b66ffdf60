import type { Context } from '../context.ts'
import { plainDraft } from '../draft.ts'
import type { Answer, Draft } from '../interaction.ts'
import { requestAt } from '../records/paths.ts'

/** Returns a GET request for a URI reference found in an answer, or undefined if it leads to no operation that may be called. */
export function draftAt({ api, run }: Context, reference: string, answer: Answer): Draft | undefined {
  const request = requestAt(run.client.target, reference, answer.exchange.request.path)
  const match = request && api.router.match('GET', request.path, request.query, {})
  if (!request || match?.kind !== 'found' || !api.byId.has(match.operation.id)) return undefined
  return { ...plainDraft(match.operation, { path: {}, bindings: [] }), raw: request }
}
