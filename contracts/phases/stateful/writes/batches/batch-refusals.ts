import type { Operation, Pointer } from '../../../../../spec/document.ts'
import { isAllOrNone } from '../../../../../spec/inference/all-or-none.ts'
import { refusalStatements } from '../../../../../spec/inference/prose/refusal-statements.ts'
import { refusedReferences } from '../../../../../spec/inference/references/unknown-references.ts'
import { isArray, memberAt, type Json, type JsonObject } from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import type { BatchOperation } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { failedWrite } from '../../../../checks/failed-write.ts'
import { invalidRefused } from '../../../../checks/invalid-refused.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer, Draft } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import { referencesIn, valueToRefer } from '../../../../records/reference-places.ts'
import { changes, snapshot } from '../../../../records/snapshot.ts'
import { deletedRecord } from '../../life-cycle/deleted-record.ts'
import type { Provocation } from '../refusals/provocation.ts'

/** A request that creates two records. */
export interface Two {
  readonly draft: Draft
  readonly sent: readonly JsonObject[]
}

/** Such a request that was accepted. */
interface Made extends Two {
  readonly answer: Answer
  /** Whether clients choose what identifies the records. */
  readonly isKnownByKey: boolean
}

/**
 * Provokes the refusals that the document describes of a request for several records: of what exists, of the same record twice, of a
 * reference to no record. Where all or none are created, a refused request has created none.
 */
export async function judgeBatchRefusals(
  context: Context,
  batch: BatchOperation,
  made: Made,
  next: () => Promise<Two | undefined>,
): Promise<void> {
  const { operation } = made.draft
  const about = new Set(isAllOrNone(operation) ? [batch.resource.name] : [])
  for await (const { title, draft, forbidden } of provocations(context, batch, made, next)) {
    const before = await snapshot(context, about)
    const answer = await context.send(draft, 'valid')
    const where = { answer, after: [made.answer] }
    if (isSuccess(answer.status)) {
      if (forbidden) context.judge(invalidRefused, { answer, ...forbidden, severity: 'error' }, where)
    } else if (answer.status < 500) {
      const effects = changes(context, before, await snapshot(context, about))
      context.judge(failedWrite, { title, status: answer.status, changes: effects }, where)
    }
  }
}

async function* provocations(
  context: Context,
  batch: BatchOperation,
  made: Made,
  next: () => Promise<Two | undefined>,
): AsyncGenerator<Provocation> {
  const { operation } = made.draft
  const exists = made.isKnownByKey ? conflictOf(operation, isAboutExisting) : undefined
  if (exists !== undefined)
    yield forbidden('records that exist already', 'of existing records', exists, made.draft)
  const other = exists !== undefined && isAllOrNone(operation) ? await next() : undefined
  const mixed = other && withItems(batch, other.draft, ([first]) => [first, itemsOf(batch, made.draft)[0]])
  if (mixed) yield { title: 'a new record beside one that exists', intent: 'valid', draft: mixed }
  const twice = made.isKnownByKey ? conflictOf(operation, isAboutTwice) : undefined
  const two = twice === undefined ? undefined : await next()
  const same = two && withItems(batch, two.draft, ([first]) => [first, first])
  if (twice !== undefined && same) yield forbidden('the same record twice', 'of a record twice', twice, same)
  yield* await dangling(context, batch, operation, next)
}

/** Requests whose last record refers to a deleted one. */
async function dangling(
  context: Context,
  batch: BatchOperation,
  operation: Operation,
  next: () => Promise<Two | undefined>,
): Promise<readonly Provocation[]> {
  const refused = refusedReferences(context.api.document, operation, batch.resource.references)
  const two = refused.length > 0 ? await next() : undefined
  if (!two) return []
  const found: Provocation[] = []
  const last = toPointer([...batch.path, '1'])
  for (const place of referencesIn(context, two.draft)) {
    const by = refused.find(({ reference }) => reference.property === place.property)?.pointer
    if (by === undefined || !place.pointer.startsWith(`${last}/`)) continue
    const gone = await deletedRecord(context, place.resource)
    // A record that can still be read may be referred to.
    const isGone = gone && (await readItem(context, place.resource, gone))?.record === undefined
    const id = isGone ? valueToRefer(place, gone) : undefined
    const body = id === undefined ? undefined : withValueAt(bodyValue(two.draft) ?? null, place.pointer, id)
    if (body === undefined) continue
    const cause = `${place.property} of no record`
    found.push(forbidden(`the ${place.property} of a deleted record`, cause, by, withBody(two.draft, body)))
  }
  return found
}

const forbidden = (title: string, cause: string, forbiddenBy: Pointer, draft: Draft): Provocation => ({
  title,
  intent: 'valid',
  draft,
  forbidden: { cause: `body ${cause}`, title, forbiddenBy },
})

const isAboutExisting = (sentence: string): boolean =>
  / exist /.test(sentence) && !/ (?:not|no) /.test(sentence)

const isAboutTwice = (sentence: string): boolean => / (?:twice|more than once|duplicates in) /.test(sentence)

/** Where the document says that such requests are refused with 409. */
const conflictOf = (operation: Operation, isAbout: (sentence: string) => boolean): Pointer | undefined =>
  refusalStatements(operation).find(({ sentence, status }) => status === 409 && isAbout(sentence))?.pointer

function itemsOf({ path }: BatchOperation, draft: Draft): readonly Json[] {
  const list = memberAt(bodyValue(draft), path)
  return isArray(list) ? list : []
}

/** The request with other records; undefined if they are not known. */
function withItems(
  batch: BatchOperation,
  draft: Draft,
  change: (items: readonly Json[]) => readonly (Json | undefined)[],
): Draft | undefined {
  const items = change(itemsOf(batch, draft)).flatMap((each) => (each === undefined ? [] : [each]))
  const body = withValueAt(bodyValue(draft) ?? null, toPointer(batch.path), items)
  return body === undefined ? undefined : withBody(draft, body)
}
