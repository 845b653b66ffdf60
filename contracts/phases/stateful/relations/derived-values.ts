import type { Operation } from '../../../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { resolvePointer } from '../../../../spec/json/pointer.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, operationsFor, type RoleOperation } from '../../../api/api.ts'
import { baseOf } from '../../../api/shared-ids.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft, textOfId } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isAsSent } from '../../../records/as-sent.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { snapshot, type Snapshot } from '../../../records/snapshot.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { observeState, type Rule, type State } from './rules.ts'

/** Creates, changes and deletes a record of each resource, and judges whether the rules that held before still hold. */
export async function followDerived(context: Context, rules: readonly Rule[]): Promise<void> {
  if (rules.length === 0) throw inconclusive('No derived values are known.')
  const involved = new Set(rules.flatMap(({ resources }) => [...resources]))
  const broken = new Set<string>()
  const judge: Judge = async (answer, id, isDone) => {
    const state = await observeState(context, involved)
    for (const rule of rules.filter(({ cause }) => !broken.has(cause))) {
      const contradiction = rule.broken(state, id)
      if (contradiction === undefined) continue
      broken.add(rule.cause)
      // A request without any effect is for another check to report.
      if (isDone(state)) judgeRule(context, rule, contradiction, answer)
    }
  }
  for (const resource of context.api.model.resources.filter(({ name }) => involved.has(name))) {
    await changeRecord(context, resource, judge)
  }
}

/** Judges the rules after a request on a record; `isDone` tells whether the state shows its effect. */
type Judge = (answer: Answer, id: string, isDone: (state: State) => boolean) => Promise<void>

function judgeRule(context: Context, { text, cause }: Rule, contradiction: string, answer: Answer): void {
  context.judge(
    aggregate,
    {
      rule: text,
      cause,
      after: `${answer.method} ${answer.draft.operation.path}`,
      contradiction,
      severity: 'error',
    },
    { answer },
  )
}

/** Creates a record, changes it in every way and deletes it; the rules are judged after each request. */
async function changeRecord(context: Context, resource: Resource, judge: Judge): Promise<void> {
  const made = await context.fixture(resource, { fresh: true })
  if (!made?.creation) return
  const id = textOfId(made.id)
  const exists = ({ resources }: State): boolean => resources.get(resource.name)?.has(id) ?? true
  if (operationFor(context.api, resource, 'create')) await judge(made.creation, id, exists)
  for (const role of ['update', 'replace'] as const) {
    for (const change of operationsFor(context.api, resource, role))
      await applyExamples(context, resource, made, change, judge)
  }
  const removal = operationFor(context.api, resource, 'delete')
  const answer = removal && !made.gone ? await context.send(itemDraft(removal, made), 'valid') : undefined
  if (answer && isSuccess(answer.status)) await judge(answer, id, (state) => !exists(state))
}

const mostExamples = 5

/** Changes the record with each of the operation's examples. */
async function applyExamples(
  context: Context,
  resource: Resource,
  made: Fixture,
  { operation, role }: RoleOperation,
  judge: Judge,
): Promise<void> {
  for (const template of templatesOf(context.api, operation).slice(0, mostExamples)) {
    context.group.fixtures.set(resource.name, made)
    if (made.gone) return
    const answer = await context.send(await context.instantiate(operation, template), 'valid')
    const sent = sentRecord(context.api, resource, role, answer.draft)
    const isDone = ({ resources }: State): boolean => {
      const records = resources.get(resource.name)
      return records === undefined || isAsSent(context.api, resource, sent, records.get(textOfId(made.id)))
    }
    if (isSuccess(answer.status)) await judge(answer, textOfId(made.id), isDone)
  }
}

/**
 * Creates and deletes a record. A number that the creation changes in a record it refers to, such as a stock, must be the same
 * again after the deletion.
 */
export async function judgeUndo(context: Context, resource: Resource): Promise<void> {
  const create = operationFor(context.api, resource, 'create')
  const removal = operationFor(context.api, resource, 'delete')
  if (!create || !removal) throw inconclusive('Records cannot be both created and deleted.')
  const referenced = new Set(
    resource.references.flatMap(({ resource: name }) => [name, ...dependentsOf(context, name)]),
  )
  const accepted = await context.control(create.operation)
  if (!accepted.template || referenced.size === 0) throw inconclusive('The records refer to no others.')
  const draft = await context.instantiate(create.operation, accepted.template, {
    fresh: true,
    attempt: 1,
  })
  const owners = draft.bindings
    .filter(({ in: place }) => place === 'body')
    .map(({ fixture: owner }) => textOfId(owner.id))
  const before = await snapshot(context, referenced)
  const creation = await context.send(draft, 'valid')
  const made = context.run.records.createdBy(creation)
  if (!made) throw inconclusive('No record could be created.')
  const between = await snapshot(context, referenced)
  const deletion = await context.send(itemDraft(removal, made), 'valid')
  if (!isSuccess(deletion.status))
    throw inconclusive(`The record could not be deleted (${String(deletion.status)}).`)
  const after = await snapshot(context, referenced)
  const amounts = new Set(
    Object.values(made.record ?? {})
      .filter((value) => typeof value === 'number' && value !== 0)
      .map((value) => Math.abs(Number(value))),
  )
  // Only changes by an amount that the record contains are its own effect.
  for (const [place, first, second] of numericChanges([before, between, after], owners)) {
    if (first + second === 0 || !(amounts.has(Math.abs(first)) || amounts.has(Math.abs(second)))) continue
    judgeNumericChange(context, place, first, second, [creation, deletion])
  }
}

/** The resources whose records share the ids of that one. */
function dependentsOf(context: Context, name: string): readonly string[] {
  return context.api.model.resources
    .filter((each) => baseOf(context.api, each)?.name === name)
    .map((each) => each.name)
}

/** By how much each number of the owners' records changed between the snapshots. */
function numericChanges(
  [before, between, after]: readonly [Snapshot, Snapshot, Snapshot],
  owners: readonly string[],
): readonly (readonly [place: string, first: number, second: number])[] {
  return [...before.resources].flatMap(([name, records]) =>
    owners.flatMap((id) => {
      const states = [
        records.get(id),
        between.resources.get(name)?.get(id),
        after.resources.get(name)?.get(id),
      ]
      return Object.keys(states[0] ?? {}).flatMap((property) => {
        const [a, b, c] = states.map((record) => numberIn(record, property))
        return a === undefined || b === undefined || c === undefined
          ? []
          : [[`${property} of ${name}`, b - a, c - b] as const]
      })
    }),
  )
}

function numberIn(record: JsonObject | undefined, property: string): number | undefined {
  const value: Json | undefined = isJsonObject(record) ? record[property] : undefined
  return typeof value === 'number' ? value : undefined
}

const signed = (change: number): string => (change > 0 ? `+${String(change)}` : String(change))

function judgeNumericChange(
  context: Context,
  place: string,
  first: number,
  second: number,
  [creation, deletion]: readonly [Answer, Answer],
): void {
  const isCreation = first === 0
  const answer = isCreation ? creation : deletion
  const evidence = {
    rule: `${place} is the same as before`,
    cause: `undo ${place}`,
    after: `${creation.method} and ${deletion.method}`,
    contradiction: `a change of ${signed(first)}, then of ${signed(second)}`,
    severity: isCreation || isDescribedAsUndo(context, deletion.draft.operation) ? 'error' : 'warning',
  } as const
  context.judge(aggregate, evidence, { answer, after: isCreation ? [] : [creation] })
}

/** Whether the document says that the deletion undoes something; otherwise it need not. */
function isDescribedAsUndo({ api }: Context, { id, pointer }: Operation): boolean {
  const node = resolvePointer(api.document.root, pointer) as
    | { readonly summary?: string; readonly description?: string }
    | undefined
  return /cancel|undo|return|restor|releas|refund|g(?:ive|ave|iving)s? .*back/i.test(
    `${id} ${node?.summary ?? ''} ${node?.description ?? ''}`,
  )
}
