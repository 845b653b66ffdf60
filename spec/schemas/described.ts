import { perObject } from '../util/memo.ts'
import { isObject, own } from '../util/object.ts'

/** What the description of a text says of its values, where no keyword does. */
export interface Described {
  /** "Value: the fixed string `sql#user`", "This is either `open` or `done`", "Possible values are:" with a list. */
  readonly values: readonly string[] | undefined
  /** "An RFC 3339 timestamp", "In the format YYYY-MM-DD". */
  readonly format: 'date' | 'date-time' | undefined
}

/**
 * Reads what the description of a schema says of its values, if they are texts that no keyword restricts. Nothing that it says makes a
 * value invalid.
 */
export function describedBy(schema: unknown): Described {
  return isObject(schema) ? described(schema) : nothing
}

const nothing: Described = { values: undefined, format: undefined }
const restricting = ['enum', 'const', 'format', 'pattern', '$ref', 'allOf', 'anyOf', 'oneOf']

const described = perObject((schema: Readonly<Record<string, unknown>>): Described => {
  const { description } = schema
  const isText = [own(schema, 'type')].flat().includes('string')
  if (typeof description !== 'string' || !isText || restricting.some((name) => Object.hasOwn(schema, name)))
    return nothing
  return { values: valuesIn(description), format: formatIn(description) }
})

/** The format of a time or a day that a text tells. */
function formatIn(text: string): Described['format'] {
  if (/\b(?:duration|interval|unix|epoch|week)\b|(?<!dd[t ]['"]?|t)\bhh:mm/i.test(text)) return undefined
  if (/\byyyy-mm-dd\b(?!['"]?[t ]['"]?hh)|\bfull[- ]date\b/i.test(text)) return 'date'
  return /\b(?:rfc[ -]?3339|iso[ -]?8601)\b/i.test(text) ? 'date-time' : undefined
}

const value = String.raw`["'\x60“]([\w.#/:-]{1,60})["'\x60”]`
const fixed = new RegExp(
  String.raw`\b(?:the fixed string|(?:this|value) is always):? ${value}(?=[.\s]*$|\. )`,
  'i',
)
const lead =
  /(?:\b(?:possible|valid|allowed|acceptable|accepted|supported) values(?: are| include)?|(?:(?:^|[.,:] )|\b(?:is|be|are|as|values?:?) )(?:either|one of(?: the following(?: values)?)?)|\bcan either be):?\s+/i
const listed = new RegExp(String.raw`(?:^|\s)[-*•] *${value}`, 'g')
const inline = new RegExp(
  String.raw`^${value}(?: *\([^)]*\)| for [\w -]+(?=, ))?(?:,? (?:or|and) |, *| *\| *)?`,
)
/** "Either `email` or `phone` is required": they are no values. */
const isSubject = /^\s*(?:is|are|must|should|ha[sd]|have)\b/

/** "The state of the order: `open`, `paid` or `void`", unless these are examples. */
const plainLead =
  /(?<!\b(?:e\.?g\.?|example|such as|like|instance|default)[^`"']{0,20})(?:\bis|:) (?=["'`“][\w-]+["'`”], )/i
/** "Whether the payment is APPROVED, COMPLETED or FAILED". */
const names =
  /(?:\b(?:is|are|be)|:) ((?:[A-Z][A-Z_]{3,}, ){1,}(?:[A-Z][A-Z_]{3,},? )?or [A-Z][A-Z_]{3,})(?=[\s.]*$|\. )/

const namesIn = (text: string): readonly string[] | undefined => names.exec(text)?.[1]?.split(/,? or |, /)

function valuesIn(text: string): readonly string[] | undefined {
  const [, only] = fixed.exec(text) ?? []
  if (only !== undefined) return [only]
  const start = lead.exec(text) ?? plainLead.exec(text)
  if (!start) return namesIn(text)
  let rest = text.slice(start.index + start[0].length)
  const values = [...rest.matchAll(listed)].flatMap(([, each]) => each ?? [])
  for (let match = inline.exec(rest); match; match = inline.exec(rest)) {
    values.push(match[1] ?? '')
    rest = rest.slice(match[0].length)
  }
  return values.length > 1 && !isSubject.test(rest) ? [...new Set(values)] : undefined
}
