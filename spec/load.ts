import type { Document } from './document.ts'
import { addressOf } from './loading/address.ts'
import { loadEmbedded } from './loading/embedded.ts'
import { loadObject } from './loading/load-object.ts'

/** What loading a document may read. */
export interface LoadOptions {
  /** Whether to resolve `$ref`s to other servers and to files outside the document's folder. Default false: they are problems. */
  readonly allowRemoteRefs?: boolean
}

/**
 * Loads an OpenAPI 3.0, 3.1 or 3.2 document from a path, a `file:` or `http(s):` URL, or the parsed object, which is
 * copied; without `source`, the embedded Pet Store. A document of several files is bundled into one.
 * Rejects with a {@link SpecError}, and nothing else, when the document as a whole cannot be used. Other problems are in
 * the `problems` of the result.
 */
export async function loadDocument(
  source?: string | URL | object,
  { allowRemoteRefs = false }: LoadOptions = {},
): Promise<Document> {
  if (source === undefined) return loadEmbedded()
  if (typeof source !== 'string' && !(source instanceof URL)) return loadObject(source)
  const { loadFile } = await import('./loading/load-file.ts')
  return loadFile(addressOf(source), allowRemoteRefs)
}
