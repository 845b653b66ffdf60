import type { Document, HeaderParameter } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Examples } from '../../data/document-examples.ts'
import type { Fake } from '../../data/fake.ts'
import { toFieldValue } from '../../http/header-field.ts'
import { jsonText } from './json-text.ts'

/** What values are made from. */
interface Source {
  readonly document: Document
  readonly examples: Examples
  readonly fake: Fake
  /** The date that generated dates are relative to. */
  readonly since: Date
}

/** A value for a header that a response declares: an example, else a generated value. */
export async function headerValue(
  { document, examples, fake, since }: Source,
  { name, schema, pointer, examples: [example] }: HeaderParameter,
): Promise<string> {
  if (example !== undefined) return fieldValue(example.value)
  if (schema === undefined) return ''
  const known = typesOf(document, schema).has('string') ? inFormat(name, since) : undefined
  const value = examples.ofSchema(schema, 'response') ?? known
  return fieldValue(value ?? (await fake.value(schema, 'response', { name, key: pointer })))
}

/**
 * The value of a field whose schema rarely tells its format: an HTTP-date (RFC 9110 §5.6.7), or an entity tag (§8.8.3). Undefined for
 * other fields.
 */
function inFormat(name: string, since: Date): string | undefined {
  const year = since.getUTCFullYear()
  if (/^etag$/i.test(name)) return '"1"'
  if (/^(?:sunset|expires)$/i.test(name)) return new Date(Date.UTC(year + 1, 11, 31)).toUTCString()
  return /^last-modified$/i.test(name) ? new Date(Date.UTC(year, 0, 1)).toUTCString() : undefined
}

/** Style `simple`: comma-separated items or members (OpenAPI 3.0.4 §4.7.21). */
function fieldValue(value: Json): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map(fieldValue).join(',')
  const text =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flat().map(String).join(',')
      : plain(value)
  return toFieldValue(text)
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value).text
}
