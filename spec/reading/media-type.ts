import type { Document, MediaType, NamedExample, SchemaNode } from '../document.ts'
import { concreteType, isJsonType, sequenceOf } from '../http/media-type.ts'
import { parseJson, type Json } from '../json.ts'
import { appendPointer } from '../json/pointer.ts'
import type { Located } from '../json/refs.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { registerDocument } from '../schemas/resolver.ts'
import { isSchema } from '../schemas/subschemas.ts'
import { typesOf } from '../schemas/types.ts'
import { isObject, own } from '../util/object.ts'
import type { DocumentReader } from './document-reader.ts'

/** The Media Type Objects in the `content` of an object. */
export function readMediaTypes(reader: DocumentReader, located: Located): readonly MediaType[] {
  return reader
    .members(located, 'content')
    .filter(([, media]) => isObject(media.value))
    .map(([type, media]) => {
      const encoding = own(media.value, 'encoding')
      const sequence = sequenceOf(concreteType(type))
      const whole = readSchema(media)
      const line = sequence === 'lines' && whole && describesLine(reader.document, whole) ? whole : undefined
      const itemSchema = sequence && (readSchema(media, 'itemSchema') ?? line)
      const isWhole = itemSchema && (sequence === 'lines' || describesEvents(reader.document, itemSchema))
      const schema = isWhole ? sequenceSchema(media, itemSchema, line ? undefined : whole) : whole
      const examples = readExamples(reader, media)
      const mediaType = {
        // An empty key allows any type.
        type: type.trim() === '' ? '*/*' : type,
        schema,
        ...(itemSchema && { itemSchema }),
        examples:
          schema && isJsonType(concreteType(type))
            ? examples.map((example) => parsedExample(reader.document, schema, example))
            : examples,
        encoding: isObject(encoding) ? encoding : {},
        pointer: media.pointer,
      }
      return registerDocument(mediaType, reader.document)
    })
}

/** Whether the schema of an event is that of its fields, not only of its data. */
function describesEvents(document: Document, itemSchema: SchemaNode): boolean {
  return possiblePropertiesOf(document, itemSchema).has('data')
}

/** Whether `schema` is that of each line, as documents had to say it before `itemSchema`. */
function describesLine(document: Document, schema: SchemaNode): boolean {
  const types = typesOf(document, schema)
  return types.has('object') && types.size === 1
}

/** The schema of all items of sequential content, as an array, with that of the whole if there is one. */
function sequenceSchema(media: Located, { pointer }: SchemaNode, whole: SchemaNode | undefined): SchemaNode {
  const items = { type: 'array', items: { $ref: pointer } }
  return {
    schema: whole ? { allOf: [{ $ref: whole.pointer }, items] } : items,
    pointer: appendPointer(media.pointer, 'items'),
  }
}

/** An example of JSON; many documents give its text, as `example: '{"name": "Rex"}'`, for a schema without strings. */
function parsedExample(document: Document, schema: SchemaNode, example: NamedExample): NamedExample {
  const { value } = example
  if (typeof value !== 'string' || typesOf(document, schema).has('string')) return example
  const reading = parseJson(value)
  return reading.kind === 'ok' ? { ...example, value: reading.value } : example
}

/** The examples in `example` and `examples` of an object; those without a value are left out. */
export function readExamples(reader: DocumentReader, located: Located): readonly NamedExample[] {
  const single = own(located.value, 'example')
  const named = reader.members(located, 'examples').flatMap(([name, example]) => {
    const key = ['dataValue', 'value', 'serializedValue'].find(
      (field) => own(example.value, field) !== undefined,
    )
    if (key === undefined) return []
    return [{ name, value: own(example.value, key) as Json, pointer: appendPointer(example.pointer, key) }]
  })
  if (single === undefined) return named
  return [
    { name: 'example', value: single as Json, pointer: appendPointer(located.pointer, 'example') },
    ...named,
  ]
}

/** The schema in a field of an object, as written. */
export function readSchema({ value, pointer }: Located, field = 'schema'): SchemaNode | undefined {
  const schema = own(value, field)
  return isSchema(schema) ? { schema, pointer: appendPointer(pointer, field) } : undefined
}
