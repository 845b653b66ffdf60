import { monotonicProperties } from '../../../../spec/inference/records/monotonic-properties.ts'
import type { Json } from '../../../../spec/json.ts'
import { bodySchema } from '../../../api/api.ts'
import { isSuccess } from '../../../answer.ts'
import type { Context } from '../../../context.ts'
import type { Draft } from '../../../interaction.ts'
import { show } from '../../../records/compare.ts'
import { readItem } from '../../../records/read-record.ts'
import { withProperty } from '../../../requests/validity.ts'
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
  const { api } = context
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const schema = bodySchema(operation)
  const { template } = await context.control(operation)
  if (!resource || !schema || !template || !/^(?:replace|update)$/.test(role?.role ?? '')) return []
  if (role?.requestPath.length !== 0) return []
  const found: Provocation[] = []
  for (const { property, increases, pointer } of monotonicProperties(api.document, operation, schema)) {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation) continue
    const draftWith = async (value: Json): Promise<Draft | undefined> => {
      context.group.fixtures.set(resource.name, record)
      const draft = await context.instantiate(operation, template)
      return withProperty(api, draft, property, value)
    }
    const valueOf = async (): Promise<Json | undefined> =>
      (await readItem(context, resource, record))?.record?.[property]
    for (const [low, high] of pairs) {
      const [first, second] = increases ? [high, low] : [low, high]
      const [draft, back] = [await draftWith(first), await draftWith(second)]
      const answer = draft && back && (await context.send(draft, 'valid'))
      if (!back || !answer || !isSuccess(answer.status) || (await valueOf()) !== first) continue
      const title = `${property} = ${show(second)} for a record with ${property} = ${show(first)}`
      found.push({
        title: `a request with ${title}`,
        intent: 'valid',
        draft: back,
        done: [record.creation, answer],
        forbidden: {
          forbiddenBy: pointer,
          cause: `body/${property} ${increases ? 'below' : 'above'} its value`,
          title,
        },
        isStillForbidden: async () => (await valueOf()) === second,
      })
      break
    }
  }
  return found
}
