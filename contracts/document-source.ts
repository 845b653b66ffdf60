import type { Document } from '../spec/document.ts'
import { loadDocument } from '../spec/load.ts'

/** An OpenAPI document: path, URL, parsed object, or loaded. */
export type DocumentSource = string | URL | object | Document

/** The loaded document; the Pet Store without a source. Rejects with a `SpecError` when it cannot be used. */
export async function documentOf(source: DocumentSource | undefined): Promise<Document> {
  return isDocument(source) ? source : loadDocument(source)
}

export function isDocument(source: DocumentSource | undefined): source is Document {
  return typeof source === 'object' && 'root' in source && 'locate' in source
}
