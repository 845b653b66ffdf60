import type { Document, MediaType, Operation, Pointer, SchemaNode } from '../document.ts'
import { parseJson, type Json } from '../json.ts'
import { isJsonType } from '../media-type.ts'
import { operationsOf } from '../operations.ts'
import { possiblePropertiesOf, typeOfValue, typesOf, type TypeName } from '../refs.ts'
import { groupsOf, sentBy } from './groups.ts'
import { rewrite, type Edit } from './rewrite.ts'
import { schemaOf } from './schema-of.ts'
import { saysNothing } from './says-nothing.ts'

/** The document with a schema for each answer in JSON that it only shows by examples. */
export function describeShown(document: Document): Document {
  const { operations } = operationsOf(document)
  const sent = sentProperties(document, operations)
  const edits = new Map<Pointer, Edit>()
  for (const { id, responses } of operations) {
    const contents = responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ content }) => content)
    for (const media of contents) {
      if (edits.has(`${media.pointer}/schema`)) continue
      for (const edit of editsOf(document, media, sent.get(id))) edits.set(edit.pointer, edit)
    }
  }
  return rewrite(document, [...edits.values()])
}

/** What is sent of the records that an operation answers with, by the operation's id. */
function sentProperties(
  document: Document,
  operations: readonly Operation[],
): ReadonlyMap<string, ReadonlyMap<string, SchemaNode>> {
  return new Map(
    groupsOf(operations).flatMap((group) => {
      const { list, read, writes } = group
      const sent = writes.flatMap((write) => sentBy(document, write, group) ?? [])
      const properties = new Map(sent.flatMap((node) => [...possiblePropertiesOf(document, node)]))
      return [list, read, ...writes].flatMap((each) => (each ? [[each.id, properties] as const] : []))
    }),
  )
}

function editsOf(
  document: Document,
  { type, schema, examples, pointer }: MediaType,
  properties: ReadonlyMap<string, SchemaNode> = new Map(),
): readonly Edit[] {
  if (!isJsonType(type) || examples.length === 0 || !saysNothing(document, schema)) return []
  const texts = examples.map(({ value }) => jsonOf(value))
  const isText = texts.every((value) => value !== undefined)
  const values = examples.map(({ value }, index) => texts[index] ?? value)
  const allowed = schema ? typesOf(document, schema) : noTypes
  const isPossible = (value: Json): boolean =>
    typeof value === 'object' && (allowed.size === 0 || allowed.has(typeOfValue(value)))
  if (!values.every(isPossible)) return []
  const fits = (node: SchemaNode, some: readonly Json[]): boolean => {
    const types = typesOf(document, node)
    return types.size === 0 || some.every((value) => types.has(typeOfValue(value)) || isWhole(value, types))
  }
  return [
    { pointer: `${pointer}/schema`, value: schemaOf(values, document.version, { properties, fits }) },
    ...(isText ? examples.map((example, index) => ({ pointer: example.pointer, value: values[index] })) : []),
  ]
}

const noTypes: ReadonlySet<TypeName> = new Set()

/** An integer is a number, too. */
const isWhole = (value: Json, types: ReadonlySet<TypeName>): boolean =>
  types.has('number') && typeof value === 'number'

/** What an example is that was written down as the text of its JSON. */
function jsonOf(value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined
  const reading = parseJson(value)
  return reading.kind === 'ok' ? reading.value : undefined
}
