import { realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseResolver, Source } from '@redocly/openapi-core'
import type { Document as ParsedFile } from '@redocly/openapi-core'
import type { Locate, Pointer, SpecProblem } from '../document.ts'
import { appendPointer, pointerTokens } from '../json/pointer.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'
import { isObject, own } from '../util/object.ts'
import { resolveUri } from '../util/resolve-uri.ts'
import { displayName, isRemote, type Address } from './address.ts'
import { findCircularRefs } from './circular-refs.ts'
import { circularRef, duplicateKeys } from './document-problems.ts'
import { assertWithinLimits } from './limits.ts'
import { parseText } from './parse-text.ts'
import { readSource } from './read-source.ts'
import type { FetchLimits } from './read-source.ts'
import { createSourceText } from './source-text.ts'
import type { SourceText } from './source-text.ts'

/** Where an object of a bundled document comes from: the file, and the pointer in it. */
export interface Origin {
  readonly address: Address
  readonly text: SourceText
  readonly pointer: Pointer
}

type Failure = Pick<SpecProblem, 'code' | 'message'>

/** Limits of fetching referenced files: their number, the bytes of each, and the milliseconds for all of them. */
const maxFetched = 500
const maxBytes = 16 * 1024 * 1024
const fetchTimeout = 120_000

/**
 * Resolves and loads the files a document refers to. Unless `allowAll` is set these must be in the document's own folder
 * or below. Records which failed to load, and why.
 */
export class ReferencedFiles extends BaseResolver {
  private readonly root: Address
  private readonly allowAll: boolean
  private readonly texts = new Map<Address, SourceText>()
  /** The base URIs that files give themselves by `$self`, and the files by them (OpenAPI 3.2 §4.1.2.2). */
  private readonly baseUris = new Map<Address, string>()
  private readonly named = new Map<string, Address>()
  private readonly failures = new Map<Address, Failure>()
  private readonly origins = new WeakMap<object, Origin>()
  private readonly ownProblems: SpecProblem[] = []
  private fetched = 0
  private timeout: AbortSignal | undefined

  constructor(root: Address, allowAll: boolean) {
    super()
    this.root = root
    this.allowAll = allowAll
  }

  /** Registers a file that is already parsed, so that a `$ref` back to it resolves to the same objects. */
  adopt(address: Address, text: SourceText, parsed: object): ParsedFile {
    this.texts.set(address, text)
    const file = { source: new Source(address, text.text), parsed }
    this.cache.set(address, Promise.resolve(file))
    this.identify(address, text, parsed)
    return file
  }

  /** Problems in the files themselves. */
  get problems(): readonly SpecProblem[] {
    return [...this.ownProblems, ...[...this.texts.values()].flatMap(duplicateKeys)]
  }

  /** Removes circular references, on which the bundler would give up, and records a problem for each. */
  async removeCircularRefs(): Promise<void> {
    for (const { holder } of await findCircularRefs(this, this.root)) {
      const { text, pointer } = this.originOf(holder) ?? {}
      const location = text?.locate(pointerTokens(pointer ?? '#'))
      this.ownProblems.push(circularRef({ ref: holder.$ref, pointer: pointer ?? '#' }, location))
      delete (holder as { $ref?: string }).$ref
    }
  }

  originOf(value: unknown): Origin | undefined {
    return typeof value === 'object' && value !== null ? this.origins.get(value) : undefined
  }

  /** Why a `$ref` in the file `base` was not resolved; undefined when its file could be loaded. */
  failure(base: Address, ref: string): Failure | undefined {
    return this.failures.get(this.resolveExternalRef(base, ref.split('#', 1)[0] ?? ''))
  }

  override resolveExternalRef(base: string | null, ref: string): Address {
    const address = this.addressNamed(base, ref) ?? super.resolveExternalRef(base, ref)
    return /^file:/i.test(address) ? fileURLToPath(address) : address
  }

  /** The file with this URI: the one that gives it to itself, or else the one at the same place beside `base`. */
  private addressNamed(base: string | null, ref: string): Address | undefined {
    const baseUri = this.baseUris.get(base ?? this.root)
    const uri = resolveUri(ref, baseUri) ?? ref
    const folder = baseUri?.slice(0, baseUri.lastIndexOf('/') + 1)
    return (
      this.named.get(uri) ??
      (folder !== undefined && uri.startsWith(folder)
        ? super.resolveExternalRef(base, uri.slice(folder.length))
        : undefined)
    )
  }

  override async loadExternalRef(address: Address): Promise<Source> {
    try {
      await this.assertAllowed(address)
      const text = await readSource(address, this.limitsOf(address))
      this.texts.set(address, text)
      return new Source(address, text.text)
    } catch (error) {
      throw this.failed(address, error)
    }
  }

  override parseDocument(source: Source): ParsedFile {
    const address = source.absoluteRef
    const text = this.texts.get(address) ?? createSourceText(displayName(address), source.body)
    try {
      const parsed = parseText(text)
      const locate: Locate = (pointer) => text.locate(pointerTokens(pointer))
      assertWithinLimits(parsed, locate)
      this.identify(address, text, parsed)
      return { source, parsed: isJsonOrYaml(address) || isObject(parsed) ? parsed : text.text }
    } catch (error) {
      if (!isJsonOrYaml(address)) return { source, parsed: text.text }
      throw this.failed(address, error)
    }
  }

  private failed(address: Address, error: unknown): unknown {
    if (!(error instanceof SpecError)) return error
    const [first] = error.problems
    if (first)
      this.failures.set(address, { code: first.code, message: `${displayName(address)}: ${first.message}` })
    this.ownProblems.push(...error.problems.filter(({ code }) => code === 'syntax'))
    return error
  }

  /** Refuses files that an untrusted document must not make us read. */
  private async assertAllowed(address: Address): Promise<void> {
    if (this.allowAll || (await isBelow(dirname(this.root), address))) return
    const message = isRemote(address)
      ? 'A file on another server is fetched only with --allow-remote-refs (allowRemoteRefs).'
      : 'A file outside the folder of the document is read only with --allow-remote-refs (allowRemoteRefs).'
    throw new SpecError([fatal(isRemote(address) ? 'remote-ref' : 'outside-ref', message, undefined)])
  }

  /** Limits what one document makes us fetch: a server could refer from one file to the next without end. */
  private limitsOf(address: Address): FetchLimits {
    if (!isRemote(address)) return {}
    this.fetched += 1
    if (this.fetched > maxFetched) {
      const message = `No more than ${maxFetched} remote files are fetched for a document.`
      const problem = fatal('too-large', message, this.texts.get(this.root)?.locate([]))
      if (this.fetched === maxFetched + 1) this.ownProblems.push(problem)
      throw new SpecError([problem])
    }
    this.timeout ??= AbortSignal.timeout(fetchTimeout)
    return { redirects: this.allowAll, maxBytes, signal: this.timeout }
  }

  private identify(address: Address, text: SourceText, parsed: unknown): void {
    const self = resolveUri(own(parsed, '$self'))
    if (self !== undefined) {
      this.baseUris.set(address, self)
      this.named.set(self, address)
    }
    this.remember(parsed, { address, text, pointer: '#' })
  }

  private remember(value: unknown, origin: Origin): void {
    if (typeof value !== 'object' || value === null || this.origins.has(value)) return
    this.origins.set(value, origin)
    for (const [name, member] of Object.entries(value)) {
      this.remember(member, { ...origin, pointer: appendPointer(origin.pointer, name) })
    }
  }
}

function isJsonOrYaml(address: Address): boolean {
  return /\.(?:ya?ml|json)$/i.test(isRemote(address) ? new URL(address).pathname : address)
}

async function isBelow(folder: Address, address: Address): Promise<boolean> {
  if (isRemote(folder) || isRemote(address)) return address.startsWith(`${folder}/`)
  const [top, file] = await Promise.all([realpath(folder), realpath(address).catch(() => address)])
  return file.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)
}
