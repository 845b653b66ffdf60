import { readFile } from 'node:fs/promises'
import type { Document } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'

const known = new Map<string, Promise<Document>>()

/** Loads the document at a path. Equal texts share one document, so that all runs share what is derived from it. */
export async function loadDocumentOnce(path: string): Promise<Document> {
  const text = await readFile(path, 'utf8')
  const document = known.get(text) ?? loadDocument(path)
  known.set(text, document)
  return document
}
