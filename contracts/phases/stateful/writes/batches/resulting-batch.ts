import type { Operation } from '../../../../../spec/document.ts'
import { responseSchema } from '../../../../../spec/inference/bodies/content.ts'
import { normalizeName } from '../../../../../spec/inference/prose/words.ts'
import { isArray, memberAt, type Json } from '../../../../../spec/json.ts'
import type { BatchOperation } from '../../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../../spec/schemas/properties.ts'
import { type Api } from '../../../../api/api.ts'
import { bodyValue } from '../../../../draft.ts'
import type { Draft } from '../../../../interaction.ts'

/** A request for several records that responds with what became of each: `{results: [{index, status, id}]}`. */
export interface ResultingBatch {
  readonly batch: BatchOperation
  /** The property names that lead to the results. */
  readonly path: readonly string[]
  /** The properties of a result, by what they tell. */
  readonly told: { readonly status: string; readonly id: string; readonly place: string | undefined }
  /** The property beside the results that counts the successes. */
  readonly count: string | undefined
}

const places = /^(?:index|position|item|row|line|no)$/
const statuses = /^(?:status|statuscode|httpstatus|code|ok|success|succeeded)$/
const failures = /error|fail|reject|invalid|skip|problem/i
const successCounts = /^(?:created|succeeded|successful|success(?:es|count)?|createdcount|ok|accepted)$/

/** What an operation that creates several records responds of each; undefined if it responds with the records. */
export function resultingBatchOf({ document, model }: Api, operation: Operation): ResultingBatch | undefined {
  const batch = model.batches.get(operation.id)
  const body = responseSchema(operation)
  if (batch?.effect !== 'create' || !batch.recordPath || batch.resource.scope.length > 0 || !body)
    return undefined
  const own = possiblePropertiesOf(document, batch.resource.record)
  const members = [...possiblePropertiesOf(document, body)]
  const count = members.find(
    ([name, node]) => successCounts.test(normalizeName(name)) && !itemsOf(document, node),
  )
  for (const [path, node] of [
    [[], body] as const,
    ...members.filter(([name]) => !failures.test(name)).map(([name, each]) => [[name], each] as const),
  ]) {
    const item = itemsOf(document, node)
    const names = item ? [...possiblePropertiesOf(document, item).keys()] : []
    const find = (wanted: RegExp): string | undefined =>
      names.find((name) => wanted.test(normalizeName(name)))
    const id = names.find((name) => name === batch.resource.idProperty || name === 'id')
    const status = find(statuses)
    // Where they show what was sent, they are the records.
    const isRecord = names.some((name) => name !== id && name !== status && own.has(name))
    if (id !== undefined && status !== undefined && !isRecord)
      return { batch, path, told: { id, status, place: find(places) }, count: count?.[0] }
  }
  return undefined
}

/** The records that a request sends. */
export function itemsIn({ batch }: ResultingBatch, draft: Draft): readonly Json[] {
  const items = memberAt(bodyValue(draft), batch.path)
  return isArray(items) ? items : []
}
