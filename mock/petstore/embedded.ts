import type { Document } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'

/** The embedded document. In a browser there are no files: the build puts what was parsed in this module's place. */
export async function embeddedDocument(): Promise<Document> {
  return loadDocument()
}
