import type { Document, MediaType } from '../document.ts'
import { parseJson, type Json } from '../json.ts'
import { isJsonType } from '../media-type.ts'
import { operationsOf } from '../operations.ts'
import { rewrite, type Edit } from './rewrite.ts'
import { schemaOf } from './schema-of.ts'
import { saysNothing } from './says-nothing.ts'

/** The document with a schema for each answer in JSON that it only shows by examples. */
export function describeShown(document: Document): Document {
  const contents = operationsOf(document).operations.flatMap(({ responses }) =>
    responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content),
  )
  const edits = new Map<string, Edit>()
  for (const media of contents) {
    if (!edits.has(`${media.pointer}/schema`))
      for (const edit of editsOf(document, media)) edits.set(edit.pointer, edit)
  }
  return rewrite(document, [...edits.values()])
}

function editsOf(document: Document, media: MediaType): readonly Edit[] {
  if (!isJsonType(media.type) || media.examples.length === 0 || !saysNothing(document, media.schema))
    return []
  const texts = media.examples.map(({ value }) => jsonOf(value))
  const isText = texts.every((value) => value !== undefined)
  const values = media.examples.map(({ value }, index) => texts[index] ?? value)
  if (!values.every((value) => typeof value === 'object')) return []
  return [
    { pointer: `${media.pointer}/schema`, value: schemaOf(values, document.version) },
    ...(isText ? media.examples.map(({ pointer }, index) => ({ pointer, value: values[index] })) : []),
  ]
}

/** What an example is that was written down as the text of its JSON. */
function jsonOf(value: Json): Json | undefined {
  if (typeof value !== 'string') return undefined
  const reading = parseJson(value)
  return reading.kind === 'ok' ? reading.value : undefined
}
