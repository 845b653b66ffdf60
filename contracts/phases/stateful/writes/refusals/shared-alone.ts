import { uniqueKeysOf } from '../../../../../spec/inference/constraints/unique-keys.ts'
import { equalJson, isJsonObject, type JsonObject } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../../answer.ts'
import { bodySchema, type Api, type RoleOperation } from '../../../../api/api.ts'
import { keywordsOf } from '../../../../api/keywords.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import { validAccepted } from '../../../../checks/valid-accepted.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import { bodyValue, withBody } from '../../../../draft.ts'
import { isValid } from '../../../../requests/validity.ts'
import { beside } from './collisions.ts'
import { ruleOf } from './unique-combinations.ts'

/** A text that records may share as long as they differ in the others. */
interface SharedAlone {
  readonly property: string
  readonly others: readonly string[]
  readonly pointer: string
}

/**
 * The texts that must be unique only together with others, as the document says: "The combination of name and category must be unique".
 * Leaves out what else may exclude a second record, such as periods of what is referred to.
 */
export function sharedAloneOf(
  api: Api,
  resource: Resource,
  { operation, role }: RoleOperation,
): readonly SharedAlone[] {
  const sent = bodySchema(operation)
  const rule = sent && role.requestPath.length === 0 ? ruleOf(api, operation, resource) : undefined
  if (!sent || !rule) return []
  const properties = possiblePropertiesOf(api.document, sent)
  const keys = uniqueKeysOf(api.document, resource.record, { operation, sent }).map(
    ({ property }) => property,
  )
  const references = resource.references.map(({ property }) => property)
  return rule.properties.flatMap((property) => {
    const node = properties.get(property)
    const isText =
      node !== undefined &&
      typesOf(api.document, node).has('string') &&
      enumValues(api.document, node).length === 0 &&
      !keywordsOf(api, node).has('format')
    const others = rule.properties.filter((each) => each !== property)
    return isText && others.length > 0 && ![...keys, ...references].includes(property)
      ? [{ property, others, pointer: rule.pointer }]
      : []
  })
}

/** Creates a record with one of the values of another; it is refused only if that value has to be unique by itself. */
export async function shareAlone(context: Context, resource: Resource, create: RoleOperation): Promise<void> {
  const { operation } = create
  let isJudged = false
  for (const { property, others, pointer } of sharedAloneOf(context.api, resource, create)) {
    const first = await context.send(await acceptedDraft(context, operation, { fresh: true }), 'valid')
    const made = bodyValue(first.draft)
    if (!isSuccess(first.status) || !isJsonObject(made)) continue
    const fresh = await acceptedDraft(context, operation, { fresh: true, attempt: 1 })
    const body = bodyValue(fresh)
    const different = isJsonObject(body) && withOther(context.api, create, made, body, others)
    if (!different) continue
    const apart = withBody(fresh, different)
    const draft = beside(first.draft, apart, [property])
    if (!isValid(context.api, draft)) continue
    isJudged = true
    const answer = await context.send(draft, 'valid')
    if (isSuccess(answer.status) || answer.status >= 500) continue
    // The refusal may have another reason.
    if (!isSuccess((await context.send(apart, 'valid')).status)) continue
    const title = `the ${property} of another record, but another ${others.join(' and ')}`
    const evidence = { answer, cause: `body/${property} of another record`, title, allowedBy: pointer }
    context.judge(validAccepted, evidence, { answer, after: [first] })
  }
  if (!isJudged) throw inconclusive('No record could be sent that differs from another in the other values.')
}

/** A body that has one of these values other than that of another record; undefined if the document allows no other. */
function withOther(
  { document }: Api,
  { operation }: RoleOperation,
  made: JsonObject,
  body: JsonObject,
  names: readonly string[],
): JsonObject | undefined {
  if (names.some((name) => !equalJson(body[name] ?? null, made[name] ?? null))) return body
  const sent = bodySchema(operation)
  const properties = sent && possiblePropertiesOf(document, sent)
  for (const name of names) {
    const node = properties?.get(name)
    const other = node && enumValues(document, node).find((value) => !equalJson(value, made[name] ?? null))
    if (other !== undefined) return { ...body, [name]: other }
  }
  return undefined
}
