import type { Operation } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { recordProperties, type Api } from '../../api/api.ts'
import { refusedReferences } from '../../api/usable-states.ts'
import type { Context } from '../../context.ts'
import type { Fixture } from '../../interaction.ts'
import type { ReferencePlace } from '../reference-places.ts'
import { createWith } from './create-with.ts'
import { changesTo, type Goal } from './reach-state.ts'
import { shownRecord } from './steps.ts'

/**
 * The record, or one created in another state or of another kind if the description says that the operation refuses references to
 * it: a physician instead of a nurse for "The prescriber must be a physician".
 */
export async function usableReference(
  context: Context,
  operation: Operation,
  { property, resource }: ReferencePlace,
  record: Fixture | undefined,
): Promise<Fixture | undefined> {
  const { api } = context
  for (const rule of refusedReferences(api, operation)) {
    const state = record && shownState(api, record, rule.property)
    if (rule.reference.property !== property || state === undefined || !rule.certain.includes(state)) continue
    const node = recordProperties(api, resource).get(rule.property)
    const states = node ? enumValues(api.document, node) : []
    const others = states.filter((each) => each !== null && !rule.refused.includes(each))
    const [other] = others
    if (other === undefined) continue
    const goal = { property: rule.property, states: others }
    const made =
      (await createWith(context, resource, rule.property, other)) ??
      (await broughtTo(context, resource, goal))
    if (made) return made
  }
  return record
}

/** A new record that is brought into one of the states, and kept as the one to work on; undefined if that is not possible. */
async function broughtTo(context: Context, resource: Resource, goal: Goal): Promise<Fixture | undefined> {
  const record = await context.fixture(resource, { fresh: true })
  if (!record?.creation) return undefined
  for (const change of changesTo(context, resource, goal)) {
    if (!(await change(record))) continue
    context.group.fixtures.set(resource.name, record)
    return record
  }
  return undefined
}

/** The state of a record as the last one of the answers about it showed it. */
function shownState(api: Api, { record, steps = [] }: Fixture, property: string): Json | undefined {
  const shown = steps.flatMap((step) => shownRecord(api, step)?.[property] ?? [])
  return shown.at(-1) ?? record?.[property]
}
