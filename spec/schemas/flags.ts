import type { Document } from '../document.ts'

/** What has to be known of a whole document before any of its schemas is judged by. */
export interface Flags {
  /** Whether requests and responses are judged differently: something flagged may be required. */
  readonly doViewsDiffer: boolean
  /** Whether anything is only ever written. */
  readonly hasWriteOnly: boolean
  /** Whether a schema asks what others have looked at (`unevaluatedProperties`, `unevaluatedItems`). */
  readonly hasUnevaluated: boolean
}

interface Found {
  /** Names of properties with a flag. */
  readonly flagged: Set<string>
  readonly required: Set<string>
  /** Whether a flag stands on what is no property by itself, but may be one by `$ref`. */
  isElsewhere: boolean
  hasWriteOnly: boolean
  hasUnevaluated: boolean
}

const known = new WeakMap<Document, Flags>()

/** Looks through a document once: most have no such flags, and large ones are half the work then. */
export function flagsOf(document: Document): Flags {
  const before = known.get(document)
  if (before) return before
  const found: Found = {
    flagged: new Set(),
    required: new Set(),
    isElsewhere: false,
    hasWriteOnly: false,
    hasUnevaluated: false,
  }
  look(document.root, undefined, false, found)
  const { flagged, required, isElsewhere, hasWriteOnly, hasUnevaluated } = found
  const isRequired = isElsewhere ? required.size > 0 : [...flagged].some((name) => required.has(name))
  const flags = { doViewsDiffer: isRequired, hasWriteOnly, hasUnevaluated }
  known.set(document, flags)
  return flags
}

/** @param property its name, where the value is a property's schema
 *  @param isMap whether the members are such */
function look(value: unknown, property: string | undefined, isMap: boolean, found: Found): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) look(item, undefined, false, found)
    return
  }
  const node = value as Readonly<Record<string, unknown>>
  if (!isMap) note(node, property, found)
  for (const name in node) look(node[name], isMap ? name : undefined, !isMap && name === 'properties', found)
}

function note(node: Readonly<Record<string, unknown>>, property: string | undefined, found: Found): void {
  const { readOnly, writeOnly, required } = node
  if (Array.isArray(required)) for (const name of required) found.required.add(String(name))
  if (writeOnly === true) found.hasWriteOnly = true
  if ('unevaluatedProperties' in node || 'unevaluatedItems' in node) found.hasUnevaluated = true
  if (readOnly !== true && writeOnly !== true) return
  if (property === undefined) found.isElsewhere = true
  else found.flagged.add(property)
}
