import { bundle as bundleFiles, createConfig } from '@redocly/openapi-core'
import type { OpenApiObject, Pointer, SourceLocation, SpecProblem } from '../document.ts'
import type { ExplainRef } from './document-problems.ts'
import { own } from '../util/object.ts'
import type { Locate } from './plain.ts'
import { pointerTokens } from '../json/pointer.ts'
import { ReferencedFiles } from './referenced-files.ts'
import type { Origin } from './referenced-files.ts'
import type { Address } from './address.ts'
import type { SourceText } from './source-text.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'

interface Bundle {
  readonly root: OpenApiObject
  readonly locate: Locate
  readonly problems: () => readonly SpecProblem[]
  readonly explain: ExplainRef
}

/**
 * Makes one document of several files: what they share becomes a component, every `$ref` local. A `$ref` that cannot be
 * followed stays as written. `root` is changed in place.
 */
export async function bundle(
  address: Address,
  text: SourceText,
  root: OpenApiObject,
  allowRemoteRefs: boolean,
): Promise<Bundle> {
  const files = new ReferencedFiles(address, allowRemoteRefs)
  const document = files.adopt(address, text, root)
  try {
    await files.breakRings()
    await bundleFiles({ doc: document, config: await createConfig({}), externalRefResolver: files })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SpecError(
      [fatal('not-bundled', `Its files cannot be put together: ${reason}.`, text.locate([]))],
      { cause },
    )
  }
  const top = { address, text, pointer: '#' }
  const near = (pointer: Pointer): Place => nearest(files, root, top, pointerTokens(pointer))
  return {
    root,
    locate: (pointer) => locationOf(near(pointer)),
    problems: () => files.problems,
    explain: ({ ref, pointer }) => files.failure(near(pointer).origin.address, ref),
  }
}

interface Place {
  readonly origin: Origin
  /** The way from there. */
  readonly rest: readonly string[]
}

function locationOf({ origin, rest }: Place): SourceLocation {
  return origin.text.locate([...pointerTokens(origin.pointer), ...rest])
}

/** The deepest object on the way whose file is known. */
function nearest(files: ReferencedFiles, root: unknown, top: Origin, tokens: readonly string[]): Place {
  let found: Place = { origin: top, rest: tokens }
  let at = root
  for (const [index, token] of tokens.entries()) {
    at = own(at, token)
    const origin = files.originOf(at)
    if (origin) found = { origin, rest: tokens.slice(index + 1) }
  }
  return found
}
