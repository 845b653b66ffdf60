import type { Document } from '../document.ts'
import { refTarget } from '../reading/refs.ts'
import { createDocument, walkable } from './load-object.ts'
import type { Address } from './address.ts'
import { duplicateKeys } from './document-problems.ts'
import { parseText } from './parse-text.ts'
import type { Locate } from './plain.ts'
import { readSource } from './read-source.ts'
import { refUses } from './ref-uses.ts'
import { openApiObject } from './version.ts'
import { pointerTokens } from '../json/pointer.ts'

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
  const { bundle } = await import('./bundle.ts')
  return createDocument({ source, ...(await bundle(address, text, root, allowRemoteRefs)) })
}
