import type { Operation, SchemaNode } from '../../../../../spec/document.ts'
import {
  describedCapacity,
  noneLeft,
  type DescribedCapacity,
} from '../../../../../spec/inference/numbers/described-capacities.ts'
import { refusalStatements } from '../../../../../spec/inference/prose/refusal-statements.ts'
import { singularNounOf } from '../../../../../spec/inference/prose/words.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../../answer.ts'
import { show } from '../../../../answers/compare.ts'
import {
  bodySchema,
  recordProperties,
  resourceNamed,
  type Api,
  type RoleOperation,
} from '../../../../api/api.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import { judgeForbidden } from '../../../../attempts/judge-forbidden.ts'
import { inconclusive, type Context } from '../../../../context.ts'
import type { Answer, Fixture } from '../../../../interaction.ts'
import { listOwnerOf } from '../../../../records/parameter-resource.ts'
import { readItem } from '../../../../records/read-record.ts'
import { createWith } from '../../../../records/steps/create-with.ts'
import { addedTo } from '../../../../records/steps/step-candidates.ts'
import { takePreparedStep } from '../../../../records/steps/steps.ts'

/** The capacity of the records above, and their resource. */
interface Capacity extends DescribedCapacity {
  readonly owner: Resource
}

/** The number of a record that bounds how many others may be created below it. */
export function capacityOf(api: Api, resource: Resource, { operation }: RoleOperation): Capacity | undefined {
  const above = addedTo(api, operation) ?? listOwnerOf(api, resource)
  const owner = resource.parent ? resourceNamed(api, resource.parent.resource) : above
  const found =
    owner &&
    (describedCapacity(api.document, operation, resource, owner) ?? fullnessOf(api, operation, owner))
  return found && { ...found, owner }
}

/** The `capacity` of what is refused when it is full, by the document: "409 if the workshop is full". Numbers in the request may count, too. */
function fullnessOf(api: Api, operation: Operation, owner: Resource): DescribedCapacity | undefined {
  const [body, capacity] = [bodySchema(operation), recordProperties(api, owner).get('capacity')]
  const sent = body ? [...possiblePropertiesOf(api.document, body).values()] : []
  const isNumber = (node: SchemaNode): boolean => isNumeric(typesOf(api.document, node))
  if (!capacity || !isNumber(capacity) || sent.some(isNumber)) return undefined
  const full = ` the ${singularNounOf(owner.name)} is full `
  const found = refusalStatements(operation).find(
    ({ sentence, status }) => status === 409 && (sentence.includes(full) || noneLeft.test(sentence)),
  )
  return found && { property: 'capacity', status: found.status, pointer: found.pointer }
}

/** The largest capacity that is filled. */
const mostFilled = 10

/** Fills a new record up to its capacity; one more must be refused. */
export async function exceedCapacity(
  context: Context,
  resource: Resource,
  create: RoleOperation,
): Promise<void> {
  const capacity = capacityOf(context.api, resource, create)
  // The search for an accepted request may itself add a record, so it comes before the new owner.
  const { steps = [] } = await context.control(create.operation)
  const owner = capacity && (await smallOwner(context, capacity))
  if (!capacity || !owner) throw inconclusive('No record with a small capacity could be created.')
  const { property } = capacity
  // It may have to be opened before anything is added to it.
  for (const step of steps) await takePreparedStep(context, step, owner)
  const most = (await readItem(context, capacity.owner, owner))?.record?.[property]
  if (typeof most !== 'number' || most > mostFilled)
    throw inconclusive(`${property} = ${show(most ?? null)} is too much to be filled.`)
  const done: Answer[] = []
  while (done.length < most) {
    const answer = await addBelow(context, create, owner)
    if (!isSuccess(answer.status))
      throw inconclusive(`The record was refused with ${String(answer.status)} below the capacity.`)
    done.push(answer)
  }
  const answer = await addBelow(context, create, owner)
  const title = `one more record than ${property} = ${String(most)}`
  const cause = `more than ${property}`
  const { pointer: forbiddenBy, status } = capacity
  await judgeForbidden(context, answer, { forbiddenBy, status, cause, title }, done)
}

/** A new record with as small a capacity as the document allows. */
async function smallOwner(context: Context, { owner, property }: Capacity): Promise<Fixture | undefined> {
  for (const least of [1, 2, 3]) {
    const made = await createWith(context, owner, property, least)
    if (made) return made
  }
  return undefined
}

/** Creates a record below the owner, with references of its own. */
async function addBelow(context: Context, { operation }: RoleOperation, owner: Fixture): Promise<Answer> {
  context.group.fixtures.set(owner.resource, owner)
  const draft = await acceptedDraft(context, operation, { freshReferences: true, attempt: 1 })
  if (!draft.bindings.some(({ fixture }) => fixture === owner))
    throw inconclusive('The record could not be created below the one with the capacity.')
  return context.send(draft, 'valid')
}
