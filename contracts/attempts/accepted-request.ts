import type { Operation } from '../../spec/document.ts'
import { inconclusive, type Context } from '../context.ts'
import type { Answer, Draft } from '../interaction.ts'
import type { InstantiateOptions } from '../records/case-group.ts'
import type { RequestTemplate } from '../requests/templates.ts'

/** A request that the target accepts, and its answer. Throws `CaseEnd` when there is none. */
export async function accepted(
  context: Context,
  operation: Operation,
): Promise<{ template: RequestTemplate; answer: Answer }> {
  const { template, answer } = await context.control(operation)
  if (!template || !answer) throw inconclusive(`No request to ${operation.id} was accepted.`)
  return { template, answer }
}

/** A new request like the one that the target accepts. Throws `CaseEnd` when there is none. */
export async function acceptedDraft(
  context: Context,
  operation: Operation,
  freshness?: InstantiateOptions,
): Promise<Draft> {
  const { template } = await accepted(context, operation)
  return context.instantiate(operation, template, freshness)
}
