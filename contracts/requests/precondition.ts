import type { Operation, Parameter } from '../../spec/document.ts'
import { header, isSafe } from '../../spec/http.ts'
import type { Json } from '../../spec/json.ts'
import { isSuccess } from '../answer.ts'
import { operationFor, type Api } from '../api/api.ts'
import type { Context, Run } from '../context.ts'
import { plainDraft, textOfId } from '../draft.ts'
import type { Draft, Intent } from '../interaction.ts'
import { pathTarget } from './paths.ts'
import { parameterValue } from './required-parameters.ts'

const field = 'if-match'

const parameterOf = ({ parameters }: Operation): Parameter | undefined =>
  parameters.find(({ in: place, name }) => place === 'header' && name.toLowerCase() === field)

/** The placeholder in a draft's If-Match for the entity tag that the record has when the request is sent. */
function placeholderFor(api: Api, operation: Operation): Json | undefined {
  const parameter = parameterOf(operation)
  return parameter ? parameterValue(api, parameter) : '"current"'
}

function conditionOf({ operation, header: fields, fields: others }: Draft): Json | undefined {
  const parameter = parameterOf(operation)
  return others?.[field] ?? (parameter && fields[parameter.name])
}

/** The draft with a placeholder in If-Match, if its operation has answered 428 Precondition Required (RFC 6585 §3). */
export function withPrecondition({ api, preconditionRequired }: Run, draft: Draft): Draft {
  const { operation } = draft
  const value = preconditionRequired.has(operation.id) ? placeholderFor(api, operation) : undefined
  if (value === undefined || conditionOf(draft) !== undefined) return draft
  const parameter = parameterOf(operation)
  return parameter
    ? { ...draft, header: { ...draft.header, [parameter.name]: value } }
    : { ...draft, fields: { ...draft.fields, [field]: textOfId(value) } }
}

/**
 * Reads the entity tag that replaces the placeholder in If-Match (RFC 9110 §13.1.1); undefined when the draft has a tag of its own, or
 * no If-Match.
 */
export async function tagFor(context: Context, draft: Draft, intent: Intent): Promise<string | undefined> {
  const { operation, path, bindings } = draft
  const condition = isSafe(operation.method) ? undefined : conditionOf(draft)
  if (condition === undefined || condition !== placeholderFor(context.api, operation)) return undefined
  const target = pathTarget(context.api, operation)
  const read = target && operationFor(context.api, target.resource, 'read')?.operation
  if (!read || read.path.length > operation.path.length) return undefined
  // The path of an invalid request may be what is invalid of it.
  const answer = await context.send(plainDraft(read, { path, bindings }), intent)
  return isSuccess(answer.status) ? header(answer.exchange.response.headers, 'etag') : undefined
}

/** The request with the entity tag in If-Match. */
export const withTag = <T extends { readonly headers: Readonly<Record<string, unknown>> }>(
  request: T,
  tag: string | undefined,
): T => (tag === undefined ? request : { ...request, headers: { ...request.headers, [field]: tag } })
