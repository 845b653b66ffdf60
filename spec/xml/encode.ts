import { isArray, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { textOf } from '../parameters/encode.ts'
import type { Shape } from '../schemas/shape.ts'
import type { XmlFacts } from '../schemas/xml-object.ts'
import { memberOf } from './members.ts'
import { toXmlName } from './names.ts'
import { instanceNamespace } from './tree.ts'
import { writeXml, type XmlNode } from './write.ts'

/** Prefixes that stand for a namespace where an element is written. */
type Scope = ReadonlyMap<string, string>

interface Target {
  readonly attributes: Map<string, string>
  readonly children: (XmlNode | string)[]
  readonly scope: Map<string, string>
}

/**
 * Encodes a value as XML by the XML Objects of its schema. The root element has the name that the schema sets, or else that
 * of its component. What XML cannot represent, such as an empty array without a wrapper, is left out.
 */
export function encodeXml(value: Json, shape: Shape): string {
  const name = shape.xml.name ?? shape.xml.component ?? (isArray(value) ? 'items' : 'root')
  const itemName = isArray(value) ? (shape.items().xml.component ?? 'item') : name
  return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(elementOf(name, value, shape, new Map(), itemName))}`
}

function elementOf(name: string, value: Json, shape: Shape, outer: Scope, itemName: string = name): XmlNode {
  const target: Target = { attributes: new Map(), children: [], scope: new Map(outer) }
  const qualified = qualify(name, shape.xml, target)
  if (value === null) addNil(target)
  else if (isArray(value)) addItems(target, itemName, value, shape)
  else if (isJsonObject(value)) addMembers(target, value, shape)
  else target.children.push(textOf(value))
  return { name: qualified, attributes: [...target.attributes], children: target.children }
}

/** The name with its prefix. Declares the namespace of the prefix if it is not in scope. */
function qualify(name: string, { prefix = '', namespace }: XmlFacts, { attributes, scope }: Target): string {
  if (namespace !== undefined && scope.get(prefix) !== namespace) {
    attributes.set(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace)
    scope.set(prefix, namespace)
  }
  return prefix === '' ? toXmlName(name) : `${prefix}:${toXmlName(name)}`
}

function addNil({ attributes, scope }: Target): void {
  if (scope.get('xsi') !== instanceNamespace) attributes.set('xmlns:xsi', instanceNamespace)
  attributes.set('xsi:nil', 'true')
}

/** Items are named by their own schema, else as the array is (OpenAPI 3.0.4 §4.7.26.4). */
function addItems({ children, scope }: Target, name: string, values: readonly Json[], shape: Shape): void {
  const items = shape.items()
  for (const value of values) children.push(elementOf(items.xml.name ?? name, value, items, scope))
}

function addMembers(target: Target, value: JsonObject, shape: Shape): void {
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) addMember(target, name, member, memberOf(shape, name))
  }
}

function addMember(target: Target, name: string, value: Json, shape: Shape): void {
  const { nodeType, name: own = name } = shape.xml
  if (nodeType === 'attribute') addAttribute(target, own, value, shape)
  else if (nodeType === 'text' && !isJsonObject(value))
    target.children.push(value === null ? '' : plainText(value))
  else if (nodeType === 'cdata' && !isJsonObject(value))
    target.children.push({ cdata: value === null ? '' : plainText(value) })
  else if (isArray(value) && nodeType !== 'element') addItems(target, name, value, shape)
  else if (isJsonObject(value) && nodeType === 'none') addMembers(target, value, shape)
  else target.children.push(elementOf(own, value, shape, target.scope))
}

function addAttribute(target: Target, name: string, value: Json, shape: Shape): void {
  if (value !== null) target.attributes.set(qualifyAttribute(name, shape.xml, target), plainText(value))
}

/** Without a prefix an attribute has no namespace. */
function qualifyAttribute(name: string, xml: XmlFacts, target: Target): string {
  return xml.prefix === undefined ? toXmlName(name) : qualify(name, xml, target)
}

/** A list is its items with spaces between them (XML Schema Part 2 §2.5.1.2). */
function plainText(value: Json): string {
  return isArray(value) ? value.map(textOf).join(' ') : textOf(value)
}
