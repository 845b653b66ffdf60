import type { Operation } from '../../spec/document.ts'
import { isJsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { isAccepted } from '../answer.ts'
import { bodySchema, referredBy } from '../api/api.ts'
import type { Context } from '../context.ts'
import type { Answer } from '../interaction.ts'
import { isOpenText } from '../requests/refusal-texts.ts'
import { templatesOf } from '../requests/templates.ts'
import type { Control } from './case-group.ts'
import { listedFixtures } from './fixtures.ts'

/** The number of texts that are tried. */
const mostTexts = 8

/**
 * Searches for an accepted request with a text of a record that exists: a `currency` that the document leaves open is one of a few
 * that the server knows.
 */
export async function withShownText(
  context: Context,
  operation: Operation,
  refused: readonly Answer[],
): Promise<Control | undefined> {
  const { api } = context
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const [template] = templatesOf(api, operation)
  const schema = bodySchema(operation)
  const { body } = template ?? {}
  if (!resource || !template || !schema || !body || !isJsonObject(body.value)) return undefined
  if (role?.requestPath.length !== 0 || !refused.some(({ status }) => status === 400 || status === 422))
    return undefined
  const shown = (await listedFixtures(context, resource)).find(({ record }) => record !== undefined)?.record
  const properties = possiblePropertiesOf(api.document, schema)
  const names = Object.keys(body.value).filter((name) => {
    const node = properties.get(name)
    const isFree = node && isOpenText(api, node) && referredBy(api, operation, name) === undefined
    return isFree && typeof shown?.[name] === 'string' && shown[name] !== ''
  })
  for (const name of names.slice(0, mostTexts)) {
    const value = { ...body.value, [name]: shown?.[name] ?? null }
    const changed = { ...template, kept: [name], body: { ...body, value } }
    const draft = await context.instantiate(operation, changed, { attempt: 1 })
    const answer = await context.send(draft, 'valid')
    if (isAccepted(answer)) return { template: changed, answer, refused }
  }
  return undefined
}
