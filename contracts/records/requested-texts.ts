import type { Operation } from '../../spec/document.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { bodySchema } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue } from '../draft.ts'
import type { Answer } from '../interaction.ts'
import { leastName } from '../requests/body-templates.ts'
import { withTextsAskedFor } from '../requests/refusal-texts.ts'
import { templatesOf, type RequestTemplate } from '../requests/templates.ts'
import type { Control } from './case-group.ts'

/** The number of requests that are made from hints. */
const mostHints = 4

/** Searches for an accepted request with the strings that the refusals ask for. */
export async function withRequestedTexts(
  context: Context,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const [first, ...others] = templatesOf(context.api, operation)
  const [refusal] = refused
  const next = first && refusal && asRequested(context, operation, first, refusal)
  if (!next) return undefined
  const least = others.find(({ name }) => name === leastName)
  const found =
    (await followHints(context, operation, next)) ?? (least && (await followHints(context, operation, least)))
  return found && { ...found, refused }
}

/** The answer that accepts a template, or what successive refusals make of it. */
async function followHints(
  context: Context,
  operation: Operation,
  start: RequestTemplate,
): Promise<Pick<Control, 'template' | 'answer'> | undefined> {
  let template = start
  for (let attempt = 0; attempt < mostHints; attempt += 1) {
    const draft = await context.instantiate(operation, template, { attempt })
    const answer = await context.send(draft, 'valid')
    if (isSuccess(answer.status)) return { template, answer }
    const next = asRequested(context, operation, template, answer)
    if (!next) return undefined
    template = next
  }
  return undefined
}

/** A template with the strings that a refusal of it asks for; undefined if it asks for none. */
export function asRequested(
  { api }: Context,
  operation: Operation,
  template: RequestTemplate,
  answer: Answer,
): RequestTemplate | undefined {
  const schema = bodySchema(operation)
  const { body } = template
  if (!schema || !body || !tellsReasons(answer.status)) return undefined
  const asked = withTextsAskedFor(api, schema, {
    template: body.value,
    sent: bodyValue(answer.draft),
    refusal: jsonOf(answer) ?? null,
  })
  if (!asked || !api.validator.of(schema, 'request').accepts(asked.value)) return undefined
  const kept = [...(template.kept ?? []), ...asked.chosen]
  return { ...template, kept, body: { ...body, value: asked.value } }
}

/** Whether a response may tell what is wrong with the body: servers that leave that to a database fail with its message. */
const tellsReasons = (status: number): boolean => status === 400 || status === 422 || status >= 500
