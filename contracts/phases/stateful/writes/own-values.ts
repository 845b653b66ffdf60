import type { Pointer } from '../../../../spec/document.ts'
import { uniqueCombinationOf } from '../../../../spec/inference/constraints/unique-combinations.ts'
import { uniqueKeysOf } from '../../../../spec/inference/constraints/unique-keys.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, creationOf, type Api, type RoleOperation } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { validAccepted } from '../../../checks/valid-accepted.ts'
import { inconclusive, type Context } from '../../../context.ts'

/** What has to be unique, as the document says. */
interface Unique {
  readonly properties: readonly string[]
  readonly status: number
  readonly pointer: Pointer
}

/** The values that a change of a record must not share with another record. */
export function uniqueIn(
  api: Api,
  resource: Resource,
  { operation, role }: RoleOperation,
): Unique | undefined {
  const sent = bodySchema(operation)
  if (!sent || role.requestPath.length > 0) return undefined
  const write = { operation, sent }
  const creation = creationOf(api, resource)
  const [key] = uniqueKeysOf(api.document, resource.record, write, creation)
  return key
    ? { ...key, properties: [key.property] }
    : uniqueCombinationOf(api.document, write, resource, creation)
}

/**
 * A record may be changed to the unique values that it has already. A refusal counts only if other values are accepted before and
 * after it, so that no state of the record explains it.
 */
export async function keepOwnValues(context: Context, resource: Resource, by: RoleOperation): Promise<void> {
  const { operation } = by
  const unique = uniqueIn(context.api, resource, by)
  const { template } = await accepted(context, operation)
  const record = await context.fixture(resource, { fresh: true })
  if (!unique || !record?.creation) throw inconclusive(`No record of ${resource.name} can be created.`)
  const change = async (): Promise<ReturnType<typeof context.instantiate>> => {
    context.group.fixtures.set(resource.name, record)
    return context.instantiate(operation, template, { attempt: 1 })
  }
  const draft = await change()
  const first = await context.send(draft, 'valid')
  if (!isSuccess(first.status)) throw inconclusive(`The request was refused with ${String(first.status)}.`)
  const again = await context.send(draft, 'valid')
  if (again.status !== unique.status) return
  const other = await context.send(await change(), 'valid')
  if (!isSuccess(other.status)) return
  const names = unique.properties.join(' and ')
  const evidence = {
    answer: again,
    cause: `body/${unique.properties.join('+')} of the record itself`,
    title: `the ${names} that the record has already`,
    allowedBy: unique.pointer,
  }
  context.judge(validAccepted, evidence, { answer: again, after: [first] })
}
