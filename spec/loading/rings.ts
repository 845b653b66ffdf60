import type { BaseResolver, Document as ParsedFile } from '@redocly/openapi-core'
import { nameIn } from '../reading/refs.ts'
import { isObject, own } from '../util/object.ts'
import type { Address } from './address.ts'

/** An object with a `$ref`, in the file it was written in. */
interface RefHolder {
  readonly address: Address
  readonly holder: { readonly $ref: string }
}

/**
 * References that, over whatever files, lead only back to themselves, one of each ring. All files referred to are loaded
 * first: what fails to load is no part of a ring.
 */
export async function findRings(files: BaseResolver, root: Address): Promise<readonly RefHolder[]> {
  const parsed = await loadAll(files, root)
  const broken = new Set<object>()
  const rings: RefHolder[] = []
  for (const ref of [...parsed].flatMap(([address, value]) => refHolders(address, value))) {
    if (reach({ files, parsed, broken }, ref, [])?.ring !== ref.holder) continue
    broken.add(ref.holder)
    rings.push(ref)
  }
  return rings
}

async function loadAll(files: BaseResolver, root: Address): Promise<ReadonlyMap<Address, unknown>> {
  const parsed = new Map<Address, unknown>()
  const pending = [root]
  for (const address of pending) {
    const file = await files.resolveDocument(null, address).catch(() => undefined)
    const value = isParsed(file) ? file.parsed : undefined
    parsed.set(address, value)
    for (const { holder } of refHolders(address, value)) {
      const [uri = ''] = holder.$ref.split('#', 1)
      const next = uri === '' ? address : files.resolveExternalRef(address, uri)
      if (!pending.includes(next)) pending.push(next)
    }
  }
  return parsed
}

function isParsed(file: unknown): file is ParsedFile {
  return isObject(file) && 'parsed' in file
}

/** Every `$ref`, in data and extensions too: the bundler follows them all. */
function refHolders(address: Address, root: unknown): readonly RefHolder[] {
  const found: RefHolder[] = []
  const seen = new Set<object>()
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isHolder(value)) found.push({ address, holder: value })
    for (const member of Object.values(value).toReversed()) pending.push(member)
  }
  return found
}

function isHolder(value: unknown): value is RefHolder['holder'] {
  return typeof own(value, '$ref') === 'string'
}

interface Search {
  readonly files: BaseResolver
  readonly parsed: ReadonlyMap<Address, unknown>
  /** Holders of rings found already: they count as objects. */
  readonly broken: ReadonlySet<object>
}

/** Where a chain of references ends, or the holder at which it comes back to itself; undefined when it ends nowhere. */
type Reached =
  | { readonly ring: object }
  | { readonly ring?: undefined; readonly address: Address; readonly value: unknown }

function reach(
  search: Search,
  { address: base, holder }: RefHolder,
  stack: readonly object[],
): Reached | undefined {
  if (stack.includes(holder)) return { ring: holder }
  const inside = [...stack, holder]
  const [uri = '', fragment = ''] = holder.$ref.split('#', 2)
  const address = uri === '' ? base : search.files.resolveExternalRef(base, uri)
  let at: Reached = { address, value: search.parsed.get(address) }
  for (const token of fragment.split('/').filter((part) => part !== '')) {
    const next: Reached | undefined = nameIn(at.value, token) === undefined ? through(search, at, inside) : at
    if (next === undefined || next.ring) return next
    const name = nameIn(next.value, token)
    if (name === undefined) return undefined
    at = { address: next.address, value: own(next.value, name) }
  }
  return through(search, at, inside)
}

function through(
  search: Search,
  at: { readonly address: Address; readonly value: unknown },
  stack: readonly object[],
): Reached | undefined {
  if (!isHolder(at.value) || search.broken.has(at.value)) return at
  return reach(search, { address: at.address, holder: at.value }, stack)
}
