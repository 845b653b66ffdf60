import type { Json } from '../json.ts'
import { coerce } from '../parameters/coerce.ts'
import { types, type Shape } from '../schemas/shape.ts'
import { isList, memberOf } from './members.ts'
import { fromXmlName, localName, toXmlName } from './names.ts'
import { parseXml, placeIn } from './parse.ts'
import { instanceNamespace, type XmlAttribute, type XmlElement } from './tree.ts'

type XmlDecoding =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'malformed'; readonly message: string }

/**
 * Decodes XML to a value according to the XML Objects of its schema. Undeclared elements and attributes become
 * properties of the same name, so that validation can reject them. A wrong root element is an error with line and column.
 */
export function decodeXml(text: string, shape: Shape): XmlDecoding {
  const reading = parseXml(text)
  if (reading.kind === 'malformed') return reading
  const misplaced: Misplaced[] = []
  expectName(reading.root, shape, misplaced)
  const value = readValue(reading.root, shape, misplaced)
  if (misplaced.length === 0) return { kind: 'ok', value }
  return {
    kind: 'malformed',
    message: misplaced
      .slice(0, mostTold)
      .map((each) => complaint(each, text))
      .join(' '),
  }
}

const mostTold = 10

function complaint({ element, wanted }: Misplaced, text: string): string {
  const { line, column } = placeIn(text, element.offset)
  return `The element <${element.name}> at ${String(line)}:${String(column)} should be <${wanted}>.`
}

interface Misplaced {
  readonly element: XmlElement
  readonly wanted: string
}

/** The required name of the root element, if an XML Object of the schema sets one. */
function expectName(element: XmlElement, { xml }: Shape, misplaced: Misplaced[]): void {
  if (xml.name === undefined) return
  const names = [xml.name, xml.component ?? xml.name]
  if (!names.some((name) => isNamed(element, name, xml.namespace)))
    misplaced.push({ element, wanted: xml.name })
}

/** Compares names regardless of prefix; namespaces count if both sides have one. */
function isNamed(
  { name, namespace }: Pick<XmlElement, 'name' | 'namespace'>,
  wanted: string,
  wantedNamespace: string | undefined,
): boolean {
  const spelled = toXmlName(wanted)
  if (name !== spelled && localName(name) !== spelled) return false
  return namespace === undefined || wantedNamespace === undefined || namespace === wantedNamespace
}

function readValue(element: XmlElement, shape: Shape, misplaced: Misplaced[]): Json {
  if ((shape.types & types.null) !== 0 && isNil(element)) return null
  const isScalar = (shape.types & types.scalar) !== 0
  const hasParts = element.elements.length > 0 || dataOf(element).length > 0
  if ((shape.types & types.object) !== 0 && (hasParts || !isScalar))
    return readObject(element, shape, misplaced)
  if ((shape.types & types.array) !== 0 && (hasParts || !isScalar))
    return readItems(element.elements, shape, misplaced)
  // Child elements where a string is declared are decoded too, so that validation reports them.
  if (element.elements.length > 0) return readObject(element, shape.items(), misplaced)
  return readText(element.text, shape)
}

function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ name, namespace, value }) =>
      localName(name) === 'nil' &&
      (namespace === instanceNamespace || name.startsWith('xsi:')) &&
      /^(?:true|1)$/.test(value),
  )
}

/** The attributes except `xsi:` and `xml:` ones. */
function dataOf({ attributes }: XmlElement): readonly XmlAttribute[] {
  return attributes.filter(
    ({ name, namespace }) => namespace !== instanceNamespace && !/^xsi:|^xml:/.test(name),
  )
}

/** Converts text to the type of the schema. Surrounding white space is kept only if the value may be a string. */
function readText(text: string, { types: allowed }: Shape): Json {
  if ((allowed & types.string) !== 0) return coerce(text, allowed)
  const trimmed = text.trim()
  const isFlag = (allowed & types.boolean) !== 0 && (allowed & types.number) === 0
  // Booleans may be 0 or 1 (XML Schema Part 2 §3.2.2.1).
  if (isFlag && /^[01]$/.test(trimmed)) return trimmed === '1'
  return coerce(trimmed, allowed)
}

function readItems(elements: readonly XmlElement[], shape: Shape, misplaced: Misplaced[]): readonly Json[] {
  const items = shape.items()
  return elements.map((element) => {
    expectName(element, items, misplaced)
    return readValue(element, items, misplaced)
  })
}

/** The state of decoding one element into an object, shared with subschemas that have no node of their own. */
interface Reading {
  readonly element: XmlElement
  readonly used: Set<XmlElement | XmlAttribute>
  readonly misplaced: Misplaced[]
}

function readObject(element: XmlElement, shape: Shape, misplaced: Misplaced[]): Json {
  const reading = { element, used: new Set<XmlElement | XmlAttribute>(), misplaced }
  const members = declaredMembers(reading, shape, 0)
  for (const [name, value] of otherMembers(reading, shape)) if (!members.has(name)) members.set(name, value)
  return Object.fromEntries(members)
}

/** Maximum recursion through schemas without a node of their own. */
const deepest = 16

function declaredMembers(reading: Reading, shape: Shape, depth: number): Map<string, Json> {
  const members = new Map<string, Json>()
  for (const name of shape.names) {
    const value = readMember(
      reading,
      { name, member: memberOf(shape, name), isRequired: shape.required.includes(name) },
      depth,
    )
    if (value !== undefined) members.set(name, value)
  }
  return members
}

interface Property {
  readonly name: string
  readonly member: Shape
  readonly isRequired: boolean
}

function readMember(reading: Reading, property: Property, depth: number): Json | undefined {
  const { name, member } = property
  const { nodeType } = member.xml
  if (nodeType === 'attribute') return readAttribute(reading, name, member)
  if (nodeType === 'text' || nodeType === 'cdata') return readOwnText(reading, property)
  if (isList(member)) return readList(reading, property)
  if (nodeType === 'none') return readInline(reading, member, depth)
  const found = take(reading, [name, member.xml.name ?? name], member.xml.namespace)
  const values = found.map((element) => readValue(element, member, reading.misplaced))
  return values.length > 1 ? values : values[0]
}

function take(
  { element, used }: Reading,
  names: readonly string[],
  namespace: string | undefined,
): readonly XmlElement[] {
  const found = element.elements.filter(
    (each) => !used.has(each) && names.some((name) => isNamed(each, name, namespace)),
  )
  for (const each of found) used.add(each)
  return found
}

function readAttribute({ element, used }: Reading, name: string, member: Shape): Json | undefined {
  const { xml } = member
  const wanted = xml.prefix === undefined ? (xml.name ?? name) : `${xml.prefix}:${xml.name ?? name}`
  const found =
    element.attributes.find((each) => each.name === toXmlName(wanted)) ??
    element.attributes.find((each) => isNamed(each, xml.name ?? name, xml.namespace))
  if (found === undefined) return undefined
  used.add(found)
  if (!isList(member)) return readText(found.value, member)
  const texts = found.value.split(/\s+/).filter((text) => text !== '')
  return texts.map((text) => readText(text, member.items()))
}

function readOwnText({ element }: Reading, { member, isRequired }: Property): Json | undefined {
  if (element.text.trim() === '' && !(isRequired && (member.types & types.string) !== 0)) return undefined
  return readText(element.text, member)
}

/** Reads array items, wrapped or not. Without any, an optional array is left out, as it cannot be told from a missing one. */
function readList(reading: Reading, { name, member, isRequired }: Property): Json | undefined {
  const items = member.items()
  const { misplaced } = reading
  if (member.xml.nodeType === 'element') {
    const [wrapper, ...others] = take(reading, [member.xml.name ?? name, name], member.xml.namespace)
    if (wrapper === undefined) return undefined
    if (isNil(wrapper) && (member.types & types.null) !== 0) return null
    return readItems(
      [wrapper, ...others].flatMap(({ elements }) => elements),
      member,
      misplaced,
    )
  }
  const names = [items.xml.name ?? name, name, member.xml.name ?? name]
  const found = take(reading, names, items.xml.namespace)
  const [first] = found
  if (first === undefined) return isRequired ? [] : undefined
  if (found.length === 1 && isNil(first) && (member.types & types.null) !== 0) return null
  if (found.length === 1 && (member.types & types.scalar) !== 0) return readValue(first, member, misplaced)
  return found.map((element) => readValue(element, items, misplaced))
}

function readInline(reading: Reading, member: Shape, depth: number): Json | undefined {
  if (depth === deepest) return undefined
  const members = declaredMembers(reading, member, depth + 1)
  return members.size === 0 ? undefined : Object.fromEntries(members)
}

/** Adds the attributes and elements that match no property, such as an element where an attribute is declared. */
function otherMembers({ element, used, misplaced }: Reading, shape: Shape): ReadonlyMap<string, Json> {
  const members = new Map<string, Json>()
  for (const attribute of dataOf(element)) {
    const name = propertyName(attribute, shape)
    if (!used.has(attribute) && !shape.names.includes(name))
      members.set(name, readText(attribute.value, shape.member(name)))
  }
  const groups = new Map<string, XmlElement[]>()
  for (const each of element.elements) {
    const name = propertyName(each, shape)
    if (!used.has(each) && !shape.names.includes(name)) groups.set(name, [...(groups.get(name) ?? []), each])
  }
  for (const [name, found] of groups) members.set(name, readGroup(found, shape.member(name), misplaced))
  return members
}

/** The local name, or the name as written if its prefix is not declared. */
function propertyName({ name, namespace }: Pick<XmlElement, 'name' | 'namespace'>, { names }: Shape): string {
  const whole = fromXmlName(name)
  return namespace === undefined || names.includes(whole) ? whole : fromXmlName(localName(name))
}

function readGroup(elements: readonly XmlElement[], shape: Shape, misplaced: Misplaced[]): Json {
  if (isList(shape) && shape.xml.nodeType !== 'element') {
    return elements.map((element) => readValue(element, shape.items(), misplaced))
  }
  const values = elements.map((element) => readValue(element, shape, misplaced))
  return values.length === 1 ? (values[0] ?? null) : values
}
