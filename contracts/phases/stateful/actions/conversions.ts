import type { Operation } from '../../../../spec/document.ts'
import { takenValues, type TakenValue } from '../../../../spec/inference/states/copies.ts'
import { equalJson, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import type { Api } from '../../../api/api.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import { readOrFind } from '../../../records/read-record.ts'

/** An action that makes a record of another one, and the values that it takes from that. */
interface Taking {
  readonly operation: Operation
  readonly target: Resource
  readonly taken: readonly TakenValue[]
}

/** The actions on a resource that make records of others with values of their originals. */
export const takingActionsOf = (api: Api, source: Resource): readonly Taking[] =>
  [...api.conversions].flatMap(([id, { resource: target }]) => {
    const operation = api.byId.get(id)
    const isOwn = api.model.roles.get(id)?.resource === source
    const taken = operation && isOwn ? takenValues(api.document, operation, source, target) : []
    return operation && taken.length > 0 ? [{ operation, target, taken }] : []
  })

/** Makes a record of each kind from a new one, and compares the values that it has to take from that. */
export async function judgeTakenValues(context: Context, source: Resource): Promise<void> {
  for (const taking of takingActionsOf(context.api, source)) {
    const { operation, target } = taking
    const { template } = await accepted(context, operation)
    const draft = await context.instantiate(operation, template, { fresh: true })
    const original = context.group.fixtures.get(source.name)
    const before = original && (await readOrFind(context, source, original))?.record
    const answer = before && (await context.send(draft, 'valid'))
    const made = answer && isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
    const seen = made && (await readOrFind(context, target, made))
    if (!before || !answer || !seen?.record)
      throw inconclusive(`No record of ${target.name} could be made and read.`)
    judge(context, source, taking, before, seen.record, seen.answer, answer)
  }
}

function judge(
  context: Context,
  source: Resource,
  { operation, target, taken }: Taking,
  before: JsonObject,
  record: JsonObject,
  seen: Answer,
  made: Answer,
): void {
  for (const { property, from } of taken) {
    const [due, actual] = [before[from], record[property]]
    if (due === undefined || actual === undefined || equalJson(due, actual)) continue
    const evidence = {
      rule: `${property} of ${target.name} is ${from} of what it is made of, ${source.name}`,
      cause: `taken ${property} ${target.name}`,
      after: `${operation.method} ${operation.path}`,
      contradiction: `${show(actual)} instead of ${show(due)}`,
      severity: 'error',
    } as const
    context.judge(aggregate, evidence, { answer: seen, operation, after: [made] })
  }
}
