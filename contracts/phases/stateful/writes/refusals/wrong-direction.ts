import type { Operation } from '../../../../../spec/document.ts'
import {
  monotonicProperties,
  type MonotonicProperty,
} from '../../../../../spec/inference/numbers/monotonic-properties.ts'
import type { Json } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { show } from '../../../../answers/compare.ts'
import { bodySchema } from '../../../../api/api.ts'
import type { Context } from '../../../../context.ts'
import type { Draft, Fixture } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import type { RequestTemplate } from '../../../../requests/templates.ts'
import { withProperty } from '../../../../requests/validity.ts'
import type { Provocation } from './provocation.ts'

/** Numbers to change between, the smaller one first. */
const pairs: readonly (readonly [number, number])[] = [
  [5, 10],
  [1, 2],
  [0, 1],
  [50, 100],
  [0.1, 0.2],
]

/** Changes of a number in a direction that the document excludes, on a record that has just been changed in the other. */
export async function wrongDirections(
  context: Context,
  { operation }: Draft,
): Promise<readonly Provocation[]> {
  const { resource, operation: role } = context.api.model.roles.get(operation.id) ?? {}
  const schema = bodySchema(operation)
  const { template } = await context.control(operation)
  if (!resource || !schema || !template || !/^(?:replace|update)$/.test(role?.role ?? '')) return []
  if (role?.requestPath.length !== 0) return []
  const found: Provocation[] = []
  for (const each of monotonicProperties(context.api.document, operation, schema)) {
    const record = await context.fixture(resource, { fresh: true })
    const wrong = record && (await wrongDirection(context, { operation, resource, template, record }, each))
    if (wrong) found.push(wrong)
  }
  return found
}

interface Updatable {
  readonly operation: Operation
  readonly resource: Resource
  readonly template: RequestTemplate
  readonly record: Fixture
}

/** Moves a number of the record in the direction it may go; the way back is forbidden. */
async function wrongDirection(
  context: Context,
  { operation, resource, template, record }: Updatable,
  { property, increases, pointer, status }: MonotonicProperty,
): Promise<Provocation | undefined> {
  if (!record.creation) return undefined
  const draftWith = async (value: number): Promise<Draft | undefined> => {
    context.group.fixtures.set(resource.name, record)
    return withProperty(context.api, await context.instantiate(operation, template), property, value)
  }
  const current = async (): Promise<Json | undefined> =>
    (await readItem(context, resource, record))?.record?.[property]
  for (const [low, high] of pairs) {
    const [first, second] = increases ? [high, low] : [low, high]
    const [draft, back] = [await draftWith(first), await draftWith(second)]
    const answer = draft && back && (await context.send(draft, 'valid'))
    if (!back || !answer || !isSuccess(answer.status) || (await current()) !== first) continue
    const title = `${property} = ${show(second)} for a record with ${property} = ${show(first)}`
    const cause = `body/${property} ${increases ? 'below' : 'above'} its value`
    return {
      title: `a request with ${title}`,
      intent: 'valid',
      draft: back,
      done: [record.creation, answer],
      forbidden: { forbiddenBy: pointer, status, cause, title },
      isStillForbidden: async () => (await current()) === second,
    }
  }
  return undefined
}
