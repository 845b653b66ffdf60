import type { BaseResolver, Document as ParsedFile } from '@redocly/openapi-core'
import { nameIn } from '../json/refs.ts'
import { isObject, own } from '../util/object.ts'
import type { Address } from './address.ts'

/** An object with a `$ref`, and the file it is in. */
interface RefHolder {
  readonly address: Address
  readonly holder: { readonly $ref: string }
}

/**
 * Finds the chains of references that lead only back to themselves, across files, and returns one reference of each.
 * Loads all files referred to; a file that cannot be loaded ends a chain.
 */
export async function findCircularRefs(files: BaseResolver, root: Address): Promise<readonly RefHolder[]> {
  const parsed = await loadAll(files, root)
  const removed = new Set<object>()
  const circular: RefHolder[] = []
  for (const ref of [...parsed].flatMap(([address, value]) => refHolders(address, value))) {
    if (resolveChain({ files, parsed, removed }, ref, [])?.cycleAt !== ref.holder) continue
    removed.add(ref.holder)
    circular.push(ref)
  }
  return circular
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

/** Every `$ref`, including those in examples and extensions: the bundler follows them all. */
function refHolders(address: Address, root: unknown): readonly RefHolder[] {
  const holders: RefHolder[] = []
  const seen = new Set<object>()
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isHolder(value)) holders.push({ address, holder: value })
    for (const member of Object.values(value).toReversed()) pending.push(member)
  }
  return holders
}

function isHolder(value: unknown): value is RefHolder['holder'] {
  return typeof own(value, '$ref') === 'string'
}

interface Search {
  readonly files: BaseResolver
  readonly parsed: ReadonlyMap<Address, unknown>
  /** Holders of circular references found so far: they count as plain objects. */
  readonly removed: ReadonlySet<object>
}

/** The value a chain of references ends at, or the holder at which it returns to itself. */
type Resolution =
  | { readonly cycleAt: object }
  | { readonly cycleAt?: undefined; readonly address: Address; readonly value: unknown }

/** Follows a chain of references; undefined when it is broken. */
function resolveChain(
  search: Search,
  { address: base, holder }: RefHolder,
  stack: readonly object[],
): Resolution | undefined {
  if (stack.includes(holder)) return { cycleAt: holder }
  const chain = [...stack, holder]
  const [uri = '', fragment = ''] = holder.$ref.split('#', 2)
  const address = uri === '' ? base : search.files.resolveExternalRef(base, uri)
  let at: Resolution = { address, value: search.parsed.get(address) }
  for (const token of fragment.split('/').filter((part) => part !== '')) {
    const next: Resolution | undefined =
      nameIn(at.value, token) === undefined ? followRef(search, at, chain) : at
    if (next === undefined || next.cycleAt) return next
    const name = nameIn(next.value, token)
    if (name === undefined) return undefined
    at = { address: next.address, value: own(next.value, name) }
  }
  return followRef(search, at, chain)
}

function followRef(
  search: Search,
  at: { readonly address: Address; readonly value: unknown },
  stack: readonly object[],
): Resolution | undefined {
  if (!isHolder(at.value) || search.removed.has(at.value)) return at
  return resolveChain(search, { address: at.address, holder: at.value }, stack)
}
