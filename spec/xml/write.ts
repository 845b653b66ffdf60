import { notXml } from './tree.ts'

/** An element or CDATA section to write. Text children are plain strings. */
export type XmlNode =
  | {
      readonly name: string
      readonly attributes: readonly (readonly [name: string, value: string])[]
      readonly children: readonly (XmlNode | string)[]
    }
  | { readonly cdata: string }

/**
 * Writes an element so that a parser reads the same strings back: line ends and tabs that a parser would normalize
 * are written as references (XML 1.0 §2.11, §3.3.3). Characters that XML cannot contain become U+FFFD.
 */
export function writeXml(node: XmlNode): string {
  if ('cdata' in node) return `<![CDATA[${holdable(node.cdata).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
  const { name, attributes, children } = node
  const fields = attributes.map(([attribute, value]) => ` ${attribute}="${escaped(value, /[<>&"\t\n\r]/g)}"`)
  const content = children.map((child) =>
    typeof child === 'string' ? escaped(child, /[<>&\r]/g) : writeXml(child),
  )
  const start = `<${name}${fields.join('')}`
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`
}

const names: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

function escaped(text: string, special: RegExp): string {
  return holdable(text).replaceAll(
    special,
    (character) => names[character] ?? `&#${String(character.charCodeAt(0))};`,
  )
}

const unholdable = new RegExp(notXml, 'gu')

function holdable(text: string): string {
  return text.replaceAll(unholdable, '\ufffd')
}
