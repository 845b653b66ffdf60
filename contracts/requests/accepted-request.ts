import type { Operation } from '../../spec/document.ts'
import type { Answer } from '../answer.ts'
import { inconclusive, type Context } from '../context.ts'
import type { Draft } from '../draft.ts'
import type { Freshness, Lane } from '../records/lane.ts'
import type { RequestTemplate } from './templates.ts'

/** A request that the target accepts, and its answer. Throws `CaseEnd` when there is none. */
export async function accepted(
  context: Context,
  lane: Lane,
  operation: Operation,
): Promise<{ template: RequestTemplate; answer: Answer }> {
  const { template, answer } = await lane.control(context, operation)
  if (!template || !answer) throw inconclusive(`No request to ${operation.id} was accepted.`)
  return { template, answer }
}

/** A new request like the one that the target accepts. Throws `CaseEnd` when there is none. */
export async function acceptedDraft(
  context: Context,
  lane: Lane,
  operation: Operation,
  freshness?: Freshness,
): Promise<Draft> {
  const { template } = await accepted(context, lane, operation)
  return lane.instantiate(context, operation, template, freshness)
}
