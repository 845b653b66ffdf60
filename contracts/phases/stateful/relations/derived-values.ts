import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import { resolvePointer } from '../../../../spec/json/pointer.ts'
import type { Operation } from '../../../../spec/document.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer } from '../../../interaction.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, operationsFor, type RoleOperation } from '../../../api/api.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Fixture } from '../../../interaction.ts'
import { itemDraft, textOfId } from '../../../draft.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { baseOf } from '../../../records/identity.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { snapshot, type Snapshot } from '../../../records/snapshot.ts'
import { observeState, type Rule, type State } from './rules.ts'
import { isAsSent, sentRecord } from '../../../records/sent-values.ts'

/** Creates, changes and deletes a record of each kind, and sees whether what held of all records before still does. */
export async function followDerived(
  context: Context,
  group: CaseGroup,
  rules: readonly Rule[],
): Promise<void> {
  if (rules.length === 0) throw inconclusive('No derived values are known.')
  const about = new Set(rules.flatMap(({ resources }) => [...resources]))
  const broken = new Set<string>()
  const judge: Judge = async (answer, id, isDone) => {
    const state = await observeState(context, group, about)
    for (const rule of rules.filter(({ cause }) => !broken.has(cause))) {
      const contradiction = rule.broken(state, id)
      if (contradiction === undefined) continue
      broken.add(rule.cause)
      // What was not done at all is not a matter of what is derived from it.
      if (isDone(state)) judgeRule(context, rule, contradiction, answer)
    }
  }
  for (const resource of context.api.model.resources.filter(({ name }) => about.has(name))) {
    await liveOnce(context, group, resource, judge)
  }
}

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

async function liveOnce(context: Context, group: CaseGroup, resource: Resource, judge: Judge): Promise<void> {
  const made = await group.fixture(context, resource, { fresh: true })
  if (!made?.creation) return
  const id = textOfId(made.id)
  const isThere = ({ resources }: State): boolean => resources.get(resource.name)?.has(id) ?? true
  if (operationFor(context.api, resource, 'create')) await judge(made.creation, id, isThere)
  for (const role of ['update', 'replace'] as const) {
    for (const each of operationsFor(context.api, resource, role))
      await changeOnce(context, group, resource, made, each, judge)
  }
  const removal = operationFor(context.api, resource, 'delete')
  const answer = removal && !made.gone ? await context.send(itemDraft(removal, made), 'valid') : undefined
  if (answer && isSuccess(answer.status)) await judge(answer, id, (state) => !isThere(state))
}

/** The record after each of the operation's own examples. */
async function changeOnce(
  context: Context,
  group: CaseGroup,
  resource: Resource,
  made: Fixture,
  { operation, role }: RoleOperation,
  judge: Judge,
): Promise<void> {
  for (const template of templatesOf(context.api, operation).slice(0, 5)) {
    group.fixtures.set(resource.name, made)
    if (made.gone) return
    const answer = await context.send(await group.instantiate(context, operation, template), 'valid')
    const sent = sentRecord(context.api, resource, role, answer.draft)
    const isDone = ({ resources }: State): boolean => {
      const records = resources.get(resource.name)
      return records === undefined || isAsSent(context.api, resource, sent, records.get(textOfId(made.id)))
    }
    if (isSuccess(answer.status)) await judge(answer, textOfId(made.id), isDone)
  }
}

/** What making a record takes from the one it refers to, deleting it gives back. */
export async function judgeUndo(context: Context, group: CaseGroup, resource: Resource): Promise<void> {
  const [creating, removal] = [
    operationFor(context.api, resource, 'create'),
    operationFor(context.api, resource, 'delete'),
  ]
  if (!creating || !removal) throw inconclusive('Records cannot be both created and deleted.')
  const about = new Set(
    resource.references.flatMap(({ resource: name }) => [name, ...twinsOf(context, name)]),
  )
  const accepted = await group.control(context, creating.operation)
  if (!accepted.template || about.size === 0) throw inconclusive('The records refer to no others.')
  const draft = await group.instantiate(context, creating.operation, accepted.template, {
    fresh: true,
    attempt: 1,
  })
  const owners = draft.bindings
    .filter(({ in: place }) => place === 'body')
    .map(({ fixture: owner }) => textOfId(owner.id))
  const before = await snapshot(context, group, about)
  const creation = await context.send(draft, 'valid')
  const made = context.run.records.createdBy(creation)
  if (!made) throw inconclusive('No record could be created.')
  const between = await snapshot(context, group, about)
  const deletion = await context.send(itemDraft(removal, made), 'valid')
  if (!isSuccess(deletion.status))
    throw inconclusive(`The record could not be deleted (${String(deletion.status)}).`)
  const after = await snapshot(context, group, about)
  const amounts = new Set(
    Object.values(made.record ?? {})
      .filter((value) => typeof value === 'number' && value !== 0)
      .map((value) => Math.abs(Number(value))),
  )
  for (const [place, first, second] of movesOf([before, between, after], owners)) {
    if (first + second === 0 || !(amounts.has(Math.abs(first)) || amounts.has(Math.abs(second)))) continue
    judgeMove(context, place, first, second, [creation, deletion])
  }
}

function twinsOf(context: Context, name: string): readonly string[] {
  return context.api.model.resources
    .filter((each) => baseOf(context.api, each)?.name === name)
    .map((each) => each.name)
}

/** How each number of the owners' records moved, first and then. */
function movesOf(
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
        const [a, b, c] = states.map((each) => numberIn(each, property))
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

function judgeMove(
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
    severity: isCreation || saysItGivesBack(context, deletion.draft.operation) ? 'error' : 'warning',
  } as const
  context.judge(aggregate, evidence, { answer, after: isCreation ? [] : [creation] })
}

/** To delete need not mean to undo, unless the document says so. */
function saysItGivesBack({ api }: Context, { id, pointer }: Operation): boolean {
  const node = resolvePointer(api.document.root, pointer) as
    | { readonly summary?: string; readonly description?: string }
    | undefined
  return /cancel|undo|return|restor|releas|refund|g(?:ive|ave|iving)s? .*back/i.test(
    `${id} ${node?.summary ?? ''} ${node?.description ?? ''}`,
  )
}
