import type { Pointer } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'

/** A `$ref` of a document. */
export interface RefUse {
  readonly ref: string
  /** Of the object that holds it. */
  readonly pointer: Pointer
}

/** Members of these are named by the document's author: `properties`, `paths`, … */
const maps = new Set(
  (
    'properties patternProperties $defs definitions dependentSchemas schemas responses parameters requestBodies headers ' +
    'securitySchemes links callbacks pathItems mediaTypes paths webhooks content encoding examples additionalOperations'
  ).split(' '),
)

/** What these hold is data, and a `$ref` in it means nothing. */
const data = new Set([
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

/** Every Reference Object and every schema's `$ref`, in the order of the document; data is left alone. */
export function refUses(root: unknown): readonly RefUse[] {
  const found: RefUse[] = []
  visit(root, [], false, found, new Set())
  return found
}

function visit(value: unknown, path: string[], named: boolean, found: RefUse[], seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  if (!named && '$ref' in value && typeof value.$ref === 'string') {
    found.push({ ref: value.$ref, pointer: path.reduce<string>(appendPointer, '#') })
  }
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null || (!named && !isList && isData(name, member))) continue
    path.push(name)
    visit(member, path, !named && !isList && isMap(name, member), found, seen)
    path.pop()
  }
}

function isMap(name: string, member: object): boolean {
  return maps.has(name) && !Array.isArray(member)
}

function isData(name: string, member: object): boolean {
  return data.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(member))
}
