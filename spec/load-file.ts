import type { Document } from './document.ts'
import { refTarget } from './follow.ts'
import { createDocument, walkable } from './load-object.ts'
import type { Address } from './loading/address.ts'
import { duplicateKeys } from './loading/document-problems.ts'
import { parseText } from './loading/parse-text.ts'
import type { Locate } from './loading/plain.ts'
import { readSource } from './loading/read-source.ts'
import { refUses } from './loading/ref-uses.ts'
import { openApiObject } from './loading/version.ts'
import { pointerTokens } from './pointer.ts'

/** Loads a document from a file or a URL, with all that it refers to. */
export async function loadFile(address: Address, allowRemoteRefs: boolean): Promise<Document> {
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
