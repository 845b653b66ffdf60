import type { SchemaNode } from '../../../spec/document.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { progressOf } from '../../../spec/inference/states/started-work.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'

/** Work at one moment. */
export interface WorkState {
  readonly id: string
  readonly path: string
  /** The path that the names of work have, if they are paths. */
  readonly resource: string | undefined
  readonly scope: readonly Id[]
  readonly result: JsonObject | undefined
  readonly now: Date
  readonly isDone: boolean
}

/** Work before it is done, or when it has succeeded. */
export function workRecord(
  { document, validator }: CrudOptions,
  schema: SchemaNode,
  generated: JsonObject,
  state: WorkState,
): JsonObject {
  const accepts = (record: JsonObject): boolean => validator.of(schema, 'response').accepts(record)
  const progress = progressOf(document, schema)
  let record = generated
  for (const [name, node] of possiblePropertiesOf(document, schema)) {
    const value =
      name === progress?.property
        ? state.isDone
          ? progress.after
          : progress.before
        : workValue(name, { isObject: typesOf(document, node).has('object'), generated: record[name] }, state)
    const { [name]: _, ...others } = record
    const next = value === undefined ? others : { ...record, [name]: value }
    const empty = { ...record, [name]: null }
    if (accepts(next)) record = next
    else if (value === undefined && accepts(empty)) record = empty
  }
  return record
}

interface WorkProperty {
  readonly isObject: boolean
  readonly generated: Json | undefined
}

/** What properties of work hold, by the words of their names; undefined as long as the work lasts, or because it succeeded. */
const workValues: readonly (readonly [
  named: RegExp,
  value: (state: WorkState, property: WorkProperty) => Json | undefined,
])[] = [
  [/\b(?:errors?|failure|fail(?:ed)?)\b/, () => undefined],
  [/^(?:id|uuid|job id|task id|operation id)$/, ({ id }) => id],
  [/^name$/, (state, { generated }) => workName(state) ?? generated],
  [
    /^(?:progress|percent|percentage|percent complete|progress percent(?:age)?)$/,
    ({ isDone }, { generated, isObject }) => (isObject ? generated : isDone ? 100 : 0),
  ],
  [
    /\b(?:finish|complet|end|succeed)(?:ed)?\b.*\b(?:at|on|time|date)$|^(?:finished|completed|ended)$/,
    ({ isDone, now }) => (isDone ? now.toISOString() : undefined),
  ],
  [
    /\b(?:creat|start|updat|submit|queu)(?:e|ed)?\b.*\b(?:at|on|time|date)$|^(?:created|started)$/,
    ({ now }) => now.toISOString(),
  ],
  [
    /^response$/,
    ({ isDone, result }, { generated, isObject }) =>
      isObject ? (isDone ? (result ?? generated) : undefined) : generated,
  ],
  [
    /^(?:result|output)$/,
    ({ isDone, result }, { generated, isObject }) =>
      isDone ? ((isObject ? result : undefined) ?? generated) : undefined,
  ],
  [/\b(?:download|result|output)\b/, ({ isDone }, { generated }) => (isDone ? generated : undefined)],
]

function workValue(name: string, property: WorkProperty, state: WorkState): Json | undefined {
  const words = wordsOf(name).join(' ')
  const found = workValues.find(([named]) => named.test(words))
  return found ? found[1](state, property) : property.generated
}

/** The name of work whose names are paths, `projects/1/operations/2`; its id if only its own path is known. */
function workName({ id, path, resource, scope }: WorkState): string | undefined {
  if (resource === undefined) return path.startsWith('/') ? id : undefined
  const values = [...scope, id]
  return resource.replaceAll(/\{.*?\}/g, () => String(values.shift() ?? id))
}
