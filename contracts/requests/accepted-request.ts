import type { Operation } from '../../spec/document.ts'
import type { Answer } from '../interaction.ts'
import { inconclusive, type Context } from '../context.ts'
import type { Draft } from '../interaction.ts'
import type { InstantiateOptions, CaseGroup } from '../records/case-group.ts'
import type { RequestTemplate } from './templates.ts'

/** A request that the target accepts, and its answer. Throws `CaseEnd` when there is none. */
export async function accepted(
  context: Context,
  group: CaseGroup,
  operation: Operation,
): Promise<{ template: RequestTemplate; answer: Answer }> {
  const { template, answer } = await group.control(context, operation)
  if (!template || !answer) throw inconclusive(`No request to ${operation.id} was accepted.`)
  return { template, answer }
}

/** A new request like the one that the target accepts. Throws `CaseEnd` when there is none. */
export async function acceptedDraft(
  context: Context,
  group: CaseGroup,
  operation: Operation,
  freshness?: InstantiateOptions,
): Promise<Draft> {
  const { template } = await accepted(context, group, operation)
  return group.instantiate(context, operation, template, freshness)
}
