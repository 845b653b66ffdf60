import { prepareBodies } from '../../spec/body.ts'
import type { Document } from '../../spec/document.ts'
import { loadDocument, type LoadOptions } from '../../spec/load.ts'

/** An OpenAPI document: a path, a URL, a parsed object, or a loaded {@link Document}. */
export type DocumentSource = string | URL | object | Document

/**
 * Loads a document, the Pet Store by default, and the codecs for all of its media types. Rejects with a `SpecError` when it
 * cannot be used.
 */
export async function documentOf(
  source: DocumentSource | undefined,
  options?: LoadOptions,
): Promise<Document> {
  const document = isDocument(source) ? source : await loadDocument(source, options)
  await prepareBodies(document)
  return document
}

export function isDocument(source: DocumentSource | undefined): source is Document {
  return typeof source === 'object' && 'root' in source && 'locate' in source
}
