import { stringifyJson, type Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import { perName } from '../../../spec/util/memo.ts'
import type { Source } from '../realistic/source.ts'
import { asksTooMuch } from '../shape/constraints.ts'
import type { Shape } from '../shape/shape.ts'
import { buildArray } from './arrays.ts'
import { isValid, type Builder } from './builder.ts'
import { exampleOfList, withExample } from './example-values.ts'
import { leastOf, mostValues } from './least.ts'
import { buildObject } from './objects.ts'
import type { Place } from './place.ts'
import { again } from './place.ts'
import { makeFlag, makeNumber, makeText, pickValue } from './scalars.ts'
import { toldOfSuccess } from './success.ts'

const attempts = 8
/** Deeper than any real document: a schema that requires itself has no finite value. */
const maxDepth = 48

/** Builds a value for the shape; undefined if none was found. It may be invalid if the schemas contradict each other. */
export function build(builder: Builder, shape: Shape, place: Place): Json | undefined {
  place.budget.left -= 1
  if (place.open?.length === 0) return []
  if (place.depth > maxDepth || shape.isImpossible || leastOf(builder, shape) > mostValues) return undefined
  const told = place.isSuccess && place.depth === 1 ? toldOfSuccess(builder, shape, place.words) : undefined
  if (told !== undefined) return told
  let first: Json | undefined
  // A subtype nested in another is still a value of the same schema.
  const isOfSubtypes = shape.choices.some((choice) => choice.isOfSubtypes === true)
  for (let attempt = 0; attempt < attempts && place.budget.left > place.budget.end; attempt += 1) {
    const here = again(place, attempt)
    const decided = decide(builder, shape, here)
    const at = isOfSubtypes ? { ...here, path: [...here.path, shape.core] } : here
    const value = buildDecided(builder, decided, at)
    if (value === undefined) continue
    if (!needsCheck(shape, decided) || isValid(builder, shape, value)) return value
    first ??= value
  }
  return first
}

function needsCheck(shape: Shape, decided: Shape): boolean {
  return shape.needsCheck || decided.needsCheck
}

/** Decides all choices, preferring options that are satisfiable, not null, and not recursive. */
function decide({ shapes }: Builder, shape: Shape, place: Place): Shape {
  let current = shape
  for (let turn = 0; current.choices.length > 0 && turn < 40; turn += 1) {
    const { decided, possible } = shapes.decide(current)
    const preferred = possible.filter(({ core, types }) => types[0] !== 'null' && !place.path.includes(core))
    const candidates = [preferred, possible, decided].find((list) => list.length > 0) ?? [shape]
    const start = place.random.fork(`choice ${String(turn)}`).int(0, candidates.length - 1)
    current = candidates[(start + place.attempt) % candidates.length] as Shape
  }
  return current
}

function buildDecided(builder: Builder, shape: Shape, place: Place): Json | undefined {
  if (shape.isImpossible || asksTooMuch(shape)) return undefined
  const { types, values } = shape
  const source = builder.sources(place)
  // One currency for all records, so that the amounts of related ones can be added.
  if (values !== undefined) return pickValue(shape, source, /\bcurrency(?: code)?$/.test(place.words))
  if (types.includes('null') && isOftenNull(place.words)) return null
  if (types.includes('null') && isSometimesNull(place.words) && place.random.fork('null').next() < 0.5)
    return null
  const nonNull = types.filter((type) => type !== 'null')
  const type =
    place.attempt === 0 ? nonNull[0] : nonNull[place.random.fork('type').int(0, nonNull.length - 1)]
  switch (type) {
    case 'object':
      return withExample(builder, shape, place, buildObject(builder, shape, place))
    case 'array':
      return exampleOfList(builder, shape, place) ?? buildArray(builder, shape, place)
    case 'boolean':
      return makeFlag(place, source)
    case 'integer':
    case 'number':
      return makeNumber(shape, place, source, type === 'integer')
    case 'string':
      return contentText(builder, shape, place) ?? makeText(shape, place, source)
    default:
      return types.includes('null') ? null : anything(shape, place, source)
  }
}

/** The text of a JSON value, if the schemas describe one as the content of the string. */
function contentText(builder: Builder, { keywords }: Shape, place: Place): string | undefined {
  const schemas = keywords.flatMap((each) => {
    const schema = each['contentSchema'] as JsonSchema | undefined
    return schema === undefined ? [] : [schema]
  })
  if (schemas.length === 0) return undefined
  const content = build(builder, builder.shapes.of(schemas), place)
  return content === undefined ? undefined : stringifyJson(content)
}

/** Whether null is a likely value for the name: events that have not happened, or the end of a list. */
const isOftenNull = perName((words) =>
  /\b(?:delet|archiv|cancel|clos|complet|finish|resolv|revok|suspend|bann|terminat|next|prev|cursor|error)/.test(
    words,
  ),
)

/** Whether it is as likely as another: what some have seen, and some have not. */
const isSometimesNull = perName((words) =>
  /^(?:read|seen|viewed|opened|acknowledged) (?:at|on|date|time)$/.test(words),
)

/** Builds a value for a schema without constraints: an empty object, or a text if the name suggests one. */
function anything(shape: Shape, place: Place, source: Source): Json | undefined {
  return place.words === '' ||
    /\b(?:meta|metadata|data|attributes|properties|options|config|settings|extra|context)$/.test(place.words)
    ? {}
    : makeText(shape, place, source)
}
