import type { Document } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'

/** Loads the embedded document. The browser build replaces this module by one with the parsed document. */
export async function embeddedDocument(): Promise<Document> {
  return loadDocument()
}
