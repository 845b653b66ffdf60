import { soleFlagOf } from '../../../../spec/inference/constraints/sole-flags.ts'
import {
  normalizedSentences,
  schemaDescription,
  sentencesOf,
} from '../../../../spec/inference/prose/sentences.ts'
import { flagOf } from '../../../../spec/inference/states/words/state-properties.ts'
import { equalJson } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, operationFor, operationsFor, recordProperties, type Api } from '../../../api/api.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { createWith } from '../../../records/steps/create-with.ts'
import { withProperty } from '../../../requests/validity.ts'

/** "A customer has one default address", "only one address is the default", "takes it from the others". */
const sole = (flag: string): RegExp =>
  new RegExp(
    ` (?:(?:only|exactly|at most|just) one |(?:ha|have) (?:only |exactly |at most |just )?(?:one|a single) (?:\\w+ )?${flag} |(?:take|remove|clear)s? (?:it|the flag) from (?:the|any|all) other|(?:unset|clear|replace)s? (?:the |any )?(?:previous|other|former|current|old|existing) )`,
  )

/** The flag that only one of the resource's records may have, if the document says so and clients set it. */
export function describedSoleFlag(api: Api, resource: Resource): string | undefined {
  const { document, model } = api
  const flag = soleFlagOf(document, model, resource)?.property
  const create = operationFor(api, resource, 'create')?.operation
  const sent = create && bodySchema(create)
  const node = flag !== undefined && sent ? possiblePropertiesOf(document, sent).get(flag) : undefined
  const shown = flag === undefined ? undefined : recordProperties(api, resource).get(flag)
  if (flag === undefined || !create || !node || !shown) return undefined
  const writes = resource.operations.flatMap(({ operationId }) => api.byId.get(operationId) ?? [])
  const isSole = sole(flagOf(flag) ?? flag)
  const told = [
    ...[node, shown].flatMap((each) => normalizedSentences(schemaDescription(document, each))),
    ...writes.flatMap((each) => sentencesOf(each)),
  ]
  return told.some((sentence) => isSole.test(sentence)) ? flag : undefined
}

/** Gives two records of one owner the flag, one after the other, and the first of them again: only the last one may have it then. */
export async function passFlag(context: Context, resource: Resource): Promise<void> {
  const flag = describedSoleFlag(context.api, resource)
  const first = flag === undefined ? undefined : await createWith(context, resource, flag, true)
  const second = flag === undefined ? undefined : await createWith(context, resource, flag, true)
  if (flag === undefined || !first?.creation || !second?.creation)
    throw inconclusive('No two records could be created with the flag.')
  if (await judgeSole(context, resource, flag, { holder: second, other: first, given: second.creation }))
    return
  for (const role of ['update', 'replace'] as const)
    for (const { operation } of operationsFor(context.api, resource, role)) {
      const { template } = await context.control(operation)
      context.group.fixtures.set(resource.name, first)
      const draft = template && (await context.instantiate(operation, template))
      const changed = draft && withProperty(context.api, draft, flag, true)
      const given = changed && (await context.send(changed, 'valid'))
      if (!given || !isSuccess(given.status)) continue
      await judgeSole(context, resource, flag, { holder: first, other: second, given })
      return
    }
}

/** A record that has got the flag, and the one that had it before. */
interface Passed {
  readonly holder: Fixture
  readonly other: Fixture
  readonly given: Answer
}

/** Judges whether the other record has lost the flag. Whether there was anything to report. */
async function judgeSole(
  context: Context,
  resource: Resource,
  flag: string,
  { holder, other, given }: Passed,
): Promise<boolean> {
  const has = await readItem(context, resource, holder)
  const had = await readItem(context, resource, other)
  const within = soleFlagOf(context.api.document, context.api.model, resource)?.within
  const isShared =
    within === undefined || equalJson(has?.record?.[within] ?? null, had?.record?.[within] ?? null)
  if (!had?.record || has?.record?.[flag] !== true || !isShared) return false
  return context.judge(
    aggregate,
    {
      rule: `one record of ${resource.name} has ${flag}`,
      cause: `sole ${flag}`,
      after: `${given.method} with ${flag} = true`,
      contradiction: had.record[flag] === true ? `another one has ${flag} = true still` : undefined,
      severity: 'error',
    },
    { answer: had.answer, operation: given.draft.operation, after: [given] },
  )
}
