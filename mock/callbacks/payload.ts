import type { Document, SchemaNode } from '../../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import type { Validator } from '../../spec/validate.ts'

/** Values that the payload of a callback should repeat. */
export interface Known {
  /** The response body of the operation, and its schema. */
  readonly answer: { readonly value: Json; readonly schema: SchemaNode | undefined } | undefined
  /** The request body, if it is an object. */
  readonly sent: JsonObject
}

/**
 * Fills known values into a generated value, as far as its schema allows: the response body where the schema is the same, and
 * properties of the response and request bodies where the names are the same.
 */
export function withKnown(
  { document, validator }: { readonly document: Document; readonly validator: Validator },
  node: SchemaNode,
  generated: Json,
  known: Known,
): Json {
  const { accepts: isValid } = validator.of(node, 'request')
  const fill = (schema: SchemaNode, value: Json, wholeWith: (part: Json) => Json, depth: number): Json => {
    if (
      known.answer &&
      isSame(document, schema, known.answer.schema) &&
      isValid(wholeWith(known.answer.value))
    )
      return known.answer.value
    if (!isJsonObject(value) || depth > maxDepth) return value
    const filled = new Map(Object.entries(value))
    for (const [name, property] of possiblePropertiesOf(document, schema)) {
      const wholeWithProperty = (part: Json): Json => wholeWith(Object.fromEntries([...filled, [name, part]]))
      const before = filled.get(name)
      const named = namedIn(known, name)
      const candidate =
        named !== undefined && isValid(wholeWithProperty(named))
          ? named
          : before === undefined
            ? answerFor(document, property, known)
            : fill(property, before, wholeWithProperty, depth + 1)
      if (candidate !== undefined && isValid(wholeWithProperty(candidate))) filled.set(name, candidate)
    }
    return Object.fromEntries(filled)
  }
  return fill(node, generated, (part) => part, 0)
}

/** The maximum depth, since schemas may be recursive. */
const maxDepth = 4

function isSame(document: Document, one: SchemaNode, other: SchemaNode | undefined): boolean {
  return other !== undefined && resolveRef(document, one).pointer === resolveRef(document, other).pointer
}

/** The response body, for a property that has its schema and was not generated. */
function answerFor(document: Document, property: SchemaNode, { answer }: Known): Json | undefined {
  return isSame(document, property, answer?.schema) ? answer?.value : undefined
}

function namedIn({ answer, sent }: Known, name: string): Json | undefined {
  const places = [answer?.value, sent].filter((place) => place !== undefined)
  const holder = places.find((place) => isJsonObject(place) && Object.hasOwn(place, name))
  return holder !== undefined && isJsonObject(holder) ? holder[name] : undefined
}
