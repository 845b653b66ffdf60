import { decodeBody } from '../../spec/body.ts'
import type { Document, MediaType, Pointer, SchemaNode } from '../../spec/document.ts'
import { concreteType, isXmlType } from '../../spec/http/media-type.ts'
import type { Json } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import type { View } from '../../spec/schema.ts'
import { isPlaceholder, ownExamples, type SchemaExample } from '../../spec/schemas/examples.ts'
import { mediaTypeResolver } from '../../spec/schemas/resolver.ts'
import { partsOf } from '../../spec/schemas/subschemas.ts'
import { withoutWriteOnly } from '../../spec/schemas/write-only.ts'
import { getOrInsertComputed } from '../../spec/util/memo.ts'
import { own } from '../../spec/util/object.ts'
import type { Validator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'

/** The examples in the document. Invalid ones are never used. */
export interface Examples {
  /** The first valid example of a media type or else of its schema; with `name`, the valid example with that name. */
  ofMediaType(mediaType: MediaType, view: View, name?: string): Json | undefined
  /** The first valid value of `example`, `examples` and `default`, following `$ref` and `allOf`. */
  ofSchema(node: SchemaNode, view: View): Json | undefined
}

/** An example that violates its own schema. */
export interface InvalidExample {
  readonly pointer: Pointer
  readonly issues: readonly SchemaIssue[]
}

export interface ExamplesOptions {
  readonly document: Document
  readonly validator: Validator
  readonly report: (example: InvalidExample) => void
}

/** Calls `report` once for each invalid example, when it would first have been used. */
export function createExamples({ document, validator, report }: ExamplesOptions): Examples {
  const reported = new Set<Pointer>()
  const verdicts = new Map<string, boolean>()

  const validate = (node: SchemaNode, view: View, { value, pointer }: SchemaExample): boolean => {
    const issues = validator.of(node, view)(value)
    if (issues.length > 0 && !reported.has(pointer)) {
      reported.add(pointer)
      report({ pointer, issues })
    }
    return issues.length === 0
  }
  const isValid = (node: SchemaNode | undefined, view: View, candidate: SchemaExample): boolean => {
    if (node === undefined || document.verified) return true
    const key = `${view} ${node.pointer} ${candidate.pointer}`
    return getOrInsertComputed(verdicts, key, () => validate(node, view, candidate))
  }
  const visible = (node: SchemaNode | undefined, view: View, value: Json | undefined): Json | undefined =>
    node === undefined || value === undefined || view === 'request'
      ? value
      : withoutWriteOnly(document, node, value)
  const ofSchema = (node: SchemaNode, view: View): Json | undefined => {
    const example = candidatesOf(document, node).find(
      (candidate) => !isPlaceholder(candidate.value) && isValid(node, view, candidate),
    )
    return visible(node, view, example?.value)
  }

  return {
    ofMediaType: (mediaType, view, name) => {
      const { schema } = mediaType
      const examples = isXmlType(mediaType.type) ? readXml(mediaType) : mediaType.examples
      const wanted = examples.filter((example) =>
        name === undefined ? !isPlaceholder(example.value) : example.name === name,
      )
      const valid = wanted.find((example) => isValid(schema, view, example))
      if (valid || name !== undefined || schema === undefined) return visible(schema, view, valid?.value)
      return ofSchema(schema, view)
    },
    ofSchema,
  }
}

const xmlExamples = new WeakMap<MediaType, MediaType['examples']>()

/** The examples of an XML media type, parsed if they are XML text. Without a schema, text that is not XML is left out. */
function readXml(mediaType: MediaType): MediaType['examples'] {
  return getOrInsertComputed(xmlExamples, mediaType, () =>
    mediaType.examples.flatMap((example) => {
      const value = valueOf(mediaType, example.value)
      return value === undefined ? [] : [{ ...example, value }]
    }),
  )
}

function valueOf(mediaType: MediaType, value: Json): Json | undefined {
  if (typeof value !== 'string') return value
  const bytes = new TextEncoder().encode(value)
  const reading = decodeBody(bytes, concreteType(mediaType.type), mediaType, mediaTypeResolver(mediaType))
  if (mediaType.schema === undefined) return reading.kind === 'malformed' ? undefined : value
  return reading.kind === 'malformed' || reading.value instanceof Uint8Array ? value : reading.value
}

/** Examples in the document's order, nearest schema first. Those of `allOf` parts count: they often show the whole value. */
function candidatesOf(document: Document, node: SchemaNode): readonly SchemaExample[] {
  return partsOf(document, node, ['allOf']).flatMap(({ schema, pointer }) => {
    const fallback = own(schema, 'default') as Json | undefined
    return [
      ...ownExamples(schema).map((example) => ({ ...example, pointer: pointer + example.pointer })),
      ...(fallback === undefined ? [] : [{ value: fallback, pointer: appendPointer(pointer, 'default') }]),
    ]
  })
}
