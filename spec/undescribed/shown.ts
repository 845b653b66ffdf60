import type { Document, MediaType, Pointer, SchemaNode } from '../document.ts'
import { isJsonType } from '../http/media-type.ts'
import { parseJson, type Json } from '../json.ts'
import { operationsOf } from '../operations.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { typeOfValue, typesOf } from '../schemas/types.ts'
import { groupsOf, sentBy, type Group } from './groups.ts'
import { rewrite, type Edit } from './rewrite.ts'
import { saysNothing } from './says-nothing.ts'
import { schemaOf } from './schema-of.ts'

/** Adds a schema to each JSON response that has examples, but no schema that describes them. */
export function describeShown(document: Document): Document {
  const { operations } = operationsOf(document)
  const shown = operations.flatMap(({ id, responses }) =>
    responses
      .filter(({ status }) => status.startsWith('2'))
      .flatMap(({ content }) => content.flatMap((media) => shownBy(document, id, media) ?? [])),
  )
  if (shown.length === 0) return document
  const groups = groupsOf(operations)
  const twins = new Set(groups.flatMap((group) => group.twins.map(({ id }) => id)))
  const sent = sentProperties(document, groups)
  const edits = new Map<Pointer, Edit>()
  for (const { id, media, values, isText } of shown) {
    const pointer = `${media.pointer}/schema`
    if (twins.has(id) || edits.has(pointer)) continue
    const properties = sent.get(id) ?? noProperties
    const fits = (node: SchemaNode, some: readonly Json[]): boolean => isPossible(document, node, some)
    edits.set(pointer, { pointer, value: schemaOf(values, document.version, { properties, fits }) })
    if (isText)
      for (const [index, example] of media.examples.entries())
        edits.set(example.pointer, { pointer: example.pointer, value: values[index] })
  }
  return rewrite(document, [...edits.values()])
}

const noProperties: ReadonlyMap<string, SchemaNode> = new Map()

/** Content that is described by its examples only. */
interface Shown {
  /** The operation id. */
  readonly id: string
  readonly media: MediaType
  readonly values: readonly Json[]
  /** Whether its examples are strings of JSON. */
  readonly isText: boolean
}

function shownBy(document: Document, id: string, media: MediaType): Shown | undefined {
  const { type, schema, examples } = media
  if (!isJsonType(type) || examples.length === 0 || !saysNothing(document, schema)) return undefined
  const texts = examples.map(({ value }) => jsonOf(value))
  const values = examples.map(({ value }, index) => texts[index] ?? value)
  const isStructured = values.every((value) => typeof value === 'object')
  if (!isStructured || (schema && !isPossible(document, schema, values))) return undefined
  return { id, media, values, isText: texts.every((value) => value !== undefined) }
}

/** The properties that clients send of the records in an operation's response, by operation id. */
function sentProperties(
  document: Document,
  groups: readonly Group[],
): ReadonlyMap<string, ReadonlyMap<string, SchemaNode>> {
  return new Map(
    groups.flatMap((group) => {
      const { list, read, writes } = group
      const sent = writes.flatMap((write) => sentBy(document, write, group) ?? [])
      const properties = new Map(sent.flatMap((node) => [...possiblePropertiesOf(document, node)]))
      return [list, read, ...writes].flatMap((each) => (each ? [[each.id, properties] as const] : []))
    }),
  )
}

/** Whether all values have a type that the schema allows; integers are numbers, too. */
function isPossible(document: Document, node: SchemaNode, values: readonly Json[]): boolean {
  const types = typesOf(document, node)
  return (
    types.size === 0 ||
    values.every(
      (value) => types.has(typeOfValue(value)) || (types.has('number') && typeof value === 'number'),
    )
  )
}

/** The value of an example that is a string of JSON; undefined if it is anything else. */
function jsonOf(value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined
  const reading = parseJson(value)
  return reading.kind === 'ok' ? reading.value : undefined
}
