import type { SchemaNode } from '../../spec/document.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import type { Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import { textNamed } from './text-by-name.ts'

/** A request's body that was refused. */
interface RefusedBody {
  readonly template: Json
  /** The template as it was sent: with other strings. */
  readonly sent: Json | undefined
  readonly refusal: Json
}

/**
 * The body with strings of the formats that an error response asks for, where the document declares no format. The response names the
 * property, as in `"owner" must be a valid email`, or its value: `invalid input syntax for type date: "x7"`. Undefined when nothing
 * changes.
 */
export function withFormatsAskedFor(
  api: Api,
  schema: SchemaNode,
  { template: body, sent, refusal }: RefusedBody,
): Json | undefined {
  if (!isJsonObject(body)) return undefined
  const clauses = clausesOf(refusal, '')
  const properties = possiblePropertiesOf(api.document, schema)
  const changed = Object.entries(body).map(([name, before]): readonly [string, Json] => {
    const node = properties.get(name)
    if (!node) return [name, before]
    const value = isJsonObject(sent) ? sent[name] : undefined
    if (isJsonObject(before))
      return [name, withFormatsAskedFor(api, node, { template: before, sent: value, refusal }) ?? before]
    const isOpen =
      typeof before === 'string' &&
      typesOf(api.document, node).has('string') &&
      !forms.some((form) => keywordsOf(api, node).has(form))
    const clause = isOpen ? clauses.find((each) => isAbout(each, name, value) && formatIn(each)) : undefined
    return [name, (clause === undefined ? undefined : formatIn(clause)) ?? before]
  })
  const isChanged = changed.some(([name, value]) => value !== body[name])
  return isChanged ? Object.fromEntries(changed) : undefined
}

const forms = ['format', 'pattern', 'enum', 'const']

/** Formats as error messages mention them, each with a text. */
const formats: readonly (readonly [mention: RegExp, text: string | undefined])[] = [
  [/\be-?mail\b/i, textNamed('email')],
  [/\bur[il]\b/i, textNamed('url')],
  [/\b(?:uuid|guid)\b/i, textNamed('uuid')],
  [/\b(?:date-?time|timestamp|iso ?8601)\b/i, textNamed('timestamp')],
  [/\bdate\b/i, textNamed('date')],
  [/\b(?:numeric|decimal)\b/i, '12.50'],
]

/** A text of the format that an error message mentions. */
const formatIn = (clause: string): string | undefined =>
  formats.find(([mention]) => mention.test(clause))?.[1]

/** Whether an error message is about a property: it names that, or quotes the value that was sent in it. */
const isAbout = (clause: string, name: string, sent: Json | undefined): boolean =>
  namesIn(clause).has(name) ||
  (typeof sent === 'string' &&
    sent !== '' &&
    [`"${sent}"`, `'${sent}'`].some((each) => clause.includes(each)))

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
