import type { Schema } from '../document.ts'
import { isObject, own, ownText } from '../util/object.ts'

/** The XML Object of a schema (OpenAPI 3.0.4 §4.7.26, 3.2 §4.26), merged with that of the schema it refers to. */
export interface XmlFacts {
  readonly name?: string
  readonly prefix?: string
  readonly namespace?: string
  /** `attribute: true` gives `attribute`, `wrapped: true` gives `element`. */
  readonly nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none'
  /** The name of the component that a `$ref` refers to: the name of an element that has no other. */
  readonly component?: string
}

const nodeTypes = ['element', 'attribute', 'text', 'cdata', 'none'] as const
const noXml: XmlFacts = {}

/** The XML Object that a schema itself has. */
export function xmlOf(schema: Schema): XmlFacts {
  const xml = own(schema, 'xml')
  if (!isObject(xml)) return noXml
  const [name, prefix, namespace] = ['name', 'prefix', 'namespace'].map((key) => ownText(xml, key))
  const flag = xml['attribute'] === true ? 'attribute' : xml['wrapped'] === true ? 'element' : undefined
  const nodeType = nodeTypes.find((type) => type === xml['nodeType']) ?? flag
  return {
    ...(name !== undefined && { name }),
    ...(prefix !== undefined && { prefix }),
    ...(namespace !== undefined && { namespace }),
    ...(nodeType !== undefined && { nodeType }),
  }
}

/** The facts without the component's name, which a schema does not pass on to one that is composed of it. */
export function withoutComponent(xml: XmlFacts): XmlFacts {
  return Object.fromEntries(Object.entries(xml).filter(([name]) => name !== 'component'))
}

/** The facts that two alternatives agree on, or that only one of them has. */
export function commonXml(a: XmlFacts, b: XmlFacts): XmlFacts {
  const all = { ...b, ...a }
  const agreed = Object.entries(all).filter(([name, value]) => (own(b, name) ?? value) === value)
  return withoutComponent(Object.fromEntries(agreed))
}
