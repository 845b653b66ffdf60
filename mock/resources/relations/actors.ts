import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { currentUserOf } from '../../../spec/inference/references/current-user.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { isSettable } from '../records/settable.ts'

/** A time of a record, and the property that tells who acted then: `approved_at` and `approved_by`. */
export interface ActorProperty {
  readonly at: string
  readonly by: string
}

const pairsOf = perObject((properties: ReadonlyMap<string, unknown>): readonly ActorProperty[] => {
  const times = new Map(
    [...properties.keys()].flatMap((name) => {
      const words = wordsOf(name)
      return words.length > 1 && /^(?:at|on)$/.test(words.at(-1) ?? '')
        ? [[words.slice(0, -1).join(' '), name] as const]
        : []
    }),
  )
  return [...properties.keys()].flatMap((by) => {
    const words = wordsOf(by)
    const at = words.at(-1) === 'by' ? times.get(words.slice(0, -1).join(' ')) : undefined
    return at === undefined ? [] : [{ at, by }]
  })
})

/** The properties of a resource's records that tell who acted at which time. */
export const actorProperties = (
  { document }: Pick<CrudOptions, 'document'>,
  { record }: Pick<Resource, 'record'>,
): readonly ActorProperty[] => pairsOf(possiblePropertiesOf(document, record))

/** Those that only the server sets, if the document tells who the current user is. */
const ownActors = perObject((options: CrudOptions) =>
  perObject((resource: Resource) =>
    currentUserOf(options.model)
      ? actorProperties(options, resource).filter(({ by }) => !isSettable(options, resource, by))
      : [],
  ),
)

/** The properties that a change makes the current user the actor of: those whose times it has set. */
export const actedNow = (
  options: CrudOptions,
  resource: Resource,
  before: JsonObject,
  record: JsonObject,
): readonly string[] =>
  ownActors(options)(resource).flatMap(({ at, by }) =>
    typeof record[at] === 'string' && record[at] !== before[at] && Object.hasOwn(record, by) ? [by] : [],
  )
