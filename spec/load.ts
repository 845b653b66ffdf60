import type { Document } from './document.ts'
import { duplicateKeys } from './loading/document-problems.ts'
import { refTarget } from './follow.ts'
import { createDocument, loadObject, walkable } from './load-object.ts'
import { parseText } from './loading/parse-text.ts'
import type { Locate } from './loading/plain.ts'
import { pointerTokens } from './pointer.ts'
import { addressOf, readSource } from './loading/read-source.ts'
import { refUses } from './loading/ref-uses.ts'
import { openApiObject } from './loading/version.ts'

export interface LoadOptions {
  /** Follow `$ref`s to other servers, and to files outside the document's folder. Default false: they are problems. */
  readonly allowRemoteRefs?: boolean
}

/**
 * Loads an OpenAPI 3.0, 3.1 or 3.2 document: a path, a `file:` or `http(s):` URL, or the parsed object, which is copied.
 * Without `source` it is the embedded Pet Store. Several files become one.
 * Rejects with a {@link SpecError}, and nothing else, when the document cannot be used as a whole; what else is wrong
 * with it is in the `problems` of the result.
 */
export async function loadDocument(
  source: string | URL | object = new URL('./petstore.yaml', import.meta.url),
  options: LoadOptions = {},
): Promise<Document> {
  if (typeof source !== 'string' && !(source instanceof URL)) return loadObject(source)
  return loadAddress(addressOf(source), options.allowRemoteRefs ?? false)
}

async function loadAddress(address: string, allowRemoteRefs: boolean): Promise<Document> {
  const text = await readSource(address)
  const locate: Locate = (pointer) => text.locate(pointerTokens(pointer))
  const root = openApiObject(walkable(parseText(text), locate), locate)
  const source = text.file
  const isElsewhere = (ref: string): boolean => !ref.startsWith('#') && refTarget({ root }, ref) === undefined
  if (!refUses(root).some(({ ref }) => isElsewhere(ref))) {
    return createDocument({ source, root, locate, problems: () => duplicateKeys(text) })
  }
  const { bundle } = await import('./loading/bundle.ts')
  return createDocument({ source, ...(await bundle(address, text, root, allowRemoteRefs)) })
}
