import type { Document, MediaType, Pointer, SchemaNode, SpecProblem } from '../document.ts'
import { isJsonType } from '../http/media-type.ts'
import type { Json } from '../json.ts'
import { appendPointer } from '../json/pointer.ts'
import { operationsOf } from '../operations.ts'
import type { View } from '../schema.ts'
import { componentSchemas } from '../schemas/subschemas.ts'
import { own } from '../util/object.ts'
import { createValidator } from '../validate.ts'
import type { SchemaIssue } from '../validation/issues.ts'

/** An example, with the schema it illustrates. */
interface Example {
  readonly value: Json
  readonly pointer: Pointer
  readonly schema: SchemaNode
  /** The views it may be valid in. */
  readonly views: readonly View[]
}

/** A problem for each example of a JSON body or a component schema that is invalid against its schema: a mock does not use it. */
export function exampleProblems(document: Document): readonly SpecProblem[] {
  const validator = createValidator(document)
  const problems = new Map<Pointer, SpecProblem>()
  const examples = [...bodyExamples(document), ...componentSchemas(document).flatMap(schemaExamples)]
  for (const { value, pointer, schema, views } of examples) {
    if (problems.has(pointer)) continue
    const issuesByView = views.map((view) => validator.of(schema, view)(value))
    if (issuesByView.some((issues) => issues.length === 0)) continue
    problems.set(pointer, invalidExample(document, pointer, issuesByView[0] ?? []))
  }
  return [...problems.values()]
}

function invalidExample(document: Document, pointer: Pointer, issues: readonly SchemaIssue[]): SpecProblem {
  const message = `The example is invalid against its schema. ${issues.map((issue) => issue.message).join(' ')}`
  return {
    code: 'invalid-example',
    severity: 'warning',
    message,
    pointer,
    location: document.locate(pointer),
  }
}

function bodyExamples(document: Document): readonly Example[] {
  return operationsOf(document).operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []).flatMap((media) => mediaTypeExamples(media, 'request')),
    ...responses.flatMap(({ content }) => content.flatMap((media) => mediaTypeExamples(media, 'response'))),
  ])
}

function mediaTypeExamples({ type, schema, examples }: MediaType, view: View): readonly Example[] {
  if (schema === undefined || !isJsonType(type)) return []
  return examples.map(({ value, pointer }) => ({ value, pointer, schema, views: [view] }))
}

function schemaExamples(schema: SchemaNode): readonly Example[] {
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
