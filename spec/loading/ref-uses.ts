import type { Pointer } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'

/** An occurrence of a `$ref`. */
export interface RefUse {
  readonly ref: string
  /** The object that holds it. */
  readonly pointer: Pointer
}

/** Fields whose members are named by the author of the document: a `$ref` among them is a name, not a reference. */
const maps = new Set(
  (
    'properties patternProperties $defs definitions dependentSchemas schemas responses parameters requestBodies headers ' +
    'securitySchemes links callbacks pathItems mediaTypes paths webhooks content encoding examples additionalOperations'
  ).split(' '),
)

/** Fields that hold plain data, where a `$ref` has no meaning. */
const dataFields = new Set([
  'example',
  'default',
  'enum',
  'const',
  'value',
  'dataValue',
  'mapping',
  'variables',
  'scopes',
])

/** Every Reference Object and every `$ref` of a schema, in document order. */
export function refUses(root: unknown): readonly RefUse[] {
  const uses: RefUse[] = []
  visit(root, [], false, uses, new Set())
  return uses
}

/** @param isMapValue whether the value is a map, whose members the author has named */
function visit(value: unknown, path: string[], isMapValue: boolean, uses: RefUse[], seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (!isMapValue && '$ref' in value && typeof value.$ref === 'string') {
    uses.push({ ref: value.$ref, pointer: path.reduce<string>(appendPointer, '#') })
  }
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue
    if (!isMapValue && !isList && isData(name, member)) continue
    path.push(name)
    visit(member, path, !isMapValue && !isList && isMap(name, member), uses, seen)
    path.pop()
  }
}

function isMap(name: string, member: object): boolean {
  return maps.has(name) && !Array.isArray(member)
}

function isData(name: string, member: object): boolean {
  return dataFields.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(member))
}
