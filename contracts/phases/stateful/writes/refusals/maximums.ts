import {
  describedMaximum,
  type DescribedMaximum,
} from '../../../../../spec/inference/numbers/described-maximums.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { recordIn } from '../../../../answers/answer-records.ts'
import { resourceNamed, type Api, type RoleOperation } from '../../../../api/api.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import { judgeForbidden } from '../../../../attempts/judge-forbidden.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../../interaction.ts'

/** The largest number of records that are created. */
const mostCreated = 10

/** The number of records that may share what they refer to, and the resources of the latter. */
interface Maximum extends DescribedMaximum {
  readonly shared: readonly Resource[]
}

/** The number of records that a creation allows for each that they refer to: "A customer can have at most 5 open rentals". */
export function maximumOf(api: Api, resource: Resource, create: RoleOperation): Maximum | undefined {
  const { operation, role } = create
  const found = describedMaximum(api.document, operation, role, resource)
  if (!found || found.properties.length === 0 || found.most > mostCreated) return undefined
  const shared = found.properties.flatMap((property) => {
    const reference = resource.references.find((each) => each.property === property)
    return (reference && resourceNamed(api, reference.resource)) ?? []
  })
  return shared.length === found.properties.length ? { ...found, shared } : undefined
}

/** Creates as many records as may share what they refer to; one more must be refused. */
export async function exceedMaximum(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const maximum = maximumOf(context.api, resource, create)
  if (!maximum) throw inconclusive('How many records there may be is not known.')
  await context.control(create.operation)
  const shared: Fixture[] = []
  for (const each of maximum.shared) {
    const made = await context.fixture(each, { fresh: true })
    if (!made) throw inconclusive(`No new record of ${each.name} is available.`)
    shared.push(made)
  }
  const done: Answer[] = []
  while (done.length < maximum.most) {
    const answer = await createSharing(context, create, shared)
    if (!isSuccess(answer.status) || !counts(maximum, create, answer))
      throw inconclusive(`Not ${String(maximum.most)} records that count could be created.`)
    done.push(answer)
  }
  const answer = await createSharing(context, create, shared)
  const title = `one more than ${String(maximum.most)} records`
  const { pointer: forbiddenBy, status } = maximum
  await judgeForbidden(context, answer, { forbiddenBy, status, cause: 'too many records', title }, done)
}

/** Whether a new record is one of those that the number is about, as far as its response tells. */
function counts({ counted }: Maximum, { role }: RoleOperation, answer: Answer): boolean {
  const value = counted && recordIn(answer, role)?.[counted.property]
  return counted === undefined || (value !== undefined && counted.values.includes(value))
}

/** Creates a record that refers to these ones, and to new ones otherwise. */
async function createSharing(
  context: Context,
  { operation }: RoleOperation,
  shared: readonly Fixture[],
): Promise<Answer> {
  for (const each of shared) context.group.fixtures.set(each.resource, each)
  const draft = await acceptedDraft(context, operation, { freshReferences: true, attempt: 1 })
  const sharing = shared.reduce(referringTo, draft)
  if (shared.some((each) => sharing.bindings.every(({ fixture }) => fixture !== each)))
    throw inconclusive('The record does not refer to what it has to.')
  return context.send(sharing, 'valid')
}

/** The request with a record in place of the other one of its kind that the body refers to. */
function referringTo(draft: Draft, shared: Fixture): Draft {
  const binding = draft.bindings.find(
    (each) => each.in === 'body' && each.fixture.resource === shared.resource,
  )
  const changed = binding && withValueAt(bodyValue(draft) ?? null, binding.at, shared.id)
  if (!binding || changed === undefined) return draft
  const bindings = draft.bindings.map((each) => (each === binding ? { ...each, fixture: shared } : each))
  return { ...withBody(draft, changed), bindings }
}
