import type { Document, SchemaNode } from '../../spec/document.ts'
import { jsonSchema } from '../../spec/inference/bodies/content.ts'
import { formulasOf, type Formula } from '../../spec/inference/numbers/formulas.ts'
import {
  describedNulls,
  isNullIn,
  likelyNulls,
  type DescribedNull,
} from '../../spec/inference/states/described-nulls.ts'
import { timeFormulasOf, type TimeFormula } from '../../spec/inference/times/time-formulas.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import { operationsOf } from '../../spec/operations.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { keywordOf } from '../../spec/schemas/subschemas.ts'
import { perObject } from '../../spec/util/memo.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Numbers that follow from others, and values that are null in some states, are what their descriptions say. */
export const describedValue: Check<Answer> = {
  id: 'described-value',
  title: 'Values are what their descriptions compute',
  severity: 'error',
  requirement: 'OpenAPI 3.0.4 §4.7.24: the description of a property tells its value',
  judge(answer) {
    const { document, operation, status } = answer
    const declared = operation?.responses.find((each) => each.status === String(status))
    const schema = declared && isSuccess(status) ? jsonSchema(declared.content) : undefined
    const body = schema && answer.issues.length === 0 ? jsonOf(answer) : undefined
    if (!schema || body === undefined) return fine
    // Nothing can have been set that is null until later.
    const isNew = status === 201 && operation?.method === 'POST' && isJsonObject(body)
    const early = isNew ? nullsAtFirst(document)(schema).flatMap((each) => nullViolation(each, body, '')) : []
    return [...violationsIn(document, schema, body, ''), ...early]
  },
}

/** The depth to which objects in a body are judged. */
const deepest = 5

function violationsIn(
  document: Document,
  node: SchemaNode,
  value: Json,
  at: string,
  depth: number = 0,
): readonly Violation[] {
  if (depth > deepest || typeof value !== 'object' || value === null) return fine
  if (isArray(value)) {
    const items = itemsOf(document, node)
    return items
      ? value.flatMap((item, index) =>
          violationsIn(document, items, item, `${at}/${String(index)}`, depth + 1),
        )
      : fine
  }
  if (!isJsonObject(value)) return fine
  const inner = [...possiblePropertiesOf(document, node)].flatMap(([name, member]) =>
    Object.hasOwn(value, name)
      ? violationsIn(document, member, value[name] ?? null, appendPointer(at, name), depth + 1)
      : fine,
  )
  const own = [
    ...formulasAt(document)(node).flatMap((each) => violationOf(each, value, at)),
    ...timesAt(document)(node).flatMap((each) => timeViolation(each, value, at)),
    ...nullsAt(document)(node).flatMap((each) => nullViolation(each, value, at)),
  ]
  return own.length === 0 ? inner : [...own, ...inner]
}

/** The formulas of an object's numbers that clients cannot set. */
const formulasAt = perObject((document: Document) =>
  perObject((node: SchemaNode) => {
    const properties = possiblePropertiesOf(document, node)
    return formulasOf(document, node)
      .filter(isOwn(document, node))
      .map((formula): Bounded => ({ ...formula, holds: rangeOf(document, properties.get(formula.property)) }))
  }),
)

/** A formula, and whether its property can hold a number: that of generated numbers may be too large. */
type Bounded = Formula & { readonly holds: (value: number) => boolean }

function rangeOf(document: Document, node: SchemaNode | undefined): Bounded['holds'] {
  const [format, minimum, maximum] = ['format', 'minimum', 'maximum'].map(
    (keyword) => node && keywordOf(document, node, keyword),
  )
  const isShort = format === 'int32'
  const least = typeof minimum === 'number' ? minimum : isShort ? -(2 ** 31) : Number.NEGATIVE_INFINITY
  const most = typeof maximum === 'number' ? maximum : isShort ? 2 ** 31 - 1 : Number.POSITIVE_INFINITY
  return (value) => value >= least && value <= most
}

/** The formulas of an object's times that clients cannot set. */
const timesAt = perObject((document: Document) =>
  perObject((node: SchemaNode) => timeFormulasOf(document, node).filter(isOwn(document, node))),
)

/** The properties of an object that are null in some states, and that clients cannot set. */
const nullsAt = perObject((document: Document) =>
  perObject((node: SchemaNode) => describedNulls(document)(node).filter(isOwn(document, node))),
)

/** The properties that are null until a state has been reached for the first time, and that clients cannot set. */
const nullsAtFirst = perObject((document: Document) =>
  perObject((node: SchemaNode) =>
    likelyNulls(document)(node)
      .filter(({ mayStay, isNullable }) => mayStay && isNullable)
      .filter(isOwn(document, node)),
  ),
)

/** Returns a predicate for the properties of an object that clients cannot set. */
function isOwn(
  document: Document,
  node: SchemaNode,
): (each: Readonly<Record<'property', string>>) => boolean {
  const properties = possiblePropertiesOf(document, node)
  return ({ property }) => {
    const own = properties.get(property)
    const isReadOnly = own !== undefined && keywordOf(document, own, 'readOnly') === true
    const others = [...properties.keys()].filter((each) => each !== property)
    const isSent = (names: ReadonlySet<string>): boolean =>
      names.has(property) && (names.size === 1 || others.some((each) => names.has(each)))
    return isReadOnly || !sentNames(document).some(isSent)
  }
}

/** The names of the properties of each object in request bodies. */
const sentNames = perObject((document: Document): readonly ReadonlySet<string>[] => {
  const seen = new Set<ReadonlyMap<string, SchemaNode>>()
  const add = (node: SchemaNode): void => {
    const properties = possiblePropertiesOf(document, node)
    if (seen.has(properties)) return
    seen.add(properties)
    for (const [, member] of properties) add(itemOf(document, member))
  }
  for (const { requestBody } of operationsOf(document).operations)
    for (const { schema } of requestBody?.content ?? []) if (schema) add(schema)
  return [...seen].map((properties) => new Set(properties.keys()))
})

function violationOf(formula: Bounded, value: JsonObject, at: string): readonly Violation[] {
  const { property, pointer, text, isRounded = false, holds } = formula
  const [shown, expected] = [value[property], formula.valueIn(value)]
  if (typeof shown !== 'number' || expected === undefined || isNear(shown, expected, isRounded)) return fine
  if (!holds(expected)) return fine
  return [
    {
      cause: `${property} ${pointer}`,
      expected: `${property} = ${String(Math.round(expected * 1e6) / 1e6)}, ${text}`,
      actual: String(shown),
      requirement: pointer,
      at: appendPointer(at, property),
      reason: pointer,
    },
  ]
}

/** Whether a number is the other one, or that rounded: amounts have at most two decimals or more. */
function isNear(shown: number, expected: number, isRounded: boolean): boolean {
  const decimals = /\.(\d+)$/.exec(String(shown))?.[1]?.length ?? 0
  if (isRounded) return Math.abs(shown - expected) < 10 ** -decimals
  const isWhole = Number.isInteger(shown) && Number.isInteger(expected)
  return Math.abs(shown - expected) <= (isWhole ? 0 : 0.01 + Math.abs(expected) * 1e-9)
}

function timeViolation(
  { property, pointer, text, valueIn }: TimeFormula,
  value: JsonObject,
  at: string,
): readonly Violation[] {
  const [shown, expected] = [value[property], valueIn(value)]
  const instant = typeof shown === 'string' ? Date.parse(shown) : Number.NaN
  if (expected === undefined || Number.isNaN(instant) || Math.abs(instant - expected) < 1000) return fine
  return [
    {
      cause: `${property} ${pointer}`,
      expected: `${property} = ${new Date(expected).toISOString()}, ${text}`,
      actual: show(shown),
      requirement: pointer,
      at: appendPointer(at, property),
      reason: pointer,
    },
  ]
}

function nullViolation(described: DescribedNull, value: JsonObject, at: string): readonly Violation[] {
  const { property, state, pointer } = described
  if ((value[property] ?? null) === null || !isNullIn(described, value)) return fine
  return [
    {
      cause: `${property} null ${pointer}`,
      expected: `${property} = null with ${state} = ${show(value[state])}`,
      actual: show(value[property]),
      requirement: pointer,
      at: appendPointer(at, property),
      reason: pointer,
    },
  ]
}
