import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { textNamed } from './text-by-name.ts'

/**
 * The body with texts of the formats that its refusal asks for, where the document tells of none: `"owner" must be a valid
 * email`. Undefined where it asks for nothing that can be told.
 */
export function asAsked(api: Api, schema: SchemaNode, body: Json, refusal: Json): Json | undefined {
  if (!isJsonObject(body)) return undefined
  const said = clausesOf(refusal, '')
  const properties = possiblePropertiesOf(api.document, schema)
  const changed = Object.entries(body).map(([name, before]): readonly [string, Json] => {
    const node = properties.get(name)
    if (!node) return [name, before]
    if (isJsonObject(before)) return [name, asAsked(api, node, before, refusal) ?? before]
    const isOpen =
      typeof before === 'string' &&
      typesOf(api.document, node).has('string') &&
      !forms.some((form) => keywordsOf(api, node).has(form))
    const clause = isOpen ? said.find((each) => namesIn(each).has(name) && formatIn(each)) : undefined
    return [name, (clause === undefined ? undefined : textNamed(formatIn(clause) ?? '')) ?? before]
  })
  const isOther = changed.some(([name, value]) => value !== body[name])
  return isOther ? Object.fromEntries(changed) : undefined
}

const forms = ['format', 'pattern', 'enum', 'const']

/** Names of the format that a sentence speaks of, as a property might have them. */
const formats: readonly (readonly [said: RegExp, name: string])[] = [
  [/\be-?mail\b/i, 'email'],
  [/\bur[il]\b/i, 'url'],
  [/\b(?:uuid|guid)\b/i, 'uuid'],
  [/\b(?:date-?time|timestamp|iso ?8601)\b/i, 'timestamp'],
  [/\bdate\b/i, 'date'],
]

const formatIn = (clause: string): string | undefined => formats.find(([said]) => said.test(clause))?.[1]

const namesIn = (clause: string): ReadonlySet<string> => new Set(clause.split(/[^\p{L}\p{N}_-]+/u))

/** What a refusal says, in parts that are each about one thing: a text, or the plain members of one object. */
function clausesOf(said: Json, about: string): readonly string[] {
  if (isArray(said)) {
    const isPlain = said.every((item) => typeof item !== 'object')
    return isPlain ? [`${about} ${said.join(' ')}`] : said.flatMap((item) => clausesOf(item, about))
  }
  if (!isJsonObject(said)) return [`${about} ${String(said)}`]
  const members = Object.entries(said)
  const plain = members
    .flatMap(([, value]) => (isArray(value) ? value : [value]))
    .filter((value) => typeof value !== 'object')
  return [...members.flatMap(([name, value]) => clausesOf(value, name)), `${about} ${plain.join(' ')}`]
}
