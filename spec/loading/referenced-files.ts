import { realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseResolver, Source } from '@redocly/openapi-core'
import type { Document as ParsedFile } from '@redocly/openapi-core'
import type { Pointer, SpecProblem } from '../document.ts'
import { circularRef, duplicateKeys } from './document-problems.ts'
import { isObject } from '../util/object.ts'
import { parseText } from './parse-text.ts'
import { assertWalkable } from './plain.ts'
import type { Locate } from './plain.ts'
import { appendPointer, pointerTokens } from '../json/pointer.ts'
import { displayName, isRemote, type Address } from './address.ts'
import { readSource } from './read-source.ts'
import type { FetchLimits } from './read-source.ts'
import { findRings } from './rings.ts'
import { createSourceText } from './source-text.ts'
import type { SourceText } from './source-text.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'

/** The file an object of a bundled document was written in, and where. */
export interface Origin {
  readonly address: Address
  readonly text: SourceText
  readonly pointer: Pointer
}

type Failure = Pick<SpecProblem, 'code' | 'message'>

const mostFetched = 500
/** Of one such file, in bytes. */
const largest = 16 * 1024 * 1024
/** For all of them together, in milliseconds. */
const patience = 120_000

/** Finds the files a document refers to: within its own folder only, unless told otherwise. Remembers what failed. */
export class ReferencedFiles extends BaseResolver {
  private readonly root: Address
  private readonly allowAll: boolean
  private readonly texts = new Map<Address, SourceText>()
  private readonly failures = new Map<Address, Failure>()
  private readonly origins = new WeakMap<object, Origin>()
  private readonly found: SpecProblem[] = []
  private fetched = 0
  private time: AbortSignal | undefined

  constructor(root: Address, allowAll: boolean) {
    super()
    this.root = root
    this.allowAll = allowAll
  }

  /** Takes a file that is read already, so that a `$ref` back to it finds the same objects. */
  adopt(address: Address, text: SourceText, parsed: object): ParsedFile {
    this.texts.set(address, text)
    const file = { source: new Source(address, text.text), parsed }
    this.cache.set(address, Promise.resolve(file))
    this.remember(parsed, { address, text, pointer: '#' })
    return file
  }

  /** What is wrong in the files themselves. */
  get problems(): readonly SpecProblem[] {
    return [...this.found, ...[...this.texts.values()].flatMap(duplicateKeys)]
  }

  /** The bundler gives up on references that only lead back to themselves: they go, and are remembered as problems. */
  async breakRings(): Promise<void> {
    for (const { holder } of await findRings(this, this.root)) {
      const { text, pointer } = this.originOf(holder) ?? {}
      const location = text?.locate(pointerTokens(pointer ?? '#'))
      this.found.push(circularRef({ ref: holder.$ref, pointer: pointer ?? '#' }, location))
      delete (holder as { $ref?: string }).$ref
    }
  }

  originOf(value: unknown): Origin | undefined {
    return typeof value === 'object' && value !== null ? this.origins.get(value) : undefined
  }

  /** Why a `$ref` written in a file was not followed. */
  failure(base: Address, ref: string): Failure | undefined {
    return this.failures.get(this.resolveExternalRef(base, ref.split('#', 1)[0] ?? ''))
  }

  override resolveExternalRef(base: string | null, ref: string): Address {
    const address = super.resolveExternalRef(base, ref)
    return /^file:/i.test(address) ? fileURLToPath(address) : address
  }

  override async loadExternalRef(address: Address): Promise<Source> {
    try {
      await this.admit(address)
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
      assertWalkable(parsed, locate)
      if (typeof parsed === 'object' && parsed !== null)
        this.remember(parsed, { address, text, pointer: '#' })
      return { source, parsed: isData(address) || isObject(parsed) ? parsed : text.text }
    } catch (error) {
      if (!isData(address)) return { source, parsed: text.text }
      throw this.failed(address, error)
    }
  }

  private failed(address: Address, error: unknown): unknown {
    if (!(error instanceof SpecError)) return error
    const [first] = error.problems
    if (first)
      this.failures.set(address, { code: first.code, message: `${displayName(address)}: ${first.message}` })
    this.found.push(...error.problems.filter(({ code }) => code === 'syntax'))
    return error
  }

  /** Refuses what a document of strangers should not make us read. */
  private async admit(address: Address): Promise<void> {
    if (this.allowAll || (await isBelow(dirname(this.root), address))) return
    const message = isRemote(address)
      ? 'It is on another server, and is fetched with --allow-remote-refs (allowRemoteRefs) only.'
      : 'It is outside the folder of the document, and is read with --allow-remote-refs (allowRemoteRefs) only.'
    throw new SpecError([fatal(isRemote(address) ? 'remote-ref' : 'outside-ref', message, undefined)])
  }

  /** What one document may make us fetch: a server could refer from one document to the next for ever. */
  private limitsOf(address: Address): FetchLimits {
    if (!isRemote(address)) return {}
    this.fetched += 1
    if (this.fetched > mostFetched) {
      const message = `No more than ${mostFetched} files of servers are fetched for a document.`
      const problem = fatal('too-large', message, this.texts.get(this.root)?.locate([]))
      if (this.fetched === mostFetched + 1) this.found.push(problem)
      throw new SpecError([problem])
    }
    this.time ??= AbortSignal.timeout(patience)
    return { redirects: this.allowAll, largest, signal: this.time }
  }

  private remember(value: unknown, origin: Origin): void {
    if (typeof value !== 'object' || value === null || this.origins.has(value)) return
    this.origins.set(value, origin)
    for (const [name, member] of Object.entries(value)) {
      this.remember(member, { ...origin, pointer: appendPointer(origin.pointer, name) })
    }
  }
}

function isData(address: Address): boolean {
  return /\.(?:ya?ml|json)$/i.test(isRemote(address) ? new URL(address).pathname : address)
}

async function isBelow(folder: Address, address: Address): Promise<boolean> {
  if (isRemote(folder) || isRemote(address)) return address.startsWith(`${folder}/`)
  const [top, file] = await Promise.all([realpath(folder), realpath(address).catch(() => address)])
  return file.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)
}
