import { types, type Shape } from '../schemas/shape.ts'
import { getOrInsertComputed } from '../util/memo.ts'

/** Whether values may be arrays, but not objects. */
export function isList({ types: allowed }: Shape): boolean {
  return (allowed & types.array) !== 0 && (allowed & types.object) === 0
}

const wrapped = new WeakMap<Shape, ReadonlySet<string>>()

/**
 * The shape of a property in XML. Arrays whose items would have the same element name as another property are wrapped in
 * an element even if the document does not say `wrapped`, as they could not be distinguished otherwise.
 */
export function memberOf(shape: Shape, name: string): Shape {
  const member = shape.member(name)
  if (!isBareList(member)) return member
  const known = getOrInsertComputed(wrapped, shape, () => ambiguousLists(shape))
  return known.has(name) ? { ...member, xml: { ...member.xml, nodeType: 'element' } } : member
}

function isBareList(member: Shape): boolean {
  return isList(member) && member.xml.nodeType === undefined
}

function ambiguousLists(shape: Shape): ReadonlySet<string> {
  const elements = shape.names.map((name) => [name, elementName(name, shape.member(name))] as const)
  const counts = new Map<string, number>()
  for (const [, element] of elements)
    if (element !== undefined) counts.set(element, (counts.get(element) ?? 0) + 1)
  const shared = elements.filter(([, element]) => element !== undefined && (counts.get(element) ?? 0) > 1)
  return new Set(shared.map(([name]) => name).filter((name) => isBareList(shape.member(name))))
}

/** The name of a property's elements; undefined when it has none of its own. */
function elementName(name: string, member: Shape): string | undefined {
  const { nodeType, name: own = name } = member.xml
  if (nodeType !== undefined && nodeType !== 'element') return undefined
  return isBareList(member) ? (member.items().xml.name ?? name) : own
}
