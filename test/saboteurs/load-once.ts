import { readFile } from 'node:fs/promises'
import type { Document } from '../../spec/document.ts'
import { loadDocument } from '../../spec/load.ts'

const known = new Map<string, Promise<Document>>()

/** The document at a path, loaded but once a process for each text: what is worked out of it serves all runs. */
export async function loadOnce(path: string): Promise<Document> {
  const text = await readFile(path, 'utf8')
  const document = known.get(text) ?? loadDocument(path)
  known.set(text, document)
  return document
}
