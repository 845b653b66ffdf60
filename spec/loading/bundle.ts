import { bundle as bundleFiles, createConfig } from '@redocly/openapi-core'
import type { Locate, OpenApiObject, Pointer, SourceLocation, SpecProblem } from '../document.ts'
import { pointerTokens } from '../json/pointer.ts'
import { SpecError, fatal } from '../problems/spec-error.ts'
import { own } from '../util/object.ts'
import type { Address } from './address.ts'
import type { ExplainRef } from './document-problems.ts'
import { ReferencedFiles } from './referenced-files.ts'
import type { Origin } from './referenced-files.ts'
import type { SourceText } from './source-text.ts'

interface Bundle {
  readonly root: OpenApiObject
  readonly locate: Locate
  readonly problems: () => readonly SpecProblem[]
  readonly explain: ExplainRef
}

/**
 * Bundles a document of several files into one: what they share becomes a component, and every `$ref` becomes local. A
 * `$ref` that cannot be resolved stays as written. Changes `root` in place. Throws a {@link SpecError}: `not-bundled`.
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
    await files.removeCircularRefs()
    await bundleFiles({ doc: document, config: await createConfig({}), externalRefResolver: files })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new SpecError(
      [fatal('not-bundled', `The files of the document cannot be bundled: ${reason}.`, text.locate([]))],
      { cause },
    )
  }
  const top = { address, text, pointer: '#' }
  const placeOf = (pointer: Pointer): Place => nearestPlace(files, root, top, pointerTokens(pointer))
  return {
    root,
    locate: (pointer) => locationOf(placeOf(pointer)),
    problems: () => files.problems,
    explain: ({ ref, pointer }) => files.failure(placeOf(pointer).origin.address, ref),
  }
}

interface Place {
  readonly origin: Origin
  /** Tokens of the path from the origin to the place. */
  readonly rest: readonly string[]
}

function locationOf({ origin, rest }: Place): SourceLocation {
  return origin.text.locate([...pointerTokens(origin.pointer), ...rest])
}

/** The place of a node, relative to the deepest object on the path to it whose origin is known. */
function nearestPlace(files: ReferencedFiles, root: unknown, top: Origin, tokens: readonly string[]): Place {
  let place: Place = { origin: top, rest: tokens }
  let at = root
  for (const [index, token] of tokens.entries()) {
    at = own(at, token)
    const origin = files.originOf(at)
    if (origin) place = { origin, rest: tokens.slice(index + 1) }
  }
  return place
}
