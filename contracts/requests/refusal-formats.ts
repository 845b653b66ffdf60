import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { textNamed } from './text-by-name.ts'

/**
 * The body with strings of the formats that an error response asks for, as in `"owner" must be a valid email`, where the document
 * declares no format. Undefined when nothing changes.
 */
export function withRequestedFormats(
  api: Api,
  schema: SchemaNode,
  body: Json,
  refusal: Json,
): Json | undefined {
  if (!isJsonObject(body)) return undefined
  const clauses = clausesOf(refusal, '')
  const properties = possiblePropertiesOf(api.document, schema)
  const changed = Object.entries(body).map(([name, before]): readonly [string, Json] => {
    const node = properties.get(name)
    if (!node) return [name, before]
    if (isJsonObject(before)) return [name, withRequestedFormats(api, node, before, refusal) ?? before]
    const isOpen =
      typeof before === 'string' &&
      typesOf(api.document, node).has('string') &&
      !forms.some((form) => keywordsOf(api, node).has(form))
    const clause = isOpen ? clauses.find((each) => namesIn(each).has(name) && formatIn(each)) : undefined
    return [name, (clause === undefined ? undefined : textNamed(formatIn(clause) ?? '')) ?? before]
  })
  const isChanged = changed.some(([name, value]) => value !== body[name])
  return isChanged ? Object.fromEntries(changed) : undefined
}

const forms = ['format', 'pattern', 'enum', 'const']

/** Formats as error messages mention them, each with a property name that {@link textNamed} has a text for. */
const formats: readonly (readonly [mention: RegExp, name: string])[] = [
  [/\be-?mail\b/i, 'email'],
  [/\bur[il]\b/i, 'url'],
  [/\b(?:uuid|guid)\b/i, 'uuid'],
  [/\b(?:date-?time|timestamp|iso ?8601)\b/i, 'timestamp'],
  [/\bdate\b/i, 'date'],
]

const formatIn = (clause: string): string | undefined =>
  formats.find(([mention]) => mention.test(clause))?.[1]

const namesIn = (clause: string): ReadonlySet<string> => new Set(clause.split(/[^\p{L}\p{N}_-]+/u))

/** The texts of an error body, one for each subject: a scalar, or the scalar members of one object together. */
function clausesOf(error: Json, subject: string): readonly string[] {
  if (isArray(error)) {
    const isPlain = error.every((item) => typeof item !== 'object')
    return isPlain ? [`${subject} ${error.join(' ')}`] : error.flatMap((item) => clausesOf(item, subject))
  }
  if (!isJsonObject(error)) return [`${subject} ${String(error)}`]
  const members = Object.entries(error)
  const plain = members
    .flatMap(([, value]) => (isArray(value) ? value : [value]))
    .filter((value) => typeof value !== 'object')
  return [...members.flatMap(([name, value]) => clausesOf(value, name)), `${subject} ${plain.join(' ')}`]
}
