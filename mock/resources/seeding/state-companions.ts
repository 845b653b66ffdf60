import { normalizeName, wordsOf } from '../../../spec/inference/prose/words.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { finishedProgress, isFinished } from '../records/progress.ts'
import { actorProperties } from '../relations/actors.ts'

/**
 * Makes what goes with the state of a generated record consistent with it: only what was rejected has a `rejection_reason`, only what has
 * an `approved_at` has an `approved_by`, and all of what is completed is done.
 */
export function withStateCompanions(
  options: CrudOptions,
  resource: Resource,
  record: JsonObject,
): JsonObject {
  const { reasons, actors, states, progress } = companionsOf(options)(resource)
  let result = record
  const set = (name: string, value: Json): void => {
    if (!Object.hasOwn(result, name) || result[name] === value) return
    const next = { ...result, [name]: value }
    if (options.validator.of(resource.record, 'response').accepts(next)) result = next
  }
  for (const { property, state, values } of reasons)
    if (!values.includes(record[state] ?? null)) set(property, null)
  for (const { at, by } of actors) if (record[at] === null) set(by, null)
  const isDone = states.some((name) => isFinished(record[name]))
  for (const [name, most] of progress) if (isDone || record[name] === most) set(name, isDone ? most : 0)
  return result
}

/** A text that only records in some states have. */
interface Reason {
  readonly property: string
  readonly state: string
  readonly values: readonly Json[]
}

const companionsOf = perObject((options: CrudOptions) =>
  perObject((resource: Resource) => {
    const { document } = options
    const properties = [...possiblePropertiesOf(document, resource.record)]
    const enums = properties.flatMap(([name, node]) => {
      const values = enumValues(document, node)
      return values.length > 1 && !typesOf(document, node).has('array') ? [{ name, values }] : []
    })
    const reasons = properties.flatMap(([property, node]): readonly Reason[] => {
      const words = wordsOf(property)
      if (words.length < 2 || words.at(-1) !== 'reason' || !typesOf(document, node).has('null')) return []
      const noun = words.slice(0, -1).join('')
      return enums.flatMap(({ name, values }) => {
        const named = values.filter((value) => isNamedBy(noun, value))
        return named.length > 0 ? [{ property, state: name, values: named }] : []
      })
    })
    const nullable = new Set(
      properties.flatMap(([name, node]) => (typesOf(document, node).has('null') ? [name] : [])),
    )
    const states = enums.flatMap(({ name, values }) => (values.some(isFinished) ? [name] : []))
    return {
      reasons,
      actors: actorProperties(options, resource).filter(({ by }) => nullable.has(by)),
      states,
      progress: states.length > 0 ? finishedProgress(document, resource.record) : [],
    }
  }),
)

/** Whether a state is that after what a noun or a verb says: `rejected` after `rejection` or `reject`. */
function isNamedBy(noun: string, state: Json): boolean {
  if (typeof state !== 'string') return false
  const stem = normalizeName(state).replace(/(?:l?led|ed|d)$/, '')
  return stem.length > 3 && noun.startsWith(stem)
}
