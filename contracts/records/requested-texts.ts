import type { Operation } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { bodySchema } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue } from '../draft.ts'
import type { Answer } from '../interaction.ts'
import { leastName } from '../requests/body-templates.ts'
import { withMissingProperties } from '../requests/missing-properties.ts'
import { withTextsAskedFor } from '../requests/refusal-texts.ts'
import { templatesOf, type RequestTemplate } from '../requests/templates.ts'
import type { Control } from './case-group.ts'

/** The number of requests that are made from hints. */
const mostHints = 6

/** Searches for an accepted request with the strings, and the properties, that the refusals ask for. */
export async function withRequestedTexts(
  context: Context,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const [first, ...others] = templatesOf(context.api, operation)
  const [refusal] = refused
  const next = first && refusal && asRequested(context, operation, first, refusal)
  const least = others.find(({ name }) => name === leastName)
  const fuller = first?.body?.value ?? null
  const isIncomplete = refused.some(
    (each) =>
      tellsReasons(each.status) &&
      withMissingProperties(bodyValue(each.draft) ?? null, fuller, jsonOf(each) ?? null) !== undefined,
  )
  if (!next && !isIncomplete) return undefined
  const follow = (template: RequestTemplate | undefined): ReturnType<typeof followHints> | undefined =>
    template && followHints(context, operation, template, fuller)
  const found = (await follow(next)) ?? (await follow(least))
  return found && { ...found, refused }
}

/** The answer that accepts a template, or what successive refusals make of it. */
async function followHints(
  context: Context,
  operation: Operation,
  start: RequestTemplate,
  fuller: Json,
): Promise<Pick<Control, 'template' | 'answer'> | undefined> {
  let template = start
  for (let attempt = 0; attempt < mostHints; attempt += 1) {
    const draft = await context.instantiate(operation, template, { attempt })
    const answer = await context.send(draft, 'valid')
    if (isSuccess(answer.status)) return { template, answer }
    const next =
      asRequested(context, operation, template, answer) ??
      completed(context, operation, template, fuller, answer)
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

/** A template with the properties that a refusal of it says are missing; undefined if it names none. */
function completed(
  { api }: Context,
  operation: Operation,
  template: RequestTemplate,
  fuller: Json,
  answer: Answer,
): RequestTemplate | undefined {
  const schema = bodySchema(operation)
  const { body } = template
  if (!schema || !body || !tellsReasons(answer.status)) return undefined
  const value = withMissingProperties(body.value, fuller, jsonOf(answer) ?? null)
  if (value === undefined || !api.validator.of(schema, 'request').accepts(value)) return undefined
  return { ...template, body: { ...body, value } }
}

/** Whether a response may tell what is wrong with the body: servers that leave that to a database fail with its message. */
const tellsReasons = (status: number): boolean => status === 400 || status === 422 || status >= 500
