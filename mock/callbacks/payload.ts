import type { Document, SchemaNode } from '../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import type { Validator } from '../../spec/validate.ts'

export interface Known {
  /** What the operation has answered, and its schema. */
  readonly answer: { readonly value: Json; readonly schema: SchemaNode | undefined } | undefined
  /** What it was sent, where that is an object. */
  readonly sent: JsonObject
}

/**
 * A generated value with what is known in it: the record where its own schema stands, properties of the record and of the
 * request where their names do; as much of that as the value's schema allows.
 */
export function withKnown(
  { document, validator }: { readonly document: Document; readonly validator: Validator },
  node: SchemaNode,
  generated: Json,
  known: Known,
): Json {
  const { accepts: isValid } = validator.of(node, 'request')
  const fill = (at: SchemaNode, value: Json, commit: (part: Json) => Json, depth: number): Json => {
    if (known.answer && isSame(document, at, known.answer.schema) && isValid(commit(known.answer.value)))
      return known.answer.value
    if (!isJsonObject(value) || depth > deepest) return value
    const filled = new Map(Object.entries(value))
    for (const [name, property] of possiblePropertiesOf(document, at)) {
      const outside = (part: Json): Json => commit(Object.fromEntries([...filled, [name, part]]))
      const before = filled.get(name)
      const named = namedIn(known, name)
      const candidate =
        named !== undefined && isValid(outside(named))
          ? named
          : before === undefined
            ? wholeFor(document, property, known)
            : fill(property, before, outside, depth + 1)
      if (candidate !== undefined && isValid(outside(candidate))) filled.set(name, candidate)
    }
    return Object.fromEntries(filled)
  }
  return fill(node, generated, (part) => part, 0)
}

/** An end to schemas that contain themselves. */
const deepest = 4

function isSame(document: Document, one: SchemaNode, other: SchemaNode | undefined): boolean {
  return other !== undefined && resolveRef(document, one).pointer === resolveRef(document, other).pointer
}

/** The record, for a property that is optional and has its schema. */
function wholeFor(document: Document, property: SchemaNode, { answer }: Known): Json | undefined {
  return isSame(document, property, answer?.schema) ? answer?.value : undefined
}

function namedIn({ answer, sent }: Known, name: string): Json | undefined {
  const places = [answer?.value, sent].filter((place) => place !== undefined)
  const holder = places.find((place) => isJsonObject(place) && Object.hasOwn(place, name))
  return holder !== undefined && isJsonObject(holder) ? holder[name] : undefined
}
