import { readFileSync } from 'node:fs'
import { addressOf, displayName, isRemote } from '../../spec/loading/address.ts'
import { embeddedFile } from '../../spec/loading/embedded.ts'
import { parseText } from '../../spec/loading/parse-text.ts'
import { createSourceText } from '../../spec/loading/source-text.ts'
import { own } from '../../spec/util/object.ts'
import { isDocument, type DocumentSource } from '../api/document-source.ts'

/**
 * The title of a document, read synchronously because a suite needs its name before anything is awaited. For a URL or an
 * unreadable file it is the name of the document instead.
 */
export function titleOf(source: DocumentSource = embeddedFile): string {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    return titleIn(isDocument(source) ? source.root : source) ?? 'an object'
  }
  const address = addressOf(source)
  return (isRemote(address) ? undefined : titleIn(readFile(address))) ?? displayName(address)
}

function titleIn(root: unknown): string | undefined {
  const title = own(own(root, 'info'), 'title')
  return typeof title === 'string' && title !== '' ? title : undefined
}

/** Undefined if the file cannot be read; loading the document reports the error. */
function readFile(path: string): unknown {
  try {
    return parseText(createSourceText(path, readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
