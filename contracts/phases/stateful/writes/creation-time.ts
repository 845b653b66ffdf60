import { setTimeout as sleep } from 'node:timers/promises'
import type { SchemaNode } from '../../../../spec/document.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { isCreationTimestamp } from '../../../../spec/inference/times/timestamps.ts'
import { memberAt } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { isSuccess } from '../../../answer.ts'
import { isTimestamp } from '../../../answers/compare.ts'
import { recordProperties, writableProperties, type Api, type RoleOperation } from '../../../api/api.ts'
import { keywordsOf } from '../../../api/keywords.ts'
import { accepted } from '../../../attempts/accepted-request.ts'
import { updateVisible } from '../../../checks/update-visible.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Answer } from '../../../interaction.ts'
import { isSetByServer, metadataIn } from '../../../records/metadata.ts'
import { readOrFind, type ReadResult } from '../../../records/read-record.ts'
import { targets } from '../life-cycle/updates.ts'
import { differing } from './changed-values.ts'

/** `When the member was added.` */
const creation =
  /^(?:(?:the )?(?:date|moment|time|timestamp)(?: and time)? )?(?:when|at which|that|on which) (?:the|this) \w+ (?:was|has been) (?:added|created|registered|placed|booked|submitted|reported)\b/i

/**
 * The path to the time of a record's creation, if clients cannot set it: `created_at`, `joinedOn` if that is described so, or
 * `created` in its metadata.
 */
export function creationTimeOf(api: Api, resource: Resource): readonly string[] | undefined {
  const writable = writableProperties(api, resource)
  const set = [...recordProperties(api, resource)].filter(([name]) => !writable.has(name))
  const found =
    set.find(([name, node]) => isCreationTime(api, name, node)) ??
    set.find(([name, node]) => isSetAtFirst(api, resource, name, node))
  if (found) return [found[0]]
  for (const each of metadataIn(api, resource)) {
    const inside = [...possiblePropertiesOf(api.document, each.node)].find(
      ([name, node]) => isCreationTime(api, name, node) && isSetByServer(api, resource, each, name),
    )
    if (inside) return [each.name, inside[0]]
  }
  return undefined
}

const isCreationTime = (api: Api, name: string, node: SchemaNode): boolean =>
  isCreationTimestamp(name) &&
  (/creat/i.test(name) || creation.test(schemaDescription(api.document, node))) &&
  keywordsOf(api, node).get('format') === 'date-time'

/** Whether every record has a time that is named for an event with which records begin: `placed_at`, `joinedAt`. */
const isSetAtFirst = (api: Api, { record }: Resource, name: string, node: SchemaNode): boolean =>
  /^(?:placed|ordered|joined|registered|reported|posted|booked|enrolled|uploaded|added)\b/.test(
    wordsOf(name).join(' '),
  ) &&
  isCreationTimestamp(name) &&
  requiredOf(api.document, record).has(name) &&
  !typesOf(api.document, node).has('null') &&
  keywordsOf(api, node).get('format') === 'date-time'

/** The time until a clock shows another time, in milliseconds: one with a fraction of the second, and one without. */
const [shortTick, tick] = [5, 1_050]

interface Updated extends ReadResult {
  readonly update: Answer
}

/** Updates a record, and checks that the time of its creation stays. */
export async function keepCreationTime(
  context: Context,
  resource: Resource,
  by: RoleOperation,
): Promise<void> {
  const path = creationTimeOf(context.api, resource)
  const { template } = await accepted(context, by.operation)
  const of = await context.fixture(resource, { fresh: true })
  const first = of?.creation && (await readOrFind(context, resource, of))
  if (path === undefined || !of || !first || timeIn(first, path) === undefined)
    throw inconclusive(`No new record of ${resource.name} has a time of its creation.`)
  /** The record after another update, if that has moved the time. */
  const moved = async (before: ReadResult): Promise<Updated | undefined> => {
    const time = timeIn(before, path) ?? ''
    await sleep(time.includes('.') ? shortTick : tick)
    context.group.fixtures.set(resource.name, of)
    const draft = await context.instantiate(by.operation, template)
    if (!targets(context, draft, of)) throw inconclusive('The update is about another record.')
    const answer = await context.send(differing(context, draft, before.record), 'valid')
    if (!isSuccess(answer.status)) throw inconclusive(`The update was refused with ${String(answer.status)}.`)
    const after = await readOrFind(context, resource, of)
    const now = after && timeIn(after, path)
    const isMoved = now !== undefined && Date.parse(now) > Date.parse(time)
    return after && isMoved ? { ...after, update: answer } : undefined
  }
  const second = await moved(first)
  // A store may keep less of a time than the first answers show, but a stored time does not move again.
  const third = second && (await moved(second))
  if (!second || !third) return
  context.judge(
    updateVisible,
    {
      sent: {},
      untouched: {},
      creationTime: {
        property: path.join('.'),
        before: timeIn(second, path) ?? null,
        after: timeIn(third, path) ?? null,
      },
      status: third.answer.status,
      record: third.record,
      isDeclared: () => true,
    },
    { answer: third.answer, operation: by.operation, after: [third.update] },
  )
}

function timeIn({ record }: ReadResult, path: readonly string[]): string | undefined {
  const value = memberAt(record, path)
  return typeof value === 'string' && isTimestamp(value) ? value : undefined
}
