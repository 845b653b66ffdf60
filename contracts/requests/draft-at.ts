import type { Operation } from '../../spec/document.ts'
import type { Context } from '../context.ts'
import { plainDraft } from '../draft.ts'
import type { Answer, Draft } from '../interaction.ts'
import { requestAt } from './paths.ts'

/**
 * Returns a GET request for a URI reference found in an answer, or undefined if it leads to no operation that may be called, or to one
 * whose clients have to add query parameters, such as an API key, themselves.
 */
export function draftAt({ api, run }: Context, reference: string, answer: Answer): Draft | undefined {
  const request = requestAt(run.client.target, reference, answer.exchange.request.path)
  const match = request && api.router.match('GET', request.path, request.query, {})
  if (!request || match?.kind !== 'found' || !api.byId.has(match.operation.id)) return undefined
  if (!isComplete(match.operation, request.query)) return undefined
  return { ...plainDraft(match.operation, { path: {}, bindings: [] }), raw: request }
}

/** Whether a query has all the parameters that the operation requires there. */
export function isComplete({ parameters }: Operation, query: string): boolean {
  const given = new URLSearchParams(query)
  return parameters.every(
    ({ in: place, name, required }) => place !== 'query' || !required || given.has(name),
  )
}
