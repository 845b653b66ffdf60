import type { Operation, SchemaNode } from '../../../../spec/document.ts'
import {
  uniqueKeyOf,
  type RecordWrite,
  type UniqueKey,
} from '../../../../spec/inference/records/unique-keys.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, operationFor, type Api } from '../../../api/api.ts'
import { rangesOf } from '../../../api/described-ranges.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { show } from '../../../records/compare.ts'
import { readItem } from '../../../records/read-record.ts'
import { isValid } from '../../../requests/validity.ts'
import type { Provocation } from './provocation.ts'

/** A new record, or a changed one, with another record's value of a property that must be unique, as the document says. */
export async function duplicateValues(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const { operation } = base
  const role = api.model.roles.get(operation.id)
  const schema = bodySchema(operation)
  const key = role && schema && uniqueKey(api, role.resource, { operation, sent: schema })
  const { template } = await context.control(operation)
  if (!role || !key || !template || role.operation.requestPath.length > 0) return []
  const other = await valueOfAnother(context, operation, role.resource, key.property)
  const draft = other && (await context.instantiate(operation, template, { fresh: true }))
  const body = draft && bodyValue(draft)
  if (!draft || !isJsonObject(body)) return []
  // The value may have to be unique only among the records that refer to the same ones.
  const references = Object.fromEntries(
    role.resource.references.flatMap(({ property }) =>
      Object.hasOwn(body, property) && other.sent[property] !== undefined
        ? [[property, other.sent[property]]]
        : [],
    ),
  )
  const swapped =
    other.value === other.value.toLowerCase() ? other.value.toUpperCase() : other.value.toLowerCase()
  const variants = [
    { value: other.value, title: `the ${key.property} of another record` },
    ...(key.ignoresCase && swapped !== other.value
      ? [{ value: swapped, title: `the ${key.property} of another record in another case` }]
      : []),
  ]
  return variants.map(({ value, title }): Provocation => ({
    title: `a request with ${title}`,
    intent: 'valid',
    draft: withBody(draft, { ...body, ...references, [key.property]: value }),
    done: [other.creation],
    forbidden: { forbiddenBy: key.pointer, cause: `body/${key.property} of another record`, title },
  }))
}

/** The unique property that a request sets, if the document names one. */
function uniqueKey(api: Api, resource: Resource, write: RecordWrite): UniqueKey | undefined {
  const creation = operationFor(api, resource, 'create')?.operation
  const sent = creation && bodySchema(creation)
  return uniqueKeyOf(api.document, resource.record, write, creation && sent && { operation: creation, sent })
}

/** A value that another record was created with and shows. */
async function valueOfAnother(
  context: Context,
  operation: Operation,
  resource: Resource,
  property: string,
): Promise<{ readonly value: string; readonly sent: JsonObject; readonly creation: Answer } | undefined> {
  const kept = context.group.fixtures.get(resource.name)
  const other = await context.fixture(resource, { fresh: true })
  if (kept && operation.path.includes('{')) context.group.fixtures.set(resource.name, kept)
  const sent = other?.creation && bodyValue(other.creation.draft)
  const seen = other && (await readItem(context, resource, other))?.record?.[property]
  if (!other?.creation || typeof seen !== 'string' || !isJsonObject(sent)) return undefined
  return sent[property] === seen && seen !== '' ? { value: seen, sent, creation: other.creation } : undefined
}

/** Requests whose values are in the wrong order, such as a period that ends before it begins, where the document forbids it. */
export async function invertedRanges(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const schema = bodySchema(base.operation)
  const body = bodyValue(base)
  const role = api.model.roles.get(base.operation.id)
  if (!schema || !isJsonObject(body) || (role && role.operation.requestPath.length > 0)) return []
  const found: Provocation[] = []
  for (const { lower, upper, pointer } of rangesOf(api, base.operation)) {
    const ordered = pairsFor(api, schema, lower)
      .map(([first, last]) => ({ [lower]: first, [upper]: last }))
      .find((pair) => isValid(api, withBody(base, { ...body, ...pair })))
    if (!ordered) continue
    // The same values in the right order have to be accepted first.
    const control = await context.send(withBody(base, { ...body, ...ordered }), 'valid')
    if (!isSuccess(control.status)) continue
    const { template } = await context.control(base.operation)
    const draft = template && (await context.instantiate(base.operation, template, { fresh: true }))
    const again = draft && bodyValue(draft)
    if (!draft || !isJsonObject(again)) continue
    const inverted = { ...again, [lower]: ordered[upper] ?? null, [upper]: ordered[lower] ?? null }
    const title = `${upper} = ${show(inverted[upper])} below ${lower} = ${show(inverted[lower])}`
    found.push({
      title: `a request with ${title}`,
      intent: 'valid',
      draft: withBody(draft, inverted),
      done: [control],
      forbidden: { forbiddenBy: pointer, cause: `body/${upper} below ${lower}`, title },
    })
  }
  return found
}

/** Pairs of values in ascending order that the property's schema may allow. */
function pairsFor(api: Api, schema: SchemaNode, name: string): readonly (readonly [Json, Json])[] {
  const node = possiblePropertiesOf(api.document, schema).get(name)
  const format = node && keywordsOf(api, node).get('format')
  if (format === 'date')
    return [
      ['2031-05-09', '2031-05-12'],
      ['2021-05-09', '2021-05-12'],
    ]
  if (format === 'date-time')
    return [
      ['2031-05-09T08:00:00Z', '2031-05-12T08:00:00Z'],
      ['2021-05-09T08:00:00Z', '2021-05-12T08:00:00Z'],
    ]
  return [1, 0, 10, 100].map((first) => [first, first + 2])
}
