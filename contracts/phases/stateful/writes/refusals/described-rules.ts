import type { Operation } from '../../../../../spec/document.ts'
import { uniqueKeysOf, type UniqueKey } from '../../../../../spec/inference/constraints/unique-keys.ts'
import { equalJson, isJsonObject, type JsonObject } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { parameterNames } from '../../../../../spec/routing/path-template.ts'
import { isSuccess } from '../../../../answer.ts'
import { bodySchema, creationOf } from '../../../../api/api.ts'
import { rangesOf } from '../../../../api/described-ranges.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import { disorders, withOrder, type RangeInRequest } from '../../../../attempts/described-order.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody } from '../../../../draft.ts'
import type { Answer, Draft } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import { beside } from './collisions.ts'
import type { Provocation } from './provocation.ts'

/** A new record, or a changed one, with another record's value of a property that must be unique, as the document says. */
export async function duplicateValues(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const { operation } = base
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const schema = bodySchema(operation)
  if (!resource || !schema || role?.requestPath.length !== 0) return []
  const write = { operation, sent: schema }
  const keys = uniqueKeysOf(api.document, resource.record, write, creationOf(api, resource))
  const provocations: Provocation[] = []
  for (const key of keys) provocations.push(...(await duplicatesOf(context, operation, resource, key)))
  return provocations
}

async function duplicatesOf(
  context: Context,
  operation: Operation,
  resource: Resource,
  key: UniqueKey,
): Promise<readonly Provocation[]> {
  const { template } = await context.control(operation)
  const other = template && (await valueOfAnother(context, operation, resource, key.property))
  if (!other) return []
  const made = await context.instantiate(operation, template, { fresh: true })
  const first = other.creation.draft
  // The value may have to be unique only among the records below the same one.
  const draft = first.operation === operation ? beside(first, made, []) : made
  if (!isBelowSame(resource, first, draft)) return []
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return []
  // The value may have to be unique only among the records that refer to the same ones.
  const references = Object.fromEntries(
    resource.references.flatMap(({ property }) =>
      Object.hasOwn(body, property) && other.sent[property] !== undefined
        ? [[property, other.sent[property]]]
        : [],
    ),
  )
  const swapped = key.ignoresCase ? inOtherCase(other.value) : other.value
  const variants = [
    { value: other.value, title: `the ${key.property} of another record` },
    ...(swapped === other.value
      ? []
      : [{ value: swapped, title: `the ${key.property} of another record in another case` }]),
  ]
  return variants.map(({ value, title }): Provocation => ({
    title: `a request with ${title}`,
    intent: 'valid',
    draft: withBody(draft, { ...body, ...references, [key.property]: value }),
    done: [other.creation],
    forbidden: {
      forbiddenBy: key.pointer,
      status: key.status,
      cause: `body/${key.property} of another record`,
      title,
    },
  }))
}

/** Whether the path of a request, or of that which created its record, begins with the parents of a creation. */
function isBelowSame({ name }: Resource, creation: Draft, draft: Draft): boolean {
  const target = draft.bindings.find(
    ({ in: place, fixture }) => place === 'path' && fixture.resource === name,
  )
  const origin = target?.fixture.creation?.draft ?? draft
  const names = parameterNames(origin.operation.path)
  return parameterNames(creation.operation.path).every((each, index) =>
    equalJson(creation.path[each] ?? null, origin.path[names[index] ?? ''] ?? null),
  )
}

/** A text with the letters in the other case. */
export function inOtherCase(value: string | number): string | number {
  if (typeof value === 'number') return value
  return value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase()
}

/** A value that another record was created with and shows. */
async function valueOfAnother(
  context: Context,
  operation: Operation,
  resource: Resource,
  property: string,
): Promise<
  { readonly value: string | number; readonly sent: JsonObject; readonly creation: Answer } | undefined
> {
  const kept = context.group.fixtures.get(resource.name)
  const other = await context.fixture(resource, { fresh: true })
  if (kept && operation.path.includes('{')) context.group.fixtures.set(resource.name, kept)
  const sent = other?.creation && bodyValue(other.creation.draft)
  const seen = other && (await readItem(context, resource, other))?.record?.[property]
  const isValue = typeof seen === 'string' || typeof seen === 'number'
  if (!other?.creation || !isValue || !isJsonObject(sent)) return undefined
  return sent[property] === seen && seen !== '' ? { value: seen, sent, creation: other.creation } : undefined
}

/** Requests whose values are in the wrong order, such as a period that ends before it begins, where the document forbids it. */
export async function invertedRanges(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const role = api.model.roles.get(base.operation.id)
  if (role && role.operation.requestPath.length > 0) return []
  const found: Provocation[] = []
  for (const range of rangesOf(api, base.operation).body) {
    const of = { place: 'body', range } as const
    // The same values in the right order have to be accepted first; what is unique in the request may have been used since.
    const control =
      (await sentInOrder(context, base, of)) ??
      (await sentInOrder(context, await acceptedDraft(context, base.operation, another), of))
    if (!control) continue
    const draft = await acceptedDraft(context, base.operation, { fresh: true })
    const provocations = disorders(api, draft, control.draft, of).map((each): Provocation => ({
      ...each,
      title: `a request with ${each.forbidden.title}`,
      intent: 'valid',
      done: [control],
    }))
    found.push(...provocations)
  }
  return found
}

const another = { fresh: true, attempt: 1 } as const

/** The answer to a request with the ends of a range in order, if it is accepted. */
async function sentInOrder(context: Context, draft: Draft, of: RangeInRequest): Promise<Answer | undefined> {
  const ordered = withOrder(context.api, draft, of)
  const answer = ordered && (await context.send(ordered, 'valid'))
  return answer && isSuccess(answer.status) ? answer : undefined
}
