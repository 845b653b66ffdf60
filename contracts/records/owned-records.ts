import type { Resource } from '../../spec/resources.ts'
import { sameId } from '../answers/answer-records.ts'
import type { Context } from '../context.ts'
import type { Fixture } from '../interaction.ts'

/** The record of a resource that another one was created below, or with a reference to. */
export function ownerIn({ creation }: Fixture, resource: string): Fixture | undefined {
  return creation?.draft.bindings.find(({ fixture }) => fixture.resource === resource)?.fixture
}

/** Whether a record was created for another record of the owner's resource. A reply to another comment is itself no part of that. */
const belongsToOther = (record: Fixture, owner: Fixture): boolean => {
  if (record.resource === owner.resource) return false
  const own = ownerIn(record, owner.resource)
  return own !== undefined && !sameId(own.id, owner.id)
}

/** Makes a record the one to work on, together with what was added to it, instead of what belongs to others. */
export function workOn({ run, group }: Context, record: Fixture): void {
  group.fixtures.set(record.resource, record)
  for (const [name, member] of group.fixtures) if (belongsToOther(member, record)) group.fixtures.delete(name)
  for (const step of record.steps ?? []) {
    const added = run.records.createdBy(step)
    if (added?.gone === false && ownerIn(added, record.resource) === record)
      group.fixtures.set(added.resource, added)
  }
}

/** The record, or a new one if it belongs to other records than these, which a request names together with it. */
export async function belongingTo(
  context: Context,
  resource: Resource,
  record: Fixture | undefined,
  beside: readonly Fixture[],
): Promise<Fixture | undefined> {
  const owner = record && beside.find((each) => !each.gone && belongsToOther(record, each))
  if (!owner || !record?.creation) return record
  workOn(context, owner)
  return (await context.fixture(resource)) ?? record
}
