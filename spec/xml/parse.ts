import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { messageOf } from '../util/error-message.ts'
import { prefixOf } from './names.ts'
import { notXml, type XmlAttribute, type XmlElement } from './tree.ts'

export type XmlReading =
  | { readonly kind: 'ok'; readonly root: XmlElement }
  /** Includes the line and column. */
  | { readonly kind: 'malformed'; readonly message: string }

/** Maximum nesting of elements. Real bodies stay far below it, and parsing is recursive. */
const maxDepth = 100

const mark = ':'
const cdata = '#cdata'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: mark,
  // Names may be those of members of Object.prototype.
  transformTagName: (name) => mark + name,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: cdata,
  ignoreDeclaration: true,
  ignorePiTags: true,
  captureMetaData: true,
  maxNestedTags: maxDepth,
  jPath: false,
})

/** Key under which the parser stores the location of an element. */
const place = XMLParser.getMetaDataSymbol() as unknown as symbol

/**
 * Parses well-formed XML 1.0 with namespaces. Supports the five predefined entities and character references; a document
 * type declaration, which could define other entities or refer to files, is rejected. Never throws.
 */
export function parseXml(text: string): XmlReading {
  const strange = firstMatch(text, notXml)
  if (strange !== -1) return malformed(text, strange, 'A character that XML does not allow.')
  const type = firstMatch(withoutSections(text), /<!DOCTYPE/i)
  if (type !== -1) return malformed(text, type, 'A document type declaration is not accepted.')
  const verdict = XMLValidator.validate(text)
  if (verdict !== true) return malformedAt(verdict.err.line, verdict.err.col, verdict.err.msg)
  try {
    const [root, second] = toElements(parser.parse(text) as readonly Node[], noNamespaces, text)
    if (root === undefined) return malformed(text, 0, 'There is no element.')
    if (second !== undefined) return malformed(text, second.offset, 'There is more than one root element.')
    return { kind: 'ok', root }
  } catch (error) {
    if (error instanceof EntityError) return malformed(text, offsetOf(text, error.entity), error.message)
    const reason = messageOf(error)
    return malformed(
      text,
      0,
      reason === 'Maximum nested tags exceeded'
        ? `It is nested more than ${String(maxDepth)} levels deep.`
        : `${reason}.`,
    )
  }
}

const firstMatch = (text: string, pattern: RegExp): number => pattern.exec(text)?.index ?? -1

function malformed(text: string, offset: number, message: string): XmlReading {
  const { line, column } = placeIn(text, offset)
  return malformedAt(line, column, message)
}

/** Maximum length of a parser message; longer ones list every open element. */
const longest = 200

function malformedAt(line: number, column: number | undefined, message: string): XmlReading {
  const told = message.length > longest ? `${message.slice(0, longest)}…` : message
  return {
    kind: 'malformed',
    message: `The XML is malformed at ${String(line)}:${String(column ?? 1)}: ${told}`,
  }
}

/** The 1-based line and column of an offset. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

const sections: readonly (readonly [open: string, close: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/** Replaces comments, CDATA sections and processing instructions by spaces, in one pass. */
function withoutSections(text: string): string {
  const open = /<!--|<!\[CDATA\[|<\?/g
  let result = ''
  let at = 0
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const close = sections.find(([opening]) => opening === match[0])?.[1] ?? ''
    const end = text.indexOf(close, match.index + match[0].length)
    if (end === -1) break
    result += text.slice(at, match.index) + ' '.repeat(end + close.length - match.index)
    at = end + close.length
    open.lastIndex = at
  }
  return result + text.slice(at)
}

function offsetOf(text: string, entity: string): number {
  return Math.max(0, withoutSections(text).indexOf(entity))
}

/** A node of the parser: its children under its name, and its attributes under a key of their own. */
type Node = Readonly<Record<string, unknown>> & Readonly<Record<symbol, { readonly startIndex?: number }>>

type Namespaces = ReadonlyMap<string, string>

const noNamespaces: Namespaces = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

function toElements(nodes: readonly Node[], outer: Namespaces, text: string): XmlElement[] {
  return nodes.flatMap((node) => {
    const key = nameOf(node)
    return key === undefined ? [] : [toElement(node, key, outer, text)]
  })
}

/** The marked name of an element, or undefined for text. */
function nameOf(node: Node): string | undefined {
  return Object.keys(node).find((key) => key.startsWith(mark) && key !== attributesKey)
}

const attributesKey = ':@'

function toElement(node: Node, key: string, outer: Namespaces, text: string): XmlElement {
  const name = plain(key)
  const written = Object.entries((node[attributesKey] ?? {}) as Readonly<Record<string, string>>).map(
    ([attribute, value]) => [plain(attribute), decodeEntities(value)] as const,
  )
  const scope = scopeOf(written, outer)
  const children = node[key] as readonly Node[]
  return {
    name,
    namespace: scope.get(prefixOf(name)),
    attributes: written.flatMap(([attribute, value]) => attributeOf(attribute, value, scope)),
    elements: toElements(children, scope, text),
    text: children.map(textOf).join(''),
    offset: node[place]?.startIndex ?? 0,
  }
}

/** Removes the mark from a name. The parser adds it twice to elements without an end tag. */
function plain(name: string): string {
  return name.replace(/^:+/, '')
}

function scopeOf(attributes: readonly (readonly [string, string])[], outer: Namespaces): Namespaces {
  const declared = attributes.filter(([name]) => isDeclaration(name))
  if (declared.length === 0) return outer
  return new Map([...outer, ...declared.map(([name, uri]) => [name.slice(6), uri] as const)])
}

const isDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')

/** An attribute without a prefix has no namespace, even if there is a default one. */
function attributeOf(name: string, value: string, scope: Namespaces): XmlAttribute[] {
  if (isDeclaration(name)) return []
  const prefix = prefixOf(name)
  return [{ name, namespace: prefix === '' ? undefined : scope.get(prefix), value }]
}

function textOf(node: Node): string {
  const section = node[cdata] as readonly { readonly '#text'?: string }[] | undefined
  if (section !== undefined) return section.map((part) => part['#text'] ?? '').join('')
  const text = node['#text']
  return typeof text === 'string' ? decodeEntities(text) : ''
}

class EntityError extends Error {
  readonly entity: string

  constructor(entity: string) {
    super(`${entity} is not defined.`)
    this.entity = entity
  }
}

const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Expands character references and predefined entities (XML 1.0 §4.1, §4.6). Throws an EntityError for others. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([^;\s]*));?/gi,
    (entity, hex, decimal, name) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
      const known = name === undefined ? characterOf(point) : predefined.get(String(name))
      if (known === undefined || !entity.endsWith(';')) throw new EntityError(entity)
      return known
    },
  )
}

function characterOf(point: number): string | undefined {
  if (!(point <= 0x10_ff_ff)) return undefined
  const character = String.fromCodePoint(point)
  return notXml.test(character) ? undefined : character
}
