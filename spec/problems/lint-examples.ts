import type { Document, MediaType, Pointer, SchemaNode, SpecProblem } from '../document.ts'
import { own } from '../util/object.ts'
import type { Json } from '../json.ts'
import { isJsonType } from '../http/media-type.ts'
import { operationsOf } from '../operations.ts'
import { appendPointer } from '../json/pointer.ts'
import { componentSchemas } from '../schemas/subschemas.ts'
import { createValidator } from '../validate.ts'
import type { View } from '../schema.ts'
import type { SchemaIssue } from '../validation/issues.ts'

/** An example, and the schema it stands beside. */
interface Shown {
  readonly value: Json
  readonly pointer: Pointer
  readonly schema: SchemaNode
  /** Who may send it. */
  readonly views: readonly View[]
}

/** The examples of JSON bodies and of the document's own schemas that break their schema; a mock uses none of these. */
export function exampleProblems(document: Document): readonly SpecProblem[] {
  const validator = createValidator(document)
  const problems = new Map<Pointer, SpecProblem>()
  for (const { value, pointer, schema, views } of [
    ...inBodies(document),
    ...componentSchemas(document).flatMap(ofSchema),
  ]) {
    if (problems.has(pointer)) continue
    const found = views.map((view) => validator.of(schema, view)(value))
    if (found.some((issues) => issues.length === 0)) continue
    problems.set(pointer, problemOf(document, pointer, found[0] ?? []))
  }
  return [...problems.values()]
}

function problemOf(document: Document, pointer: Pointer, issues: readonly SchemaIssue[]): SpecProblem {
  const message = `The example breaks its schema. ${issues.map((issue) => issue.message).join(' ')}`
  return {
    code: 'invalid-example',
    severity: 'warning',
    message,
    pointer,
    location: document.locate(pointer),
  }
}

function inBodies(document: Document): readonly Shown[] {
  return operationsOf(document).operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []).flatMap((media) => inMedia(media, 'request')),
    ...responses.flatMap(({ content }) => content.flatMap((media) => inMedia(media, 'response'))),
  ])
}

function inMedia({ type, schema, examples }: MediaType, view: View): readonly Shown[] {
  if (schema === undefined || !isJsonType(type)) return []
  return examples.map(({ value, pointer }) => ({ value, pointer, schema, views: [view] }))
}

function ofSchema(schema: SchemaNode): readonly Shown[] {
  const { pointer } = schema
  const [single, several] = [own(schema.schema, 'example'), own(schema.schema, 'examples')]
  const listed: readonly (readonly [unknown, Pointer])[] = [
    ...(single === undefined ? [] : [[single, appendPointer(pointer, 'example')] as const]),
    ...(Array.isArray(several) ? several : []).map(
      (value: unknown, index) => [value, appendPointer(`${pointer}/examples`, String(index))] as const,
    ),
  ]
  return listed.map(([value, at]) => ({
    value: value as Json,
    pointer: at,
    schema,
    views: ['response', 'request'],
  }))
}
