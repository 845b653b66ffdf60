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

/** What is made of a refused body. */
interface AskedFor {
  readonly value: Json
  /** The properties that have one of the values that the response lists. */
  readonly chosen: readonly string[]
}

/**
 * The body with strings that an error response asks for, where the document declares none: of a format, or one of the values that it
 * lists. The response names the property, as in `"owner" must be a valid email`, or its value: `invalid input syntax for type date:
 * "x7"`. Undefined when nothing changes.
 */
export function withTextsAskedFor(
  api: Api,
  schema: SchemaNode,
  { template: body, sent, refusal }: RefusedBody,
): AskedFor | undefined {
  if (!isJsonObject(body)) return undefined
  const clauses = clausesOf(refusal, '')
  const properties = possiblePropertiesOf(api.document, schema)
  const chosen: string[] = []
  const textFor = (name: string, value: Json | undefined): string | undefined => {
    const own = clauses.filter((clause) => isAbout(clause, name, value))
    const choice = firstOf(own, (clause) => choiceIn(clause, value))
    if (choice !== undefined) chosen.push(name)
    return choice ?? firstOf(own, formatIn)
  }
  const changed = Object.entries(body).map(([name, before]): readonly [string, Json] => {
    const node = properties.get(name)
    if (!node) return [name, before]
    const value = isJsonObject(sent) ? sent[name] : undefined
    if (isJsonObject(before)) {
      const inner = withTextsAskedFor(api, node, { template: before, sent: value, refusal })
      chosen.push(...(inner?.chosen ?? []))
      return [name, inner?.value ?? before]
    }
    const isOpen = typeof before === 'string' && isOpenText(api, node)
    return [name, (isOpen ? textFor(name, value) : undefined) ?? before]
  })
  const isChanged = changed.some(([name, value]) => value !== body[name])
  return isChanged ? { value: Object.fromEntries(changed), chosen } : undefined
}

/** The first result that is not undefined. */
function firstOf<S, T>(sources: readonly S[], read: (source: S) => T | undefined): T | undefined {
  for (const source of sources) {
    const result = read(source)
    if (result !== undefined) return result
  }
  return undefined
}

/** Whether a schema takes strings of any form. */
export const isOpenText = (api: Api, node: SchemaNode): boolean =>
  typesOf(api.document, node).has('string') && !forms.some((form) => keywordsOf(api, node).has(form))

const forms = ['format', 'pattern', 'enum', 'const']

/** Formats as error messages mention them, each with a text. */
const formats: readonly (readonly [mention: RegExp, text: string | undefined])[] = [
  [/\be-?mail\b/i, textNamed('email')],
  [/\bur[il]\b/i, textNamed('url')],
  [/\b(?:uuid|guid)\b/i, textNamed('uuid')],
  [/\b(?:date-?time|timestamp|iso ?8601)\b/i, textNamed('timestamp')],
  [/\bdate\b/i, textNamed('date')],
  [/\b(?:numeric|decimal)\b/i, '12.50'],
  [/\b(?:FQDN|fully[- ]qualified|trailing dot|not canonical)\b/i, 'someone.example.com.'],
]

/** A text of the format that an error message mentions. */
const formatIn = (clause: string): string | undefined =>
  formats.find(([mention]) => mention.test(clause))?.[1]

/** Lists of allowed values as error messages have them: `one of: open, closed`, `expected 'open' | 'closed'`. */
const lists = [
  /\bone of(?: the)?(?: (?:following|allowed|accepted|valid|supported))?(?: values| options| choices)?(?: accepted for \w+ class)?[^\w"'`]+(.+)/i,
  /\b(?:allowed|accepted|valid|supported|possible)(?: (?:values|options|choices))(?: are)?[^\w"'`]+(.+)/i,
  /\b(?:expected|should be) (["'`].+)/i,
]

/** The first of the values that an error message lists as allowed; undefined if it lists no two, or the one that was sent. */
function choiceIn(clause: string, sent: Json | undefined): string | undefined {
  const [, rest = ''] = firstOf(lists, (form) => form.exec(clause) ?? undefined) ?? []
  const [list = ''] = rest.split(/\b(?:received|got)\b/)
  const quoted = [...list.matchAll(/(["'`])(.+?)\1/g)].map(([, , value]) => value)
  const values = quoted.length > 1 ? quoted : list.split(/\s*(?:,|\||\bor\b)\s*/)
  const [first] = values
  const isList = values.length > 1 && first !== undefined && /^[\w.-]+$/.test(first)
  return isList && !values.some((value) => value === sent) ? first : undefined
}

/** Whether an error message is about a property: it names that, or quotes the value that was sent in it. */
const isAbout = (clause: string, name: string, sent: Json | undefined): boolean =>
  namesIn(clause).has(name) ||
  (typeof sent === 'string' &&
    sent !== '' &&
    [`"${sent}"`, `'${sent}'`].some((each) => clause.includes(each)))

/** The words of an error message that may be names of properties. */
export const namesIn = (clause: string): ReadonlySet<string> => new Set(clause.split(/[^\p{L}\p{N}_-]+/u))

/** The texts of an error body, one for each subject: a scalar, or the scalar members of one object together. */
export function clausesOf(error: Json, subject: string): readonly string[] {
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
