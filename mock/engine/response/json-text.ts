import { stringifyJson, type Json } from '../../../spec/json.ts'
import { createNotes } from '../../object-notes.ts'
import { entityTag } from '../conditional/entity-tag.ts'

/** A JSON text, with properties that are computed on first use. */
export interface JsonText {
  readonly text: string
  /** Bytes in UTF-8. */
  readonly length: number
  readonly tag: string
}

/**
 * Serializes a body. Records are immutable and sent repeatedly, so the text of each object is cached for as long as the
 * object lives, and so are the texts of the latest lists.
 */
export function jsonText(value: Json): JsonText {
  if (typeof value !== 'object' || value === null) return new Text(stringifyJson(value))
  return Array.isArray(value) ? listText(value) : objectText(value)
}

/** A class because of its getters: not every response needs the length and the tag. */
class Text implements JsonText {
  readonly text: string
  private knownLength: number | undefined
  private knownTag: string | undefined

  constructor(text: string) {
    this.text = text
  }

  get length(): number {
    return (this.knownLength ??= byteLength(this.text))
  }

  get tag(): string {
    return (this.knownTag ??= entityTag(this.text))
  }
}

/** The length of a text in UTF-8. Browsers have no Buffer. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'undefined'
    ? (text) => new TextEncoder().encode(text).length
    : (text) => Buffer.byteLength(text)

const texts = createNotes<JsonText>()

function objectText(value: object): JsonText {
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = new Text(stringifyJson(value as Json))
  texts.set(value, text)
  return text
}

interface SentList {
  readonly items: readonly Json[]
  readonly text: JsonText
}

/** The latest lists by their last items, and the limits on their number and length. */
const lists = new Map<object, SentList>()
const maxLists = 64
const maxListLength = 64 * 1024

function listText(items: readonly Json[]): JsonText {
  const last = items.at(-1)
  if (typeof last !== 'object' || last === null) return new Text(joined(items))
  const known = lists.get(last)
  if (known !== undefined && isSame(known.items, items)) return known.text
  const text = new Text(joined(items))
  if (text.text.length > maxListLength) return text
  lists.delete(last)
  const [oldest] = lists.keys()
  if (oldest !== undefined && lists.size >= maxLists) lists.delete(oldest)
  lists.set(last, { items: [...items], text })
  return text
}

function isSame(some: readonly Json[], others: readonly Json[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index])
}

function joined(items: readonly Json[]): string {
  let text = '['
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ','
    text += jsonText(items[index] as Json).text
  }
  return `${text}]`
}
